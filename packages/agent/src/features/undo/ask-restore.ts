// Command by which a user asks to put files back, or to take the conversation back.
import type { AskRestore } from "../../contracts/command.ts"
import { defineCommand, senderOf } from "../../kernel/define-command.ts"
import { isRunning, type State } from "../../kernel/state/state.ts"

export const askRestore = defineCommand<AskRestore>({
  kind: "restore",
  promote(state, command) {
    const { turn, compaction } = state
    // Files and conversation are restored only while nothing else changes them.
    const isBusy = isRunning(turn) || compaction.asked !== undefined || compaction.summary?.open === true
    if (isBusy || isRestoring(state)) return "later"
    const { kind: _kind, id: _id, by: _by, ...wish } = command
    return { fact: { type: "restore-asked", ...wish, ...senderOf(command) } }
  },
})

/** Files are being put back, or the conversation is being taken back: everything else waits for that. */
export function isRestoring({ restore, rewoundTo }: State): boolean {
  return restore !== undefined || rewoundTo !== undefined
}
