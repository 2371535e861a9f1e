// Put files back, or take the conversation back, because somebody asks for it.
import type { AskRestore } from "../../contracts/command.ts"
import { defineCommand, senderOf } from "../../kernel/define-command.ts"
import { isRunning, type State } from "../../kernel/state/state.ts"

export const askRestore = defineCommand<AskRestore>({
  kind: "restore",
  promote(state, command) {
    const { turn, compaction } = state
    // Files and conversation change while nothing else does.
    const isBusy = isRunning(turn) || compaction.asked !== undefined || compaction.summary?.open === true
    if (isBusy || isRestoring(state)) return "later"
    const { kind: _kind, id: _id, by: _by, ...wish } = command
    return { fact: { type: "restore-asked", ...wish, ...senderOf(command) } }
  },
})

/** Files are put back, or the conversation is taken back: what comes next begins after it. */
export function isRestoring({ restore, rewoundTo }: State): boolean {
  return restore !== undefined || rewoundTo !== undefined
}
