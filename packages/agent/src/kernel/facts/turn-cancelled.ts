// A person cancelled the turn.
import type { FromCommand } from "../../contracts/fact.ts"
import type { FactDefinition } from "../define-fact.ts"
import { inTurn } from "../state/in-turn.ts"

/** The fact that a turn was cancelled. */
export interface TurnCancelled extends FromCommand {
  readonly type: "turn-cancelled"
  readonly turn: number
}

export const turnCancelled: FactDefinition<TurnCancelled> = {
  type: "turn-cancelled",
  version: 1,
  must: { turn: "number", command: "string" },
  fold: (state) => inTurn(state, (turn) => ({ ...turn, cancelled: true })),
  events: ({ turn }, to) => [to.event({ type: "cancelled", turn })],
  record: ({ by }) => ({ by }),
  secret: [],
}
