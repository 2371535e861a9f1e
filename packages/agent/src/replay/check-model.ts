// Requests to a model: when one is made, which model of the chain it goes to, from which state it is built, and what may
// answer it. The model's answers are taken from the log.
import { sha256 } from "../base/blob.ts"
import { historyCounts } from "../context/fitting.ts"
import type { Fact } from "../contracts/fact.ts"
import { builtInChecks } from "../features/finish/checks.ts"
import { ABOUT } from "../features/finish/judge-purpose.ts"
import { MAX_ORPHANS } from "../kernel/performer.ts"
import { weightsOf } from "../kernel/state/gauge.ts"
import type { CallState, State } from "../kernel/state/state.ts"
import type { CallModel } from "../kernel/steps/call-model.ts"
import { estimate } from "../tokens/weights.ts"
import { describeFact, describeSteps } from "./describe.ts"
import type { Past } from "./past.ts"
import { differs, type Wrong } from "./report.ts"

type FactOf<T extends Fact["type"]> = Extract<Fact, { type: T }>

/** The available blobs by hash: with them more of a request can be checked. */
export type KnownBlobs = ReadonlyMap<string, Uint8Array>

export function checkAsked(fact: FactOf<"model-asked">, past: Past, blobs: KnownBlobs): Wrong {
  if (fact.purpose === "sampling") return checkSampling(fact, past)
  if (fact.purpose === "judge" && isFormerJudge(fact, past)) return undefined
  const key = keyOf(fact)
  if (!past.steps.some((step) => step.key === key))
    return differs("rules-changed", describeSteps(past.steps), `${describeFact(fact)} (${key})`)
  const state = past.stateAt(fact.seen)
  const step = past.stepsAt(fact.seen).find((each) => each.key === key)
  if (state === undefined || fact.seen >= fact.seq || step === undefined) {
    return differs("fact-changed", `seen: a state in which ${key} was asked for`, `seen: ${fact.seen}`)
  }
  if (step.kind === "call-model") return checkRequest(fact, step, { state, past, blobs })
  const attempt = step.kind === "judge" ? `${step.attempt}${ABOUT}` : `compact.${state.compaction.times + 1}`
  return attempt === fact.attempt ? undefined : differs("fact-changed", `attempt ${attempt}`, `attempt ${fact.attempt}`)
}

/** In an older log other rules asked the judge; or a user's own check did, which is not available. */
function isFormerJudge({ attempt }: FactOf<"model-asked">, { now: { turn } }: Past): boolean {
  if (`${turn?.answer?.attempt}${ABOUT}` !== attempt) return false
  const known = new Set(builtInChecks.map(({ name }) => name))
  return turn?.checks === undefined || turn.checks.some((name) => !known.has(name))
}

/** The tools are determined when a request is made, and the model is told if they have changed. */
export function checkCatalogue(fact: FactOf<"catalogue-changed">, { steps, now }: Past): Wrong {
  if (fact.catalogue === undefined) return undefined
  if (fact.catalogue === now.catalogue) return differs("fact-changed", "other tools than before", describeFact(fact))
  const isAsking = steps.some(({ kind }) => kind === "call-model")
  return isAsking ? undefined : differs("rules-changed", describeSteps(steps), describeFact(fact))
}

/** The limiter is asked before a request, so there is a request to make. When it lets it through is not in the log. */
export function checkHeld(fact: FactOf<"request-held">, { steps }: Past): Wrong {
  const isAsking = steps.some(({ key }) => key === `call-model:${fact.turn}.${fact.iteration}`)
  return isAsking ? undefined : differs("rules-changed", describeSteps(steps), describeFact(fact))
}

/** The limits are not in the log, but they are looked at only before a request. */
export function checkLimitMet(fact: FactOf<"usage-limit-met">, { steps }: Past): Wrong {
  const isAsking = steps.some(({ kind }) => kind === "call-model")
  return isAsking ? undefined : differs("rules-changed", describeSteps(steps), describeFact(fact))
}

/** A running tool may ask anything. */
function checkSampling(fact: FactOf<"model-asked">, { now }: Past): Wrong {
  const isRunning = ({ call, stage }: CallState) => stage === "started" && fact.attempt.startsWith(`${call.id}.sample.`)
  return now.turn?.calls.some(isRunning)
    ? undefined
    : differs("log-invalid", "a call that has begun", describeFact(fact))
}

function keyOf({ purpose, attempt, turn, iteration }: FactOf<"model-asked">): string {
  if (purpose === "judge") return `judge:${attempt.slice(0, -ABOUT.length)}`
  return purpose === "summary" ? attempt.replace(".", ":") : `call-model:${turn}.${iteration}`
}

interface Around {
  /** The state that the request shows. */
  readonly state: State
  readonly past: Past
  readonly blobs: KnownBlobs
}

