// Stops a child whose parent gives up, because no session waits for it any more. Its usage is counted in the call's
// result.
import type { ToolResult } from "../../contracts/toolbox.ts"
import type { PortsOf } from "../../kernel/define-step.ts"
import type { CallState } from "../../kernel/state/state.ts"

export const ABANDON_NEEDS = ["stopChild", "signal"] as const

export async function abandonChild(
  { child }: CallState,
  result: ToolResult,
  { stopChild, signal }: PortsOf<typeof ABANDON_NEEDS>,
): Promise<ToolResult> {
  if (child === undefined || signal.reason === "suspended" || signal.reason === "lost") return result
  const usage = await stopChild?.(child).catch(() => undefined)
  return usage === undefined ? result : { ...result, usage }
}
