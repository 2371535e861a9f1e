// Ends the turn.
import { weigh } from "../../context/fitting.ts"
import type { PerformContext, Yielded } from "../performer.ts"
import type { Turn } from "../state/state.ts"
import type { Finish } from "../steps/finish.ts"

export async function* performFinish(step: Finish, context: PerformContext): AsyncGenerator<Yielded, void, void> {
  const turn = context.state.turn as Turn // A rule asked for this step, so there is a turn.
  const { outcome, text, error, suggestions } = step
  const extra = { ...(error !== undefined && { error }), ...(suggestions !== undefined && { suggestions }) }
  const ended = { turn: turn.number, outcome, text, usage: turn.usage, ...extra }
  yield { fact: { type: "turn-finished", ...ended, ...room(step, turn, context) } }
}

/** What a final answer leaves of the window: of the next request, so that a turn which ends does not count. */
function room({ outcome }: Finish, { attempt, ending: _over, ...turn }: Turn, context: PerformContext) {
  if (outcome !== "completed" || attempt === undefined) return {}
  return { attempt: attempt.id, budget: weigh({ ...context.state, turn }, attempt.chain, context.fitting) }
}
