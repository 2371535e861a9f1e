// Open work of features that the kernel must take into account without knowing the feature.
import { expiryOf } from "../features/approval/expire.ts"
import { openJudgement } from "../features/finish/judge.ts"
import { isRestoring } from "../features/undo/ask-restore.ts"

/** For a call that waits for a person: the step that expires its request. */
export const whileAwaiting = expiryOf

/** Asides that are under way: a cancelled turn ends them before it ends. */
export const openBeside = openJudgement

/** Whether new input has to wait until this work is done. */
export const isHeldUp = isRestoring
