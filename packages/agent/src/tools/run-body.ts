// Runs a tool's body with a deadline and an abort signal, and turns every ending into a result.
import { goOn, returned, type Soon, unlessFailed } from "../base/at-hand.ts"
import { defined } from "../base/defined.ts"
import type { Clock } from "../contracts/clock.ts"
import { text } from "../contracts/content.ts"
import { messageOf } from "../contracts/error.ts"
import type { PreparedCall, RunOptions, ToolResult } from "../contracts/toolbox.ts"
import { redact } from "../secrets/redact.ts"
import { type DeadlineControl, withinExtendable } from "./deadline.ts"
import { fallbackHint } from "./failures.ts"
import type { Checked } from "./input-schema.ts"
import { onStandby, type Registry, unknownTool } from "./registry.ts"
import { resultJson } from "./result-json.ts"
import { stopFor } from "./stop-for.ts"
import {
  effectOf,
  FoundTools,
  PartialResult,
  type Tool,
  type ToolContext,
  ToolFailure,
  type ToolOutput,
  WholeResult,
} from "./tool.ts"
import { readApprovalRequest, readAside, readOutput, readQuestion } from "./validate-requests.ts"

const DEFAULT_TIMEOUT_MS = 30_000

export interface RunPorts {
  readonly registry: Registry
  readonly clock: Clock
  /** Turns what a body threw into a result. */
  readonly failed: (tool: Tool, error: unknown) => ToolResult
  /** How much of a tool's result a model is shown. */
  readonly limitOf: (name: string, tool: Tool) => number
}

export function runBody(prepared: PreparedCall, how: RunOptions, ports: RunPorts): Soon<ToolResult> {
  const { registry, clock, failed, limitOf } = ports
  const registered = registry.byName.get(prepared.name)
  const why = registry.standby.get(prepared.name)
  if (why !== undefined) return failure("tool-standby", onStandby(prepared.name, why))
  if (registered === undefined)
    return failure("tool-not-found", unknownTool(prepared.name, [...(how.offered?.() ?? registry.byName.keys())]))
  const { tool, schema } = registered
  const stop = stopFor(how.signal)
  const { call, session, turn, owner, context: app, trace, effectKey, onOutput, readResult, beforeChange, own } = how
  const output = (words: string) => onOutput(readOutput(words))
  const about = {
    call,
    session,
    turn,
    ...(owner !== undefined && { owner }),
    context: app,
    trace,
    effectKey,
    ...(own && { own }),
    ...(beforeChange && { beforeChange: asToolFailure(beforeChange) }),
  }
  const work = (checked: Checked, mover: DeadlineControl) => {
    if (!checked.ok) return failure("arguments-invalid", checked.problems)
    const [alive, resultChars] = [mover.extend, limitOf(prepared.name, tool)]
    const requests = requestsHoldingDeadline(how, mover)
    const context = {
      get signal() {
        return stop.signal()
      },
      ...about,
      output,
      readResult,
      resultChars,
      alive,
      ...requests,
    }
    // The arguments were validated by the tool's own schema. An agent passes every request; only a toolbox by itself lacks some.
    return goOn(returned(tool.run(checked.value as never, context as ToolContext)), succeeded)
  }
  const late = (afterMs: number) => {
    stop.abort("timeout")
    return timedOut(tool, afterMs, how)
  }
  const running = withinExtendable(
    (mover) =>
      unlessFailed(
        () => goOn(schema.check(prepared.arguments), (checked) => work(checked, mover)),
        (error) => failed(tool, error),
      ),
    { ms: timeoutOf(tool), clock, late, ...defined({ mostMs: tool.maxTimeoutMs }) },
  )
  return goOn(running, (result) => {
    stop.end()
    return result
  })
}

/** The model is told that a file has changed since; it is not told that another runner has taken the session over. */
function asToolFailure(beforeChange: () => Promise<void>): () => Promise<void> {
  return () =>
    beforeChange().catch((error: unknown) => {
      const code = error instanceof Error && "code" in error ? String(error.code) : ""
      throw code === CHANGED_BY_OTHERS ? new ToolFailure(code, messageOf(error)) : error
    })
}

