// Stops a child whose parent gives up, because no session waits for it any more. Its usage is counted in the call's
// result.
import { goOn, type Soon } from "../../base/at-hand.ts"
import type { ToolResult } from "../../contracts/toolbox.ts"
import type { PortsOf } from "../../kernel/define-step.ts"
import type { CallState } from "../../kernel/state/state.ts"

export const ABANDON_NEEDS = ["stopChild", "signal"] as const

export function abandonChild(
  { child }: CallState,
  result: ToolResult,
  { stopChild, signal }: PortsOf<typeof ABANDON_NEEDS>,
): Soon<ToolResult> {
  if (child === undefined || signal.reason === "suspended" || signal.reason === "lost") return result
  const stopping = stopChild?.(child).catch(() => undefined)
  return goOn(stopping, (usage) => (usage === undefined ? result : { ...result, usage }))
}
