// Command `unsend`: what is left of a message that was taken back. It was decided when the message was changed in the inbox, so
// there is nothing to decide here.
import type { Unsend } from "../../contracts/command.ts"
import { defineCommand, senderOf } from "../define-command.ts"

export const unsend = defineCommand<Unsend>({
  kind: "unsend",
  promote: (_, command) => ({ fact: { type: "input-withdrawn", ...senderOf(command) } }),
})
