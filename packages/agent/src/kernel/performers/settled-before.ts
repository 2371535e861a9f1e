// Decides calls by facts alone: denied, answered, cancelled, or left open by a crash.
import { text } from "../../contracts/content.ts"
import type { ToolResult } from "../../contracts/toolbox.ts"
import { MAX_ORPHANS } from "../performer.ts"
import { CRASH_LOOP } from "../rules/fail-crash-loop.ts"
import type { CallState, Turn } from "../state/state.ts"
import { interrupted, skipped, unknown } from "./results.ts"

/** Undefined: the call has to run, for the first time or again. */
export function settledBefore(call: CallState, turn: Turn): ToolResult | undefined {
  const { name } = call.call
  if (call.stage === "started") return orphan(call, turn)
  if (turn.cancelled) return skipped()
  if (call.stage === "answered") return { outcome: "ok", content: [text(call.answer || "(no answer)")] }
  if (call.decision?.approved === false) {
    const why = call.decision.reason === undefined ? "" : ` Reason: ${call.decision.reason}`
    return { outcome: "denied", code: "denied", content: [text(`The user did not allow "${name}".${why}`)] }
  }
  return undefined
}

/** Only the tool can know whether the effect happened. After too many crashes it is not asked again. */
export function isInterruptedOnce({ stage, starts, effect = "once" }: CallState): boolean {
  return stage === "started" && effect === "once" && starts < MAX_ORPHANS
}

/** Started, never finished and not running: the process died in between. */
function orphan(call: CallState, turn: Turn): ToolResult | undefined {
  const { starts, effect = "once", name = call.call.name, child } = call
  // A call that waits for a child cannot crash the process: crashes of the child's steps are counted in the child.
  if (starts >= MAX_ORPHANS && child === undefined)
    return unknown(`The process ended ${starts} times while "${name}" ran.`, CRASH_LOOP)
  if (turn.cancelled || effect === "once") return interrupted(name, effect)
  return undefined
}
