// The model's part of the fold: attempts, answers, failures.
import type { ErrorClass } from "../../contracts/answer.ts"
import type { Fact, ModelAnswered, ModelAsked, ModelFailed } from "../../contracts/fact.ts"
import type { AssistantMessage } from "../../contracts/message.ts"
import { addUsage } from "../../contracts/usage.ts"
import { planAnswered, planAsked } from "../../features/plans/apply-plan.ts"
import { offering } from "../../features/tool-choice/apply-offer.ts"
import { again } from "./counting.ts"
import { corrected, framed, measured, readCounts, refused } from "./gauge.ts"
import { openResults, shown } from "./messages.ts"
import { remember } from "./remember.ts"
import type { Attempt, AttemptFailure, State, Turn } from "./state.ts"

/** The request shows all that was said up to `seen`: from here on that is history. */
export function applyModelAsked(state: State, fact: ModelAsked & Fact): State {
  const turn = state.turn
  if (turn === undefined) return state
  // Who is asked for the call of one step is shown nothing of the conversation.
  const isShown = fact.phase !== "route"
  const now = state.waiting.filter((input) => isShown && input.seq <= fact.seen && !input.ephemeral)
  const { answer: _judged, ...open } = turn
  return {
    ...remember(state, ...openResults(state), ...shown(now)),
    // The requests of a plan are made of other things than the next one without it.
    gauge: fact.phase === undefined ? measured(state.gauge, fact) : state.gauge,
    ...(fact.sections.catalogue !== undefined && { catalogue: fact.sections.catalogue }),
    // An ephemeral input stays until the request that shows it is answered, so that a retry shows it too.
    waiting: state.waiting.filter((input) => !now.includes(input)),
    turn: {
      ...open,
      iteration: fact.iteration,
      asks: turn.asks + 1,
      ...planAsked(turn, fact),
      attempt: nextAttempt(turn, fact),
      kept: goesOn(turn) ? turn.kept : "",
      calls: [],
      ...offering(turn, fact),
    },
  }
}

/** The next answer continues the last one: nothing was called or said in between. */
function goesOn({ answer, calls }: Turn): boolean {
  return answer === undefined || (answer.nudged && calls.length === 0)
}

function nextAttempt(turn: Turn, fact: ModelAsked): Attempt {
  const chain = fact.chain ?? 0
  const before = turn.attempt?.iteration === fact.iteration ? turn.attempt : undefined
  // Another model starts with a clean slate.
  const last = before?.chain === chain ? before : undefined
  return {
    id: fact.attempt,
    iteration: fact.iteration,
    seen: fact.seen,
    open: true,
    orphans: (last?.orphans ?? 0) + (last?.open === true ? 1 : 0),
    failures: last?.failures ?? 0,
    tries: (before?.tries ?? 0) + 1,
    chain,
    model: fact.model,
    // Without a budget nobody knows: then it may.
    offersTools: fact.budget === undefined || fact.budget.tools > 0,
    ...(fact.phase !== undefined && { phase: fact.phase }),
    ...(fact.step !== undefined && { step: fact.step }),
    ...(fact.budget !== undefined && { tokens: fact.budget.system + fact.budget.tools + fact.budget.history }),
    ...(fact.counts !== undefined && { counts: readCounts(fact.counts) }),
  }
}

export function applyModelAnswered(state: State, fact: ModelAnswered & Fact): State {
  const turn = state.turn
  if (turn === undefined) return state
  if (fact.phase === "plan" || fact.phase === "route") return applyPlanWords(state, turn, fact)
  const { text, reasoning, calls, stop, problems, written } = fact
  const isSilent = text.trim() === "" && calls.length === 0
  const isMalformed = problems.length > 0 && calls.length === 0
  const { [turn.attempt?.chain ?? 0]: _up, ...down } = state.down
  const message: AssistantMessage = { role: "assistant", text: text.trim() === "" ? "" : text, reasoning, calls }
  return {
    ...(isSilent ? state : remember(state, message)),
    gauge: framed(corrected(state.gauge, turn.attempt, fact.usage), fact.chars, turn.ending !== undefined),
    down,
    waiting: state.waiting.filter((input) => !input.ephemeral || input.seq > (turn.attempt?.seen ?? 0)),
    usage: addUsage(state.usage, fact.usage),
    turn: {
      ...turn,
      ...closeAttempt(turn),
      ...(fact.phase === "synthesis" && planAnswered(turn, fact)),
      answer: {
        seq: fact.seq,
        attempt: fact.attempt,
        text,
        stop,
        nudged: false,
        problems,
        ...(written !== undefined && { written }),
      },
      calls: calls.map((call) => ({ call, stage: "asked", starts: 0 })),
      usage: addUsage(turn.usage, fact.usage),
      counters: {
        ...turn.counters,
        empties: isSilent && !isMalformed ? turn.counters.empties + 1 : 0,
        malformed: isMalformed ? turn.counters.malformed + 1 : 0,
        sameError: isMalformed ? again(turn.counters.sameError, problemKey(problems)) : turn.counters.sameError,
      },
    },
  }
}

/** What a planner or a router says is no answer: of it only calls become part of the conversation. */
function applyPlanWords(state: State, turn: Turn, fact: ModelAnswered): State {
  const { reasoning, phase } = fact
  const calls = phase === "route" ? fact.calls : []
  const { [turn.attempt?.chain ?? 0]: _up, ...down } = state.down
  const message: AssistantMessage = { role: "assistant", text: "", reasoning, calls }
  return {
    ...(calls.length === 0 ? state : remember(state, message)),
    gauge: corrected(state.gauge, turn.attempt, fact.usage),
    down,
    usage: addUsage(state.usage, fact.usage),
    turn: {
      ...turn,
      ...closeAttempt(turn),
      ...planAnswered(turn, fact),
      calls: calls.map((call) => ({ call, stage: "asked", starts: 0 })),
      usage: addUsage(turn.usage, fact.usage),
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
    ...(kept === undefined ? state : remember(state, partial)),
    gauge: framed(
      isRefusal(fact.error) ? refused(state.gauge, turn.attempt, fact.error.message) : state.gauge,
      fact.chars,
      turn.ending !== undefined,
    ),
    down: UNREACHABLE.has(fact.error.class) ? withDown(state.down, turn.attempt, fact.at) : state.down,
    turn: { ...turn, attempt },
  }
}

/** The provider said that it was too large; what we do not send tells nothing of the provider. */
function isRefusal({ class: kind, code }: ModelFailed["error"]): boolean {
  return kind === "context-overflow" && code !== "context-too-large"
}

/** Errors that tell of the model, not of what it was asked: the next request would most likely meet them too. */
const UNREACHABLE: ReadonlySet<ErrorClass> = new Set([
  "rate-limit",
  "overloaded",
  "server-error",
  "network",
  "timeout",
  "config",
])

/** Retries of one request are one failure. */
function withDown(down: State["down"], { chain, failures }: Attempt, at: number): State["down"] {
  const times = (down[chain]?.times ?? 0) + (failures === 0 ? 1 : 0)
  return { ...down, [chain]: { at, times: Math.max(1, times) } }
}

/** Which kinds of problem, not which words: a model that writes another broken body each time is as stuck. */
function problemKey(problems: ModelAnswered["problems"]): string {
  return `answer: ${problems.map(({ code }) => code).join(", ")}`
}

function closeAttempt(turn: Turn): Partial<Turn> {
  if (turn.attempt === undefined) return {}
  const { failure: _over, ...attempt } = turn.attempt
  return { attempt: { ...attempt, open: false } }
}
