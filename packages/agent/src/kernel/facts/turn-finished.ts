// The turn is over, with its outcome.
import { defined } from "../../base/defined.ts"
import type { Budget } from "../../contracts/context.ts"
import type { TurnError, TurnOutcome } from "../../contracts/fact.ts"
import type { Json } from "../../contracts/json.ts"
import type { Usage } from "../../contracts/usage.ts"
import type { FactDefinition } from "../define-fact.ts"
import { closeTurn } from "../state/close-turn.ts"
import { inTurn } from "../state/in-turn.ts"
import { hasPending } from "../state/take-up.ts"

/** The fact that a turn is over. */
export interface TurnFinished {
  readonly type: "turn-finished"
  readonly turn: number
  readonly outcome: TurnOutcome
  readonly text: string
  readonly error?: TurnError
  readonly suggestions?: readonly string[]
  /** The final answer as data, in a turn that was asked for one: what the model gave, and the schema accepts. */
  readonly output?: Json
  readonly usage: Usage
  /** The last attempt of a completed turn, and how full the window is once its answer is part of the history. */
  readonly attempt?: string
  readonly budget?: Budget
}

export const turnFinished: FactDefinition<TurnFinished> = {
  type: "turn-finished",
  version: 1,
  must: { turn: "number", outcome: "string", text: "string", usage: "object" },
  may: { error: "error", suggestions: "strings", attempt: "string", budget: "object" },
  fold(state, { outcome, text, error }) {
    const finished = { outcome, text, ...defined({ error }) }
    const closed = hasPending(state.turn) ? state : closeTurn(state)
    return inTurn(closed, (turn) => ({ ...turn, finished }))
  },
  events({ turn, outcome, text, error, usage, suggestions, output, attempt, budget }, to) {
    const size =
      attempt === undefined || budget === undefined ? [] : [to.event({ type: "context-budget", attempt, budget })]
    const extra = { ...defined({ error, suggestions, output }) }
    return [
      ...size,
      ...(error === undefined ? [] : [to.event({ type: "error", ...error })]),
      to.event({ type: "loop-end", turn }),
      to.event({ type: "turn-end", turn, outcome, text, usage, ...extra }),
    ]
  },
  countsFrom: () => 0,
  record: "paired",
  describe: ({ outcome, error }, say) =>
    error === undefined ? outcome : say.alert(`${outcome}: ${say.short(error.message)}`),
  secret: ["text", "suggestions", "output"],
  searched: ({ error, text }) =>
    error === undefined ? undefined : { kind: "result", text: `${error.message} ${text}` },
}
