// The tools' part of the fold: the calls of the last answer, each moving towards exactly one result.
import { plainText } from "../../contracts/content.ts"
import type { ApprovalRequested, Fact, ToolFinished } from "../../contracts/fact.ts"
import { failureKind } from "../../contracts/taxonomy.ts"
import { placeOf, withCallAt } from "./calls.ts"
import {
  again,
  againWithheld,
  digestOf,
  type Made,
  oneMore,
  REPEATED_CALL,
  signatureOf,
  WITHHELD_TOOL,
  withCall,
} from "./counting.ts"
import { type CallState, noCounters, type State, type Turn } from "./state.ts"

const FAILED_OUTCOMES: ReadonlySet<string> = new Set(["error", "timeout"])

export function applyToolFinished(state: State, fact: ToolFinished & Fact): State {
  const { name, outcome, content, code, ends } = fact
  const result = { name, outcome, content, ...(code !== undefined && { code }), ...(ends !== undefined && { ends }) }
  const kept =
    fact.full === undefined ? state : { ...state, cutResults: { ...state.cutResults, [fact.call]: fact.full } }
  const before = state.turn?.calls[placeOf(state.turn.calls, fact.call)]
  const { pending = false } = fact
  const finished = changeCall(kept, fact.call, (call) => ({
    ...call,
    stage: "finished",
    result,
    ...(pending && { pending }),
  }))
  // Nothing has come of it yet.
  if (pending) return finished
  const changed = before === undefined || before.stage === "finished" ? finished : countChange(finished, before, fact)
  const turn = changed.turn
  if (turn === undefined || before === undefined || before.stage === "finished") return changed
  // Whatever a tool says once it is told to stop is no fault of its own.
  if (turn.cancelled) return changed
  if (FAILED_OUTCOMES.has(outcome)) return countFailure(changed, turn, fact)
  if (outcome === "unknown" || outcome === "denied") {
    const counters = { ...turn.counters, delicate: turn.counters.delicate + 1 }
    return { ...changed, turn: { ...turn, counters } }
  }
  if (code === REPEATED_CALL) return countRepeat(changed, turn)
  if (code === WITHHELD_TOOL) return countError(changed, turn, againWithheld(turn.counters.sameError, name))
  const made = { result: digestOf(content), before: state.turn?.counters.changes ?? 0 }
  return outcome === "ok" ? countCall(changed, turn, before, made) : changed
}

/** What may have happened after all counts as a change. */
const CHANGING: ReadonlySet<string> = new Set(["ok", "unknown", "timeout"])

function countChange(state: State, { effect = "read" }: CallState, fact: ToolFinished): State {
  const { turn } = state
  if (turn === undefined || effect === "read" || !CHANGING.has(fact.outcome)) return state
  const counted = { ...turn, counters: { ...turn.counters, changes: turn.counters.changes + 1 } }
  // A list of its own that changed may be looked at again; in the world nothing is other than before.
  if (fact.tasks !== undefined || fact.notes !== undefined) return { ...state, turn: counted }
  return { ...state, changes: state.changes + 1, turn: { ...counted, changing: [...turn.changing, fact.call] } }
}

function countFailure(state: State, turn: Turn, { name, code, content }: ToolFinished): State {
  const key = `${name}: ${code ?? "failed"}: ${plainText(content).slice(0, 200)}`
  const sameError = again(turn.counters.sameError, key)
  if (code !== undefined && failureKind(code).isCallers === true) return countError(state, turn, sameError)
  const counters = { ...turn.counters, toolFailures: oneMore(turn.counters.toolFailures, name), sameError }
  return { ...state, toolFailures: oneMore(state.toolFailures, name), turn: { ...turn, counters } }
}

/** No tool failed, but the model goes wrong the same way again. */
function countError(state: State, turn: Turn, sameError: Turn["counters"]["sameError"]): State {
  return { ...state, turn: { ...turn, counters: { ...turn.counters, sameError } } }
}

function countRepeat(state: State, turn: Turn): State {
  const counters = { ...turn.counters, refusedRepeats: turn.counters.refusedRepeats + 1 }
  return { ...state, turn: { ...turn, counters } }
}

/** A call that worked clears what went wrong before. */
function countCall(state: State, turn: Turn, { call, name }: CallState, made: Pick<Made, "result" | "before">): State {
  const { changes } = turn.counters
  const recent = withCall(turn.counters.recent, { signature: signatureOf(call), ...made, changes })
  const { sameError, refusedRepeats, nudgesSinceCall } = noCounters
  const { [name ?? call.name]: _works, ...toolFailures } = state.toolFailures
  const counters = { ...turn.counters, recent, sameError, refusedRepeats, nudgesSinceCall }
  return { ...state, toolFailures, turn: { ...turn, counters } }
}

export function repairedBy({
  arguments: given,
  repairs = [],
}: Pick<ApprovalRequested, "arguments" | "repairs">): Pick<CallState, "repaired"> {
  return repairs.length === 0 ? {} : { repaired: { arguments: given, repairs } }
}

/** A finished call never changes again; a fact about a call that is not open changes nothing. */
export function changeCall(state: State, id: string, change: (call: CallState) => CallState): State {
  const turn = state.turn
  if (turn === undefined) return state
  const place = placeOf(turn.calls, id)
  const call = turn.calls[place]
  if (call === undefined || call.stage === "finished") return state
  return { ...state, turn: { ...turn, calls: withCallAt(turn.calls, place, change(call)) } }
}
