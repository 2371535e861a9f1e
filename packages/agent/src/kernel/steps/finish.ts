// Step: end the turn.
import { defined } from "../../base/defined.ts"
import { type Fitting, weigh } from "../../context/fitting.ts"
import type { Ending, TurnError, TurnOutcome } from "../../contracts/fact.ts"
import type { Json } from "../../contracts/json.ts"
import { defineStep, isSameThroughout } from "../define-step.ts"
import type { State, Turn } from "../state/state.ts"

/** The step that ends a turn. */
export interface Finish {
  readonly kind: "finish"
  readonly key: string
  readonly outcome: TurnOutcome
  readonly text: string
  readonly error?: TurnError
  readonly suggestions?: readonly string[]
  readonly output?: Json
}

export function finishStep(turn: Turn, outcome: TurnOutcome, text: string, error?: TurnError): Finish {
  const key = `finish:${turn.number}`
  return { kind: "finish", key, outcome, text, ...defined({ error }) }
}

/** Ends a turn that was asked for its last answer: with that answer, or with a fixed text if it is empty. */
export function endingFinish(turn: Turn, { outcome, error, text }: Ending, answer = ""): Finish {
  const words = [turn.kept, answer.trim() === "" ? text : answer].filter((each) => each.trim() !== "")
  // The last answer starts over, so it is separated from the earlier text.
  return finishStep(turn, outcome, words.join("\n\n"), error)
}

export const finish = defineStep<Finish>()({
  kind: "finish",
  needs: ["state", "fitting"],
  // A turn may end in different ways under the same key.
  isSame: isSameThroughout,
  async *perform(step, { state, fitting }) {
    const turn = state.turn as Turn // Safe: rules return this step only in a turn.
    const { outcome, text, error, suggestions, output } = step
    const extra = { ...defined({ error, suggestions, output }) }
    const ended = { turn: turn.number, outcome, text, usage: turn.usage, ...extra }
    yield { fact: { type: "turn-finished", ...ended, ...room(step, turn, state, fitting) } }
  },
})

/**
 * How the window is filled for the next request, after the final answer. The `ending` of this
 * turn does not apply to it.
 */
function room({ outcome }: Finish, { attempt, ending: _over, ...turn }: Turn, state: State, fitting: Fitting) {
  if (outcome !== "completed" || attempt === undefined) return {}
  return { attempt: attempt.id, budget: weigh({ ...state, turn }, attempt.chain, fitting) }
}
