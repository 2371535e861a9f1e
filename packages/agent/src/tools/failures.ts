// Turns what a tool throws into a result for the model: the kind of failure and what to do about it, without internals.
// Observers get the full error (tell-failure.ts).
import { text } from "../contracts/content.ts"
import { messageOf } from "../contracts/error.ts"
import type { JsonObject } from "../contracts/json.ts"
import type { ToolResult } from "../contracts/toolbox.ts"
import { type Around, toolErrorText } from "../secrets/error-text.ts"
import { redact } from "../secrets/redact.ts"
import { kindOf } from "./failure-kind.ts"
import { type Tool, ToolFailure } from "./tool.ts"

export interface FailedCall {
  readonly tool: Pick<Tool, "name" | "fallback">
  readonly arguments: JsonObject
  /** The folders the agent works in: only their paths may be shown to the model. */
  readonly roots?: readonly string[]
  readonly offered?: () => ReadonlySet<string>
}

export function failed(call: FailedCall, error: unknown): ToolResult {
  const { name } = call.tool
  const around: Around = { known: textsIn(call.arguments), ...(call.roots && { roots: call.roots }) }
  const isOutput = error instanceof ToolFailure && error.isOutput
  const words = isOutput ? redact(error.message) : toolErrorText(messageOf(error), around)
  const result = (code: string, said: string, outcome: ToolResult["outcome"] = "error"): ToolResult => {
    return { outcome, code, content: [text(said + fallbackHint(call.tool, call))] }
  }
  // The tool's author chose this message for the model.
  if (error instanceof ToolFailure) return result(codeOf(error), words, outcomeOf(error))
  const kind = kindOf(error)
  if (kind === undefined) return result("tool-failed", `Tool "${name}" failed: ${words}`)
  return result(kind.code, `Tool "${name}" failed: ${kind.happened} (${words.replace(/[.\s]+$/, "")}). ${kind.advice}`)
}

/** Plain JavaScript may have passed anything. */
function codeOf({ code }: ToolFailure): string {
  return typeof code === "string" && code !== "" ? code : "tool-failed"
}

function outcomeOf({ outcome }: ToolFailure): ToolResult["outcome"] {
  return FAILURES.find((each) => each === outcome) ?? "error"
}

const FAILURES = ["error", "timeout", "unknown"] as const

/** Names the fallback tool only if it is offered. */
export function fallbackHint({ fallback }: Pick<Tool, "fallback">, { offered }: Pick<FailedCall, "offered">): string {
  if (fallback === undefined || offered?.().has(fallback) === false) return ""
  return ` You may try "${fallback}" instead.`
}

/** All texts in the model's arguments. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value]
  if (typeof value !== "object" || value === null) return []
  return Object.values(value).flatMap(textsIn)
}