function checkRequest(fact: FactOf<"model-asked">, step: CallModel, { state, past, blobs }: Around): Wrong {
  const { chain = 0 } = step
  if (chain !== (fact.chain ?? 0)) {
    return differs("rules-changed", `model ${chain + 1} of the chain`, `model ${(fact.chain ?? 0) + 1} of the chain`)
  }
  if (step.phase !== fact.phase || step.step?.number !== fact.step?.number)
    return differs("rules-changed", describeSteps([step]), `${describeFact(fact)} (${fact.phase ?? "no plan"})`)
  const last = state.turn?.attempt
  const attempt = `${fact.turn}.${fact.iteration}.${last?.iteration === fact.iteration ? last.tries + 1 : 1}`
  if (attempt !== fact.attempt) return differs("fact-changed", `attempt ${attempt}`, `attempt ${fact.attempt}`)
  return checkTime(fact, step, past) ?? checkSections(fact, state, blobs) ?? checkWeight(fact, state, past)
}

/** Clocks are corrected by a little while they run. */
const SLACK_MS = 50

/** Waits are measured by a clock that never jumps: where the log's clock jumped back, nothing can be checked. */
function checkTime(fact: FactOf<"model-asked">, { notBefore = 0 }: CallModel, past: Past): Wrong {
  const { session, turn } = past.now
  const failedAt = turn?.attempt?.failure?.at ?? 0
  // Facts that a copy inherited were timed under its parent's id.
  const isInherited = session?.parent?.kind !== "delegation" && fact.seq <= (session?.parent?.seq ?? 0)
  if (fact.at >= notBefore - SLACK_MS || fact.at < failedAt || fact.at < past.now.at || isInherited) return undefined
  return differs("rules-changed", `model-asked not before ${notBefore}`, `model-asked at ${fact.at}`)
}

/** A last answer is requested without tools, and withheld tools are not offered. */
function checkSections({ sections }: FactOf<"model-asked">, state: State, blobs: KnownBlobs): Wrong {
  const { turn, withheld } = state
  const { tools, catalogue } = sections
  if (catalogue !== undefined && catalogue !== (state.catalogue ?? catalogue))
    return differs("fact-changed", "catalogue-changed first, for there are other tools than before", "model-asked")
  if (tools === undefined) return undefined
  if (turn?.ending !== undefined && tools !== NO_TOOLS)
    return differs("fact-changed", "a request without tools", "tools")
  const offered = namesIn(blobs.get(tools))
  const wrong = withheld.find(({ tool }) => offered.includes(tool))
  return wrong && differs("fact-changed", `a request without "${wrong.tool}"`, `"${wrong.tool}" is offered`)
}

const NO_TOOLS = sha256("[]")

function namesIn(bytes: Uint8Array | undefined): readonly string[] {
  if (bytes === undefined) return []
  try {
    return (JSON.parse(new TextDecoder().decode(bytes)) as readonly { readonly name: string }[]).map(({ name }) => name)
  } catch {
    return []
  }
}

/** The history in the log must have the size that the request recorded: this detects any edited fact. */
function checkWeight({ budget, model, seen, phase }: FactOf<"model-asked">, state: State, past: Past): Wrong {
  // A router is not shown the history.
  if (budget === undefined || phase === "route") return undefined
  const history = estimate(historyCounts(state), weightsOf(state.gauge, model))
  if (history === budget.history) return undefined
  const since = past.last((fact) => fact.type === "model-asked" && fact.purpose === undefined)
  const where = `what facts ${since + 1} to ${seen} say is not what was sent`
  return differs("fact-changed", `a history of ${history} tokens`, `one of ${budget.history}: ${where}`)
}

export function checkReply(fact: FactOf<"model-answered"> | FactOf<"model-failed">, past: Past): Wrong {
  const open = openAttempt(fact, past.now)
  if (open !== fact.attempt)
    return differs("log-invalid", open === undefined ? "an open request" : `a reply to ${open}`, describeFact(fact))
  if (fact.type === "model-answered") {
    const again = fact.calls.find(({ id }) => past.isCall(id))
    return again && differs("log-invalid", "calls with ids of their own", `the id ${again.id} a second time`)
  }
  const crashes = (past.now.turn?.attempt?.orphans ?? 0) + 1
  if (fact.purpose !== undefined || fact.error.class !== "crashed" || crashes >= MAX_ORPHANS) return undefined
  return differs("fact-changed", `${MAX_ORPHANS} crashes before it is given up`, `${crashes}`)
}

export function openAttempt(
  { purpose, attempt }: { readonly purpose?: string; readonly attempt: string },
  { turn, compaction }: State,
): string | undefined {
  // A tool's own request: nothing is known about its progress.
  if (purpose === "sampling") return attempt
  if (purpose === "summary") return compaction.summary?.open === true ? compaction.summary.attempt : undefined
  if (purpose === "judge") return turn?.judgement?.open === true ? `${turn.judgement.about}${ABOUT}` : undefined
  return turn?.attempt?.open === true ? turn.attempt.id : undefined
}
