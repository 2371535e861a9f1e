// A call has its final result.
import { defined } from "../../base/defined.ts"
import { type BlobPart, type Part, plainText } from "../../contracts/content.ts"
import type { Cut, LastWords, Stamp, StructuredPart, ToolOutcome } from "../../contracts/fact.ts"
import type { Json } from "../../contracts/json.ts"
import type { Note, Task } from "../../contracts/tasks.ts"
import { addUsage, type Usage } from "../../contracts/usage.ts"
import type { FactDefinition } from "../define-fact.ts"
import { placeOf, withCallAt } from "../state/calls.ts"
import { isCopied } from "../state/copied.ts"
import { countResult } from "../state/count-result.ts"
import type { CallResult, CallState, State } from "../state/state.ts"

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
  fold: (state, fact) => finished(state, ownResult(state, fact)),
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

/**
 * A fork does not take up calls that were pending in the original session: only that session knows whether they ran.
 */
function ownResult(state: State, fact: ToolFinished & Stamp): ToolFinished {
  if (fact.pending === undefined || !isCopied(state.session?.parent, fact.seq)) return fact
  const { pending: _elsewhere, ...settled } = fact
  return settled
}

function finished(state: State, fact: ToolFinished): State {
  const { turn } = state
  const place = turn === undefined ? -1 : placeOf(turn.calls, fact.call)
  const call = turn?.calls[place]
  const cutResults = fact.full === undefined ? state.cutResults : { ...state.cutResults, [fact.call]: fact.full }
  // Paid and counted once: a call that is already finished adds nothing.
  if (turn === undefined || call === undefined || call.stage === "finished")
    return fact.full === undefined ? state : { ...state, cutResults }
  const { counters, toolFailures, isChange } = countResult(state.toolFailures, turn, call, fact)
  // A turn that is over keeps its sums.
  const { usage, ms } = turn.finished === undefined ? fact : FREE
  return {
    ...state,
    cutResults,
    usage: addUsage(state.usage, fact.usage),
    workMs: state.workMs + fact.ms,
    toolFailures,
    changes: isChange ? state.changes + 1 : state.changes,
    turn: {
      ...turn,
      calls: withCallAt(turn.calls, place, finishedCall(call, fact)),
      usage: addUsage(turn.usage, usage),
      workMs: turn.workMs + ms,
      counters,
      changing: isChange ? [...turn.changing, fact.call] : turn.changing,
    },
  }
}

const FREE: { readonly usage?: Usage; readonly ms: number } = { ms: 0 }

function finishedCall(call: CallState, { name, outcome, content, code, ends, pending }: ToolFinished): CallState {
  const result: { -readonly [Field in keyof CallResult]: CallResult[Field] } = { name, outcome, content }
  if (code !== undefined) result.code = code
  if (ends !== undefined) result.ends = ends
  return pending === true ? { ...call, stage: "finished", result, pending } : { ...call, stage: "finished", result }
}
