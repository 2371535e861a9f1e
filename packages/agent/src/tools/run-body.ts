// Runs a tool's body with a deadline and an abort signal, and turns every ending into a result.
import { goOn, returned, type Soon, unlessFailed } from "../base/at-hand.ts"
import type { Clock } from "../contracts/clock.ts"
import { text } from "../contracts/content.ts"
import { messageOf } from "../contracts/error.ts"
import type { PreparedCall, RunOptions, ToolResult } from "../contracts/toolbox.ts"
import { redact } from "../secrets/redact.ts"
import { bodyContext } from "./body-context.ts"
import { MovingDeadline } from "./deadline.ts"
import { fallbackHint } from "./failures.ts"
import type { Guard } from "./guard.ts"
import type { Checked } from "./input-schema.ts"
import { onStandby, type Registered, type Registry, unknownTool } from "./registry.ts"
import { resultJson } from "./result-json.ts"
import { Stop } from "./stop.ts"
import { effectOf, FoundTools, PartialResult, type Tool, ToolFailure, type ToolOutput, WholeResult } from "./tool.ts"
import { readOutput } from "./validate-requests.ts"

const DEFAULT_TIMEOUT_MS = 30_000

export interface RunPorts {
  readonly registry: Registry
  readonly clock: Clock
  readonly guard: Guard
  /** Turns what a body threw into a result. */
  readonly failed: (tool: Tool, error: unknown) => ToolResult
  /** How much of a tool's result a model is shown. */
  readonly limitOf: (name: string, tool: Tool) => number
}

export function runBody(prepared: PreparedCall, how: RunOptions, ports: RunPorts): Soon<ToolResult> {
  const { registry, guard } = ports
  const { name } = prepared
  const registered = registry.byName.get(name)
  const why = registry.standby.get(name)
  if (why !== undefined) return guard.result(failure("tool-standby", onStandby(name, why)))
  if (registered !== undefined) return runTool(registered, prepared, how, ports)
  const known = [...(how.offered?.() ?? registry.byName.keys())]
  return guard.result(failure("tool-not-found", unknownTool(name, known)))
}

function runTool(registered: Registered, prepared: PreparedCall, how: RunOptions, ports: RunPorts): Soon<ToolResult> {
  const { tool, schema } = registered
  const { clock, guard, failed, limitOf } = ports
  const stop = new Stop(how.signal)
  const deadline = new MovingDeadline(clock, timeoutOf(tool), tool.maxTimeoutMs)
  let printed: ReturnType<Guard["output"]> | undefined
  const output = (words: string) => {
    printed ??= guard.output(how.onOutput)
    printed.push(readOutput(words))
  }
  const work = (checked: Checked): Soon<ToolResult> => {
    if (!checked.ok) return failure("arguments-invalid", checked.problems)
    const beforeChange = how.beforeChange && asToolFailure(how.beforeChange)
    const resultChars = limitOf(prepared.name, tool)
    const context = bodyContext(how, { stop, deadline, guard, output, beforeChange, resultChars })
    // The arguments were validated by the tool's own schema.
    return goOn(returned(tool.run(checked.value as never, context)), succeeded)
  }
  const working = unlessFailed(
    () => goOn(schema.check(prepared.arguments), work),
    (error) => failed(tool, error),
  )
  const running = deadline.of(working, (afterMs) => {
    stop.abort("timeout")
    return timedOut(tool, afterMs, how)
  })
  return goOn(running, (result) => {
    stop.end()
    printed?.end()
    return guard.result(result)
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

export function timeoutOf(tool: Tool): number {
  return tool.timeoutMs ?? DEFAULT_TIMEOUT_MS
}

export function succeeded(output: ToolOutput): ToolResult {
  if (typeof output === "string") return { outcome: "ok", content: [text(output)] }
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
