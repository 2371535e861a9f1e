// The results that a call gets without its tool having given one.
import { text } from "../../contracts/content.ts"
import { messageOf } from "../../contracts/error.ts"
import type { EffectClass } from "../../contracts/fact.ts"
import type { ToolResult } from "../../contracts/toolbox.ts"
import { toolErrorText } from "../../secrets/error-text.ts"

export function skipped(signal?: AbortSignal): ToolResult {
  if (signal?.reason === "suspended") {
    return {
      outcome: "skipped",
      code: "interrupted",
      content: [text("The call did not run: the runner was stopped first. Call again.")],
    }
  }
  return { outcome: "skipped", code: "cancelled", content: [text("The turn was cancelled before this call ran.")] }
}

/** A rule of ours said no. */
export function refused({ code, message }: { readonly code: string; readonly message: string }): ToolResult {
  return { outcome: "refused", code, content: [text(message)] }
}

export function withheldTool(name: string): { readonly code: string; readonly message: string } {
  const message = `Not run: "${name}" has failed too often and is not available. Go on without it.`
  return { code: "tool-withheld", message }
}

export function changedSince(name: string, path: string): { readonly code: string; readonly message: string } {
  const message = `Not run: "${path}" was changed after "${name}" was shown to the user, who approved something else. Nothing was written. Look at the file again, then call again.`
  return { code: CHANGED_SINCE, message }
}

export function hidesSecret(path: string): { readonly code: string; readonly message: string } {
  const message = `Not run: "${path}" holds a secret, which you were shown as "[redacted]". Written back, that would take the secret's place. Change the other lines with edit_file, or ask the user to do it.`
  return { code: "holds-secret", message }
}

export const CHANGED_SINCE = "changed-since-approval"

/** Somebody else changed what the call was to change, after it was prepared: before it ran, or before it was resumed. */
export function changedByOthers(name: string, path: string): { readonly code: string; readonly message: string } {
  const message = `Not run: "${path}" was changed by somebody else after "${name}" was called. Nothing was written. Look at the file again, then decide anew.`
  return { code: CHANGED_BY_OTHERS, message }
}

export const CHANGED_BY_OTHERS = "changed-since"

export function unknown(what: string, code = "outcome-unknown"): ToolResult {
  const advice = "It may or may not have taken effect. Verify before you try again."
  return { outcome: "unknown", code, content: [text(`${what} ${advice}`)] }
}

/** Stopped while it ran. What only reads has no effect to wonder about. */
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
