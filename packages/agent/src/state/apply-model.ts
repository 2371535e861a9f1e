// The model's part of the fold: attempts, answers, failures.
import type { Fact, ModelAnswered, ModelAsked, ModelFailed } from "../contracts/fact.ts"
import type { AssistantMessage } from "../contracts/message.ts"
import { addUsage } from "../contracts/usage.ts"
import { push } from "./grow-list.ts"
import { openResults, shown } from "./messages.ts"
import type { Attempt, AttemptFailure, State, Turn } from "./state.ts"

/** The request shows all that was said up to `seen`: from here on that is history. */
export function applyModelAsked(state: State, fact: ModelAsked & Fact): State {
  const turn = state.turn
  if (turn === undefined) return state
  const now = state.waiting.filter((input) => input.seq <= fact.seen && !input.ephemeral)
  const { answer: _judged, ...open } = turn
  return {
    ...state,
    history: push(state.history, ...openResults(state), ...shown(now)),
    // An ephemeral input stays until the request that shows it is answered, so that a retry shows it too.
    waiting: state.waiting.filter((input) => !now.includes(input)),
    turn: { ...open, iteration: fact.iteration, attempt: nextAttempt(turn, fact), calls: [] },
  }
}

function nextAttempt(turn: Turn, fact: ModelAsked): Attempt {
  const last = turn.attempt?.iteration === fact.iteration ? turn.attempt : undefined
  return {
    id: fact.attempt,
    iteration: fact.iteration,
    seen: fact.seen,
    open: true,
    orphans: (last?.orphans ?? 0) + (last?.open === true ? 1 : 0),
    failures: last?.failures ?? 0,
    tries: (last?.tries ?? 0) + 1,
  }
}

export function applyModelAnswered(state: State, fact: ModelAnswered & Fact): State {
  const turn = state.turn
  if (turn === undefined) return state
  const { text, reasoning, calls, stop, problems } = fact
  const empty = text.trim() === "" && calls.length === 0
  const message: AssistantMessage = { role: "assistant", text: text.trim() === "" ? "" : text, reasoning, calls }
  return {
    ...state,
    history: empty ? state.history : push(state.history, message),
    waiting: state.waiting.filter((input) => !input.ephemeral || input.seq > (turn.attempt?.seen ?? 0)),
    usage: addUsage(state.usage, fact.usage),
    turn: {
      ...turn,
      ...closeAttempt(turn),
      answer: { seq: fact.seq, attempt: fact.attempt, text, stop, nudged: false, problems },
      calls: calls.map((call) => ({ call, stage: "asked", starts: 0 })),
      usage: addUsage(turn.usage, fact.usage),
      counters: { ...turn.counters, empties: empty ? turn.counters.empties + 1 : 0 },
    },
  }
}

export function applyModelFailed(state: State, fact: ModelFailed & Fact): State {
  const turn = state.turn
  if (turn?.attempt === undefined) return state
  // What the user read before stopping the answer stays said.
  const kept = fact.error.class === "aborted" && fact.text?.trim() ? fact.text : undefined
  const failure: AttemptFailure = {
    error: fact.error,
    at: fact.at,
    ...(fact.retryAt !== undefined && { retryAt: fact.retryAt }),
    ...(kept !== undefined && { kept }),
  }
  const counts = fact.error.class === "interrupted" ? 0 : 1
  const attempt: Attempt = { ...turn.attempt, open: false, failures: turn.attempt.failures + counts, failure }
  const partial: AssistantMessage = { role: "assistant", text: kept ?? "", reasoning: [], calls: [] }
  return {
    ...state,
    history: kept === undefined ? state.history : push(state.history, partial),
    turn: { ...turn, attempt },
  }
}

function closeAttempt(turn: Turn): Partial<Turn> {
  if (turn.attempt === undefined) return {}
  const { failure: _over, ...attempt } = turn.attempt
  return { attempt: { ...attempt, open: false } }
}