/** The loop's code for a file that changed after the call was prepared. */
const CHANGED_BY_OTHERS = "changed-since"

/** While a person or a model is asked, the deadline stands still. */
function requestsHoldingDeadline(
  { ask, askModel, askApproval }: RunOptions,
  mover: DeadlineControl,
): Partial<Pick<ToolContext, "ask" | "askModel" | "askApproval">> {
  const held = async <Value>(work: () => Promise<Value>): Promise<Value> => {
    const release = mover.hold()
    try {
      return await work()
    } finally {
      release()
    }
  }
  return {
    ...(ask && { ask: (question, more) => held(() => ask(readQuestion(question), more)) }),
    ...(askModel && { askModel: (request, more) => held(() => askModel(readAside(request), more)) }),
    ...(askApproval && { askApproval: (request, more) => held(() => askApproval(readApprovalRequest(request), more)) }),
  }
}

export function timeoutOf(tool: Tool): number {
  return tool.timeoutMs ?? DEFAULT_TIMEOUT_MS
}

export function succeeded(output: ToolOutput): ToolResult {
  if (output instanceof WholeResult) return output.result
  if (output instanceof FoundTools) return { outcome: "ok", content: toParts(output.words), ...output.found }
  if (!(output instanceof PartialResult)) return { outcome: "ok", content: toParts(output), ...jsonMark(output) }
  const missing = text(redact(`[Only partly done. Not done: ${output.missing}]`))
  const content = [...toParts(output.output), missing]
  return { outcome: "ok", code: "partial", content, ...jsonMark(output.output) }
}

/** Marks a value that is shown as JSON, so that programs get it back as a value. */
function jsonMark(output: PartialResult["output"]): Pick<ToolResult, "json"> {
  const isShownAsIs = output === undefined || typeof output === "string" || isParts(output)
  return isShownAsIs || JSON.stringify(output) === undefined ? {} : { json: true }
}

function toParts(output: ToolOutput): ToolResult["content"] {
  if (output === undefined) return []
  if (typeof output === "string") return [text(output)]
  if (isParts(output)) return output.map(plainPart)
  return [text(resultJson(output))]
}

/** Only well-formed parts count; anything similar (a database row with a `type`) is treated as JSON. */
function isParts(output: unknown): output is ToolResult["content"] {
  return Array.isArray(output) && output.length > 0 && output.every(isPart)
}

/** Copies field by field: other fields that a tool added may not be JSON. */
function plainPart(part: ToolResult["content"][number]): ToolResult["content"][number] {
  if (part.type === "text") return text(part.text)
  const name = typeof part.name === "string" ? { name: part.name } : {}
  const { mime } = part
  return part.type === "bytes"
    ? { type: "bytes", mime, bytes: part.bytes, ...name }
    : { type: "blob", mime, hash: part.hash, size: part.size, ...name }
}

function isPart(part: unknown): boolean {
  if (typeof part !== "object" || part === null || !("type" in part)) return false
  const { type, text: words, mime, bytes, hash, size } = part as Partial<Record<string, unknown>>
  if (type === "text") return typeof words === "string"
  if (type === "bytes") return typeof mime === "string" && bytes instanceof Uint8Array
  return type === "blob" && typeof mime === "string" && typeof hash === "string" && typeof size === "number"
}

function timedOut(tool: Tool, afterMs: number, how: RunOptions): ToolResult {
  const doubt = effectOf(tool) === "read" ? "" : " It may still have taken effect: verify before you try again."
  const limit = afterMs === timeoutOf(tool) ? "timeoutMs" : "maxTimeoutMs, in spite of progress"
  const message = `Tool "${tool.name}" timed out after ${afterMs / 1000} s (limit ${limit}).${doubt}${fallbackHint(tool, how)}`
  return { outcome: "timeout", code: "tool-timeout", content: [text(message)] }
}

function failure(code: string, message: string): ToolResult {
  return { outcome: "error", code, content: [text(message)] }
}
