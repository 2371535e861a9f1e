// Condense the history now, because somebody asks for it.
import type { AskCompaction } from "../../contracts/command.ts"
import { defineCommand, senderOf } from "../../kernel/define-command.ts"
import { isHeldUp } from "../../registry/open-work.ts"

export const askCompaction = defineCommand<AskCompaction>({
  kind: "compact",
  promote(state, command) {
    if (isHeldUp(state)) return "later"
    const { focus } = command
    return { fact: { type: "compaction-asked", ...(focus !== undefined && { focus }), ...senderOf(command) } }
  },
})
