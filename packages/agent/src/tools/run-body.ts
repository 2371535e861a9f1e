// Runs a tool's body, and turns every ending into a result.
import { returned, type Soon } from "../base/at-hand.ts"
import { text } from "../contracts/content.ts"
import { messageOf } from "../contracts/error.ts"
import type { JsonObject } from "../contracts/json.ts"
import type { RunOptions, ToolResult } from "../contracts/toolbox.ts"
import { redact } from "../secrets/redact.ts"
import { type Body, timeoutOf } from "./body.ts"
import { bodyContext } from "./body-context.ts"
import { fallbackHint } from "./failures.ts"
import type { Checked, CompiledSchema } from "./input-schema.ts"
import { resultJson, unwritable } from "./result-json.ts"
import { effectOf, FoundTools, PartialResult, type Tool, ToolFailure, type ToolOutput, WholeResult } from "./tool.ts"

export interface BodyInput {
  readonly schema: CompiledSchema
  readonly arguments: JsonObject
  /** How many characters of the result a model is shown. */
  readonly resultChars: number
  /** Turns what a body threw into a result. */
  readonly failed: (tool: Tool, error: unknown) => ToolResult
}

/** At hand if the body returns at once. */
export function runBody(body: Body, input: BodyInput): Soon<ToolResult> {
  const failed = (error: unknown) => input.failed(body.tool, error)
  let result: Soon<ToolResult>
  try {
    const checking = input.schema.check(input.arguments)
    result =
      checking instanceof Promise ? checking.then((checked) => work(checked, body, input)) : work(checking, body, input)
  } catch (error) {
    result = failed(error)
  }
  if (result instanceof Promise) return inTime(result.catch(failed), body)
  body.end()
  return result
}

async function inTime(working: Promise<ToolResult>, body: Body): Promise<ToolResult> {
  const result = await body.inTime(working, (afterMs) => timedOut(body.tool, afterMs, body.how))
  body.end()
  return result
}

function work(checked: Checked, body: Body, { resultChars }: BodyInput): Soon<ToolResult> {
  if (!checked.ok) return failure("arguments-invalid", checked.problems)
  // The arguments were validated by the tool's own schema.
  const output = returned(body.tool.run(checked.value as never, bodyContext(body, resultChars)))
  return output instanceof Promise ? output.then(succeeded) : succeeded(output)
}

export function succeeded(output: ToolOutput): ToolResult {
  if (typeof output === "string") return { outcome: "ok", content: [{ type: "text", text: output }] }
  try {
    if (output instanceof WholeResult) return output.result
    if (output instanceof FoundTools) return { outcome: "ok", content: toParts(output.words), ...output.found }
    if (!(output instanceof PartialResult)) return { outcome: "ok", content: toParts(output), ...jsonMark(output) }
    const missing = text(redact(`[Only partly done. Not done: ${output.missing}]`))
    const content = [...toParts(output.output), missing]
    return { outcome: "ok", code: "partial", content, ...jsonMark(output.output) }
  } catch (error) {
    // A getter or a `toJSON` of the tool's own: not the run has failed, but its result.
    throw error instanceof ToolFailure ? error : unwritable(messageOf(error))
  }
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

export function failure(code: string, message: string): ToolResult {
  return { outcome: "error", code, content: [text(message)] }
}
