// Whether any session could have written a log, whatever its rules: for logs from outside, such as imports.
import { messageOf } from "../contracts/error.ts"
import type { Fact } from "../contracts/fact.ts"
import { applyWith } from "../kernel/state/fold.ts"
import { isRunning, type State } from "../kernel/state/state.ts"
import { emptyState } from "../registry/state.ts"
import { checkSaid } from "./check-commands.ts"
import { openAttempt } from "./check-model.ts"
import { describeFact } from "./describe.ts"
import { type Divergence, differs, type Wrong } from "./report.ts"

/** The first fact that no session could have written; undefined if there is none. */
export function checkLog(facts: readonly Fact[]): Divergence | undefined {
  const states = [emptyState]
  for (const fact of facts) {
    const state = states.at(-1) ?? emptyState
    const wrong = wrongIn(fact, state)
    if (wrong !== undefined) return { exact: false, at: fact.seq, ...wrong }
    states.push(applyWith((seq) => states[seq], state, fact))
  }
  return undefined
}

function wrongIn(fact: Fact, state: State): Wrong {
  try {
    const why = objection(fact, state)
    return why === undefined ? checkSaid(fact, state) : differs("log-invalid", why, describeFact(fact))
  } catch (error) {
    return differs("log-invalid", "a fact that can be read", messageOf(error))
  }
}

/** What the fact requires but the state does not have. */
function objection(fact: Fact, state: State): string | undefined {
  const { turn, seq } = state
  switch (fact.type) {
    case "model-asked":
      if (fact.seen > seq) return "a request that shows what was there"
      return fact.purpose === "summary" || isRunning(turn) ? undefined : "a running turn"
    case "model-answered":
    case "model-failed":
      return openAttempt(fact, state) === fact.attempt ? undefined : "an open request that it replies to"
    case "approval-requested":
    case "question-asked":
    case "tool-started":
    case "tool-finished": {
      const call = isRunning(turn) ? turn.calls.find((each) => each.call.id === fact.call) : undefined
      return call === undefined || call.stage === "finished" ? "an open call" : undefined
    }
    case "nudged":
    case "request-held":
    case "turn-finished":
      return isRunning(turn) ? undefined : "a running turn"
    default:
      return undefined
  }
}
