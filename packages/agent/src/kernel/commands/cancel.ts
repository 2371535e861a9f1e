// Command `cancel`: stop the running turn.
import type { Cancel } from "../../contracts/command.ts"
import { defineCommand, senderOf } from "../define-command.ts"
import { isRunning } from "../state/state.ts"

export const cancel = defineCommand<Cancel>({
  kind: "cancel",
  promote({ turn }, command) {
    if (!isRunning(turn) || turn.cancelled) return "drop"
    if (command.turn !== undefined && command.turn !== turn.number) return "drop"
    return { fact: { type: "turn-cancelled", turn: turn.number, ...senderOf(command) }, cancels: true }
  },
})
