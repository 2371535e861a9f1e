// Whatever a tool throws, as the model is told of it: of which kind it is, what there is to do, and nothing of the inside. What it was
// in full is told to those who watch.
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
  /** Where the agent works: paths in there may be told. */
  readonly roots?: readonly string[]
  readonly offered?: () => ReadonlySet<string>
}

export function failed(call: FailedCall, error: unknown): ToolResult {
  const { name } = call.tool
  const around: Around = { known: textsIn(call.arguments), ...(call.roots && { roots: call.roots }) }
  const isOutput = error instanceof ToolFailure && error.isOutput
  const words = isOutput ? redact(error.message) : toolErrorText(messageOf(error), around)
  const result = (code: string, said: string, outcome: ToolResult["outcome"] = "error"): ToolResult => {
    return { outcome, code, content: [text(said + insteadOf(call.tool, call))] }
  }
  // Its author chose the words.
  if (error instanceof ToolFailure) return result(codeOf(error), words, outcomeOf(error))
  const kind = kindOf(error)
  if (kind === undefined) return result("tool-failed", `Tool "${name}" failed: ${words}`)
  return result(kind.code, `Tool "${name}" failed: ${kind.happened} (${words.replace(/[.\s]+$/, "")}). ${kind.advice}`)
}

/** Whoever writes plain JavaScript may have passed anything. */
function codeOf({ code }: ToolFailure): string {
  return typeof code === "string" && code !== "" ? code : "tool-failed"
}

function outcomeOf({ outcome }: ToolFailure): ToolResult["outcome"] {
  return FAILURES.find((each) => each === outcome) ?? "error"
}

const FAILURES = ["error", "timeout", "unknown"] as const

/** A tool that is not offered is not named. */
export function insteadOf({ fallback }: Pick<Tool, "fallback">, { offered }: Pick<FailedCall, "offered">): string {
  if (fallback === undefined || offered?.().has(fallback) === false) return ""
  return ` You may try "${fallback}" instead.`
}

/** All that the model wrote into the call. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value]
  if (typeof value !== "object" || value === null) return []
  return Object.values(value).flatMap(textsIn)
}
