// A child whose parent gives up does not go on for nobody. What it has cost is put on the call's account.
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
