// A request is about to be made: the intent, with what it shows and what it weighs.
import { defined } from "../../base/defined.ts"
import type { Budget } from "../../contracts/context.ts"
import type { Event } from "../../contracts/event.ts"
import type { Purpose } from "../../contracts/fact.ts"
import type { Phase, StepAsked } from "../../contracts/plan.ts"
import { PURPOSES } from "../../registry/purposes.ts"
import { roleOf } from "../../registry/request-roles.ts"
import type { FactDefinition, Teller } from "../define-fact.ts"
import { measured, readCounts } from "../state/gauge.ts"
import { openResults, shown } from "../state/messages.ts"
import { remember } from "../state/remember.ts"
import type { Attempt, Turn } from "../state/state.ts"

export interface ModelAsked {
  readonly type: "model-asked"
  readonly purpose?: Purpose
  /** Of a question about an answer: the finish check that led to it, and what it found. */
  readonly why?: string
  readonly attempt: string
  readonly turn: number
  readonly iteration: number
  readonly model: string
  /** Which model of the chain it is, counted from 0; absent for the first. */
  readonly chain?: number
  /** How long the chain is, when the model stands beside it: a planner or a router. */
  readonly beside?: number
  /** In a turn that is carried out by a plan: what the request is for, and for which step. */
  readonly phase?: Phase
  readonly step?: StepAsked
  /** The request shows what the log held up to here; what was said later waits for the next request. */
  readonly seen: number
  /** Blob hashes of the request's sections: with the log up to `seen` they rebuild the request. */
  readonly sections: Readonly<Record<string, string>>
  /** What the request weighs, as estimated. */
  readonly budget?: Budget
  /** What the estimate rests on: with what the provider reports it corrects the next one. */
  readonly counts?: Readonly<Record<string, number>>
  /** Where not all tools are offered: those that this turn's requests offer from here on, in addition to earlier ones. */
  readonly offers?: readonly string[]
}

export const modelAsked: FactDefinition<ModelAsked> = {
  type: "model-asked",
  version: 1,
  must: {
    attempt: "string",
    turn: "number",
    iteration: "number",
    model: "string",
    seen: "number",
    sections: "object",
  },
  may: { why: "string", offers: "strings", budget: "object" },
  /** The request shows all that was said up to `seen`: from here on that is history. */
  fold(state, fact) {
    if (fact.purpose !== undefined) return PURPOSES[fact.purpose].fold(state, fact)
    const { turn } = state
    if (turn === undefined) return state
    const { isShown, isMeasured } = roleOf(fact)
    const now = state.waiting.filter((input) => isShown && input.seq <= fact.seen && !input.ephemeral)
    const { answer: _judged, ...open } = turn
    return {
      ...remember(state, ...openResults(state), ...shown(now)),
      gauge: isMeasured ? measured(state.gauge, fact) : state.gauge,
      // An ephemeral input stays until the request that shows it is answered, so that a retry shows it too.
      waiting: state.waiting.filter((input) => !now.includes(input)),
      turn: {
        ...open,
        iteration: fact.iteration,
        asks: turn.asks + 1,
        attempt: nextAttempt(turn, fact),
        kept: goesOn(turn) ? turn.kept : "",
        calls: [],
      },
    }
  },
  events(fact, to) {
    if (fact.purpose !== undefined) return PURPOSES[fact.purpose].events?.(fact, to) ?? []
    const discarded = to.discard("crashed")
    const { iteration, attempt, model, budget, phase } = fact
    to.begin(attempt)
    const size = budget === undefined ? [] : [to.event({ type: "context-budget", attempt, budget })]
    const asked = { iteration, attempt, model, ...defined({ phase }) }
    return [...discarded, ...stepStart(fact, to), to.event({ type: "iteration-start", ...asked }), ...size]
  },
  /** What a request takes back is told once; the rest is always the same. */
  countsFrom: ({ purpose }, events) =>
    purpose === undefined
      ? events.findIndex(({ type }) => type === "step-start" || type === "iteration-start")
      : undefined,
  record: "paired",
  describe: ({ model, attempt, why, phase, step }, say) => {
    const place = phase === undefined ? "" : `, ${phase}${step === undefined ? "" : ` of step ${step.number}`}`
    return say.quiet(`${model}, attempt ${attempt}${place}${why === undefined ? "" : `: ${say.short(why)}`}`)
  },
  // Of `why` watchers get the name of the check, and not what it found.
  secret: ["step"],
  hashes: ({ sections }) => Object.values(sections),
}

/** Told once: a call for the same step may be asked for more than once, and each request made more than once. */
function stepStart({ step, attempt }: ModelAsked, to: Teller): readonly Event[] {
  if (step === undefined || step.time > 1 || !attempt.endsWith(".1")) return []
  return [to.event({ type: "step-start", step: step.number, what: step.what })]
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
    ...defined({ phase: fact.phase, step: fact.step }),
    ...(fact.budget !== undefined && { tokens: fact.budget.system + fact.budget.tools + fact.budget.history }),
    ...(fact.counts !== undefined && { counts: readCounts(fact.counts) }),
  }
}
