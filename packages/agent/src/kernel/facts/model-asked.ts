// A request is about to be sent to a model: the intent, with what the request shows and how large it is.
import { defined } from "../../base/defined.ts"
import type { Budget } from "../../contracts/context.ts"
import type { Event } from "../../contracts/event.ts"
import type { Purpose } from "../../contracts/fact.ts"
import type { Phase, StepAsked } from "../../contracts/plan.ts"
import { PURPOSES } from "../../registry/purposes.ts"
import { roleOf } from "../../registry/request-roles.ts"
import type { EventWriter, FactDefinition } from "../define-fact.ts"
import { readCounts, withMeasurement } from "../state/gauge.ts"
import { later } from "../state/messages.ts"
import { type Counted, remembered } from "../state/remember.ts"
import type { Attempt, State, Turn, WaitingInput } from "../state/state.ts"

/** The fact that a request goes out. */
export interface ModelAsked {
  readonly type: "model-asked"
  readonly purpose?: Purpose
  /** For a request to the judge: the finish check that led to it, and what that check found. */
  readonly why?: string
  readonly attempt: string
  readonly turn: number
  readonly iteration: number
  readonly model: string
  /** The model's index in the chain, from 0; absent for the first model. */
  readonly chain?: number
  /** The length of the chain, when the model is not in it: a planner or a router. */
  readonly beside?: number
  /** In a turn with a plan: the phase of the request, and the step of the plan it is for. */
  readonly phase?: Phase
  readonly step?: StepAsked
  /** The request shows the log up to this `seq`. Later input waits for the next request. */
  readonly seen: number
  /** Blob hashes of the request's sections. Together with the log up to `seen` they rebuild the request. */
  readonly sections: Readonly<Record<string, string>>
  /** The estimated size of the request. */
  readonly budget?: Budget
  /**
   * The counts behind the estimate. Together with the usage that the provider reports they correct the next estimate.
   */
  readonly counts?: Readonly<Record<string, number>>
  /**
   * When not all tools are offered: the tools that this turn's requests offer from here on,
   * in addition to earlier ones.
   */
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
  /** The request shows all input up to `seen`, so from here on that input is history. */
  fold(state, fact) {
    if (fact.purpose !== undefined) return PURPOSES[fact.purpose].fold(state, fact)
    const { turn } = state
    if (turn === undefined) return state
    const { isShown, isMeasured } = roleOf(fact)
    const { added, waiting } = shownNow(state, fact, isShown)
    const { history, counts, blobs } = remembered(state, added)
    return {
      ...state,
      history,
      counts,
      blobs,
      gauge: isMeasured ? withMeasurement(state.gauge, fact) : state.gauge,
      waiting,
      turn: {
        ...turn,
        answer: undefined,
        held: undefined,
        iteration: fact.iteration,
        asks: turn.asks + 1,
        attempt: nextAttempt(turn, fact),
        kept: goesOn(turn) ? turn.kept : "",
        calls: NO_CALLS,
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
  /** The events that take an unfinished answer back are published once. The events after them are always the same. */
  countsFrom: ({ purpose }, events) =>
    purpose === undefined
      ? events.findIndex(({ type }) => type === "step-start" || type === "iteration-start")
      : undefined,
  record: "paired",
  describe: ({ model, attempt, why, phase, step }, say) => {
    const place = phase === undefined ? "" : `, ${phase}${step === undefined ? "" : ` of step ${step.number}`}`
    return say.quiet(`${model}, attempt ${attempt}${place}${why === undefined ? "" : `: ${say.short(why)}`}`)
  },
  // Observers get the name of the check from `why`, but not what it found.
  secret: ["step"],
  hashes: ({ sections }) => Object.values(sections),
}

/** What becomes history, and what still waits. */
function shownNow(state: State, { seen }: ModelAsked, isShown: boolean) {
  const { waiting } = state
  const all = later(state)
  if (waiting.length === 0) return { added: all, waiting }
  // An ephemeral input stays until the request that shows it has an answer, so that a retry shows it too.
  const isNow = (input: WaitingInput | undefined) =>
    input === undefined || (isShown && input.seq <= seen && !input.ephemeral)
  const first = all.calls.length
  const added: Counted = {
    messages: all.messages.filter((_, at) => isNow(waiting[at - first])),
    counts: all.counts.filter((_, at) => isNow(waiting[at - first])),
  }
  return { added, waiting: waiting.filter((input) => !isNow(input)) }
}

const NO_CALLS: Turn["calls"] = []

/** Published once per step of a plan, although a step may take several calls and each request may be retried. */
function stepStart({ step, attempt }: ModelAsked, to: EventWriter): readonly Event[] {
  if (step === undefined || step.time > 1 || !attempt.endsWith(".1")) return []
  return [to.event({ type: "step-start", step: step.number, what: step.what })]
}

/** The next answer continues the last one: there was no call and no input in between. */
function goesOn({ answer, calls }: Turn): boolean {
  return answer === undefined || (answer.nudged && calls.length === 0)
}

function nextAttempt(turn: Turn, fact: ModelAsked): Attempt {
  const { chain = 0, budget } = fact
  const before = turn.attempt?.iteration === fact.iteration ? turn.attempt : undefined
  // The counters start over for another model.
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
    // Without a budget the number of offered tools is unknown, so assume that there are some.
    offersTools: budget === undefined || budget.tools > 0,
    phase: fact.phase,
    step: fact.step,
    tokens: budget && budget.system + budget.tools + budget.history,
    counts: fact.counts && readCounts(fact.counts),
    failure: undefined,
  }
}
