// What a change makes of a message that waits for the end of a turn. Every store applies this rule, inside the transaction of the
// change.
import { defined } from "../base/defined.ts"
import type { Command, QueueChange } from "../contracts/command.ts"

/** Undefined for a command that cannot be changed: it is no message, or joins the running turn at any moment. */
export function changedCommand(command: Command, change: QueueChange): Command | undefined {
  if (command.kind !== "say" || command.whenBusy !== "queue") return undefined
  if (change.to === "steer") return { ...command, whenBusy: "steer" }
  return { kind: "unsend", id: command.id, ...defined({ by: change.by }) }
}
