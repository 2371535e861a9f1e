// What features have under way that the kernel has to know of, though not by name.
import { expiryOf } from "../features/approval/expire.ts"
import { openJudgement } from "../features/finish/judge.ts"
import { isRestoring } from "../features/undo/ask-restore.ts"
import type { CallState, State, Turn } from "../kernel/state/state.ts"
import type { Step } from "./steps.ts"

/** For a call that waits for a person: what is done if nobody comes. */
export function whileAwaiting(call: CallState): readonly Step[] {
  return expiryOf(call)
}

/** Requests beside the conversation: a cancelled turn ends them before it ends. */
export function openBeside(turn: Turn): readonly Step[] {
  return openJudgement(turn)
}

/** Nothing new begins before it is over. */
export function isHeldUp(state: State): boolean {
  return isRestoring(state)
}
