// A call has its one result.
import { defined } from "../../base/defined.ts"
import { failureKind } from "../../base/taxonomy.ts"
import { type BlobPart, type Part, plainText } from "../../contracts/content.ts"
import type { Cut, LastWords, Stamp, ToolOutcome } from "../../contracts/fact.ts"
import type { Note, Task } from "../../contracts/tasks.ts"
import type { Usage } from "../../contracts/usage.ts"
import { isOwnChange } from "../../registry/state.ts"
import type { FactDefinition } from "../define-fact.ts"
import { openCall, placeOf } from "../state/calls.ts"
import { changeCall } from "../state/change-call.ts"
import { isCopied } from "../state/copied.ts"
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
} from "../state/counting.ts"
import { type CallState, noCounters, type State, type Turn } from "../state/state.ts"
import { withUsage } from "../state/with-usage.ts"

export interface ToolFinished {
  readonly type: "tool-finished"
  readonly call: string
  readonly name: string
  readonly outcome: ToolOutcome
  readonly code?: string
  readonly content: readonly Part[]
  /** Set when `content` is only the beginning of what the tool returned. */
  readonly full?: BlobPart
  readonly cut?: Cut
  /** The call ends the turn, with these words. */
  readonly ends?: LastWords
  /** The turn was given up before the call had a result of its own. A retry takes it up: then another result follows. */
  readonly pending?: true
  /** What the files hold that the call was to change: the hash of each, null where there is none. Others are left out. */
  readonly left?: Readonly<Record<string, string | null>>
  /** Tools that the call found: offered for the rest of the turn. */
  readonly loads?: readonly string[]
  /** The category of tools that the call chose: its tools are offered from here on, and no others. */
  readonly category?: string
  /** What a child has cost: it is the turn's. */
  readonly usage?: Usage
  /** The session's lists, as the call left them. */
  readonly tasks?: readonly Task[]
  readonly notes?: readonly Note[]
  readonly ms: number
}

export const toolFinished: FactDefinition<ToolFinished> = {
  type: "tool-finished",
  version: 1,
  must: { call: "string", name: "string", outcome: "string", content: "parts", ms: "number" },
  may: {
    code: "string",
    full: "object",
    cut: "object",
    ends: "words",
    left: "object",
    loads: "strings",
    category: "string",
    usage: "object",
    tasks: "list",
    notes: "list",
  },
  fold: (state, fact) => finished(paid(state, fact), ownResult(state, fact)),
  events({ call, name, outcome, code, content, cut, ms }, to) {
    to.forgetOutput(call)
    const told = { call, name, content, ...defined({ cut }), ms }
    if (outcome === "ok") return [to.event({ type: "tool-result", ...told })]
    return [to.event({ type: "tool-error", outcome, ...defined({ code }), ...told })]
  },
  record: "paired",
  describe: ({ name, outcome, ms }, say) =>
    `${name}: ${outcome === "ok" ? "ok" : say.alert(outcome)} ${say.quiet(`(${ms} ms)`)}`,
  secret: ["content", "full", "ends", "left", "tasks", "notes"],
  searched: ({ name, content }) => ({ kind: "result", text: `${name}: ${plainText(content)}` }),
}

/** Once: a call that is finished costs nothing more. */
function paid(state: State, { call, usage }: ToolFinished): State {
  return usage === undefined || openCall(state.turn, call) === undefined ? state : withUsage(state, usage)
}

/** What was pending elsewhere is not taken up here: whether it happened is known there. */
function ownResult(state: State, fact: ToolFinished & Stamp): ToolFinished & Stamp {
  if (fact.pending === undefined || !isCopied(state.session?.parent, fact.seq)) return fact
  const { pending: _elsewhere, ...settled } = fact
  return settled
}

const FAILED_OUTCOMES: ReadonlySet<string> = new Set(["error", "timeout"])

function finished(state: State, fact: ToolFinished): State {
  const { name, outcome, content, code, ends } = fact
  const result = { name, outcome, content, ...defined({ code, ends }) }
  const kept =
    fact.full === undefined ? state : { ...state, cutResults: { ...state.cutResults, [fact.call]: fact.full } }
  const before = state.turn?.calls[placeOf(state.turn.calls, fact.call)]
  const { pending = false } = fact
  const settled = changeCall(kept, fact.call, (call) => ({
    ...call,
    stage: "finished",
    result,
    ...(pending && { pending }),
  }))
  // Nothing has come of it yet.
  if (pending || before === undefined || before.stage === "finished") return settled
  return counted(countChange(settled, before, fact), before, fact, state.turn?.counters.changes ?? 0)
}

/** What became of it, in the counters that rules hold against their limits. */
function counted(state: State, before: CallState, fact: ToolFinished, changesBefore: number): State {
  const { name, outcome, code, content } = fact
  const { turn } = state
  // Whatever a tool says once it is told to stop is no fault of its own.
  if (turn === undefined || turn.cancelled) return state
  if (FAILED_OUTCOMES.has(outcome)) return countFailure(state, turn, fact)
  if (outcome === "unknown" || outcome === "denied") {
    const counters = { ...turn.counters, delicate: turn.counters.delicate + 1 }
    return { ...state, turn: { ...turn, counters } }
  }
  if (code === REPEATED_CALL) return countRepeat(state, turn)
  if (code === WITHHELD_TOOL) return countError(state, turn, againWithheld(turn.counters.sameError, name))
  const made = { result: digestOf(content), before: changesBefore }
  return outcome === "ok" ? countCall(state, turn, before, made) : state
}

/** What may have happened after all counts as a change. */
const CHANGING: ReadonlySet<string> = new Set(["ok", "unknown", "timeout"])

function countChange(state: State, { effect = "read" }: CallState, fact: ToolFinished): State {
  const { turn } = state
  if (turn === undefined || effect === "read" || !CHANGING.has(fact.outcome)) return state
  const more = { ...turn, counters: { ...turn.counters, changes: turn.counters.changes + 1 } }
  // A list of its own that changed may be looked at again; in the world nothing is other than before.
  if (isOwnChange(fact)) return { ...state, turn: more }
  return { ...state, changes: state.changes + 1, turn: { ...more, changing: [...turn.changing, fact.call] } }
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
