// A call has its final result.
import { defined } from "../../base/defined.ts"
import { failureKind } from "../../base/taxonomy.ts"
import { type BlobPart, type Part, plainText } from "../../contracts/content.ts"
import type { Cut, LastWords, Stamp, StructuredPart, ToolOutcome } from "../../contracts/fact.ts"
import type { Json } from "../../contracts/json.ts"
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

/** The fact that a call has its final result. */
export interface ToolFinished {
  readonly type: "tool-finished"
  readonly call: string
  readonly name: string
  readonly outcome: ToolOutcome
  readonly code?: string
  readonly content: readonly Part[]
  /** The first part of `content` is the JSON of the value that the tool returned. */
  readonly json?: true
  /** Which part of `content` holds the structured value that an MCP server returned. */
  readonly structured?: StructuredPart
  /** Set when `content` is only the beginning of what the tool returned: the whole result as a blob. */
  readonly full?: BlobPart
  readonly cut?: Cut
  /** Set when the call ends the turn: its closing text. */
  readonly ends?: LastWords
  /**
   * The turn was given up before the call had its own result. A retry takes the call up, and another result follows.
   */
  readonly pending?: true
  /**
   * The hashes of the files that the call was to change, null for a file that does not exist. Other files are left out.
   */
  readonly left?: Readonly<Record<string, string | null>>
  /** Tools that the call found: they are offered for the rest of the turn. */
  readonly loads?: readonly string[]
  /** The tool category that the call chose: from here on only its tools are offered. */
  readonly category?: string
  /** Tokens that a child used; they count towards this turn. */
  readonly usage?: Usage
  /** The session's lists after the call. */
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
    json: "boolean",
    structured: "object",
    full: "blob",
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
  events(fact, to) {
    const { call, name, outcome, code, content, cut, ms } = fact
    to.forgetOutput(call)
    const told = { call, name, content, ...defined({ cut }), ms }
    if (outcome === "ok") return [to.event({ type: "tool-result", ...told, ...defined({ value: valueIn(fact) }) })]
    return [to.event({ type: "tool-error", outcome, ...defined({ code }), ...told })]
  },
  record: "paired",
  describe: ({ name, outcome, ms }, say) =>
    `${name}: ${outcome === "ok" ? "ok" : say.alert(outcome)} ${say.quiet(`(${ms} ms)`)}`,
  secret: ["content", "full", "ends", "left", "tasks", "notes"],
  searched: ({ name, content }) => ({ kind: "result", text: `${name}: ${plainText(content)}` }),
}

/** The value that a tool or a server returned, where it is no text and the model was shown all of it. */
export function valueIn(fact: Pick<ToolFinished, "json" | "structured" | "content" | "cut">): Json | undefined {
  const { content, cut, structured = fact.json === true ? { part: 0 } : undefined } = fact
  const part = structured === undefined || cut !== undefined ? undefined : content[structured.part]
  if (structured === undefined || part?.type !== "text") return undefined
  try {
    const value = structured.isText === true ? part.text : (JSON.parse(part.text) as Json) // It returns JSON.
    return structured.key === undefined ? value : { [structured.key]: value }
  } catch {
    // A secret was taken out of it, and what is left is no JSON.
    return undefined
  }
}

/** Counted once: a call that is already finished adds nothing. */
function paid(state: State, fact: ToolFinished): State {
  const isFree = fact.usage === undefined && fact.ms === 0
  return isFree || openCall(state.turn, fact.call) === undefined ? state : withUsage(state, fact)
}

/**
 * A fork does not take up calls that were pending in the original session: only that session knows whether they ran.
 */
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
  // A pending call has no effect on the counters yet.
  if (pending || before === undefined || before.stage === "finished") return settled
  return counted(countChange(settled, before, fact), before, fact, state.turn?.counters.changes ?? 0)
}

/** Updates the counters that rules compare with their limits. */
function counted(state: State, before: CallState, fact: ToolFinished, changesBefore: number): State {
  const { name, outcome, code, content } = fact
  const { turn } = state
  // After a cancellation, whatever the tool reports is not its fault.
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

/** Outcomes that count as a change because the effect may have happened. */
const CHANGING: ReadonlySet<string> = new Set(["ok", "unknown", "timeout"])

function countChange(state: State, { effect = "read" }: CallState, fact: ToolFinished): State {
  const { turn } = state
  if (turn === undefined || effect === "read" || !CHANGING.has(fact.outcome)) return state
  const more = { ...turn, counters: { ...turn.counters, changes: turn.counters.changes + 1 } }
  // A changed list may be read again by the model; nothing in the world has changed.
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

/** No tool failed, but the model repeated the same mistake. */
function countError(state: State, turn: Turn, sameError: Turn["counters"]["sameError"]): State {
  return { ...state, turn: { ...turn, counters: { ...turn.counters, sameError } } }
}

function countRepeat(state: State, turn: Turn): State {
  const counters = { ...turn.counters, refusedRepeats: turn.counters.refusedRepeats + 1 }
  return { ...state, turn: { ...turn, counters } }
}

/** A successful call resets the failure counters. */
function countCall(state: State, turn: Turn, { call, name }: CallState, made: Pick<Made, "result" | "before">): State {
  const { changes } = turn.counters
  const recent = withCall(turn.counters.recent, { signature: signatureOf(call), ...made, changes })
  const { sameError, refusedRepeats, nudgesSinceCall } = noCounters
  const { [name ?? call.name]: _works, ...toolFailures } = state.toolFailures
  const counters = { ...turn.counters, recent, sameError, refusedRepeats, nudgesSinceCall }
  return { ...state, toolFailures, turn: { ...turn, counters } }
}
