// Command by which a user asks to condense the history now.
import { defined } from "../../base/defined.ts"
import type { AskCompaction } from "../../contracts/command.ts"
import { defineCommand, senderOf } from "../../kernel/define-command.ts"
import { isHeldUp } from "../../registry/open-work.ts"

export const askCompaction = defineCommand<AskCompaction>({
  kind: "compact",
  promote(state, command) {
    if (isHeldUp(state)) return "later"
    const { focus } = command
    return { fact: { type: "compaction-asked", ...defined({ focus }), ...senderOf(command) } }
  },
})
