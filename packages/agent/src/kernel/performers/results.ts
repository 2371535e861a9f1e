// Results for calls whose tool did not produce one.

import { text } from "../../contracts/content.ts"
import { messageOf } from "../../contracts/error.ts"
import type { EffectClass } from "../../contracts/fact.ts"
import type { StopSignal } from "../../contracts/stop-signal.ts"
import type { ToolResult } from "../../contracts/toolbox.ts"
import { toolErrorText } from "../../secrets/error-text.ts"

export function skipped(signal?: StopSignal): ToolResult {
  if (signal?.reason === "suspended") {
    return {
      outcome: "skipped",
      code: "interrupted",
      content: [text("The call did not run: the runner was stopped first. Call again.")],
    }
  }
  return { outcome: "skipped", code: "cancelled", content: [text("The turn was cancelled before this call ran.")] }
}

/** A rule refused the call. */
export function refused({ code, message }: { readonly code: string; readonly message: string }): ToolResult {
  return { outcome: "refused", code, content: [text(message)] }
}

export function withheldTool(name: string): { readonly code: string; readonly message: string } {
  const message = `Not run: "${name}" has failed too often and is not available. Go on without it.`
  return { code: "tool-withheld", message }
}

export function unknown(what: string, code = "outcome-unknown"): ToolResult {
  const advice = "It may or may not have taken effect. Verify before you try again."
  return { outcome: "unknown", code, content: [text(`${what} ${advice}`)] }
}

/** The call was stopped while it ran. For a tool that only reads, the outcome is never unknown. */
export function interrupted(name: string, effect: EffectClass): ToolResult {
  if (effect !== "read") return unknown(`"${name}" was stopped while it ran.`)
  return { outcome: "error", code: "cancelled", content: [text(`"${name}" was stopped while it ran.`)] }
}

export function crashed(name: string, error: unknown): ToolResult {
  return {
    outcome: "error",
    code: "tool-crashed",
    content: [text(toolErrorText(`Tool "${name}" failed: ${messageOf(error)}`))],
  }
}
