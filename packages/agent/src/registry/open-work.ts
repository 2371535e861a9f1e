// What features have under way that the kernel has to know of, though not by name.
import { expiryOf } from "../features/approval/expire.ts"
import { openJudgement } from "../features/finish/judge.ts"
import { isRestoring } from "../features/undo/ask-restore.ts"

/** For a call that waits for a person: what is done if nobody comes. */
export const whileAwaiting = expiryOf

/** Requests beside the conversation: a cancelled turn ends them before it ends. */
export const openBeside = openJudgement

/** Nothing new begins before it is over. */
export const isHeldUp = isRestoring
