// A message was taken back before its turn began: no model ever sees it.
import { defined } from "../../base/defined.ts"
import type { FromCommand } from "../../contracts/fact.ts"
import type { FactDefinition } from "../define-fact.ts"

/** The fact that a message was taken back before its turn began. `command`: the id that it was sent with. */
export interface InputWithdrawn extends FromCommand {
  readonly type: "input-withdrawn"
}

export const inputWithdrawn: FactDefinition<InputWithdrawn> = {
  type: "input-withdrawn",
  version: 1,
  must: { command: "string" },
  fold: (state) => state,
  events: ({ command, by }, to) => [to.event({ type: "input-withdrawn", command, ...defined({ by }) })],
  record: "none",
  describe: ({ command }) => `message ${command}`,
  secret: [],
}
