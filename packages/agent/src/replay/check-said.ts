// Facts that people bring about: they may come at any time at which a session would have taken them.
import type { Fact } from "../contracts/fact.ts"
import { type CallStage, isRunning, type State } from "../state/state.ts"
import { describeFact } from "./describe.ts"
import { differs, type Wrong } from "./report.ts"

export function checkSaid(fact: Fact, state: State): Wrong {
  const why = objection(fact, state)
  return why === undefined ? undefined : differs("log-invalid", why, describeFact(fact))
}

/** What would have to be so, and is not. */
function objection(fact: Fact, state: State): string | undefined {
  const { turn } = state
  switch (fact.type) {
    case "session-opened":
      return fact.seq === 1 ? undefined : "a session that is opened once, by its first fact"
    case "turn-started":
      if (isRunning(turn)) return `the end of turn ${turn.number} before another begins`
      return fact.turn === state.turns + 1 ? undefined : `turn ${state.turns + 1}`
    case "input-added":
      return isOpen(state) && fact.turn === turn?.number ? undefined : "a running turn to add to"
    case "turn-cancelled":
      return isOpen(state) && fact.turn === turn?.number ? undefined : "a running turn to cancel"
    case "approval-settled":
      return isAt(state, fact.call, "awaiting-approval") ? undefined : "a call that waits for an approval"
    case "question-answered":
      return isAt(state, fact.call, "awaiting-answer") ? undefined : "a call that waits for an answer"
    default:
      return undefined
  }
}

function isOpen({ turn }: State): boolean {
  return isRunning(turn) && !turn.cancelled
}

function isAt(state: State, id: string, stage: CallStage): boolean {
  return isOpen(state) && state.turn?.calls.find(({ call }) => call.id === id)?.stage === stage
}
