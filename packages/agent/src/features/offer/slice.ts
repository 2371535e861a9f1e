// The tool choice's part of the state: which tools a model knows and is offered. An offer grows within a turn, and
// counts its misses.
import type { Slice } from "../../kernel/define-slice.ts"
import type { ToolFinished } from "../../kernel/facts/tool-finished.ts"
import { openCall } from "../../kernel/state/calls.ts"
import { inTurn } from "../../kernel/state/in-turn.ts"
import type { State } from "../../kernel/state/state.ts"

/** What a session keeps of its tools. */
export interface OfferState {
  /** The tools that were called last, newest last, each with the turn it was called in. */
  readonly usedTools: readonly { readonly tool: string; readonly turn: number }[]
  /** Blob hash of the tools' names, as the model was last shown them. */
  readonly catalogue?: string
}

/** What the offer of tools keeps of a turn. */
export interface OfferTurn {
  /** Which tools are offered, where it is not all of them. */
  readonly offer?: Offer
  /** The number of the answer whose call met the turn's tool choice. Absent: the choice still holds. */
  readonly choiceMetAt?: number
}

/** The tools that a turn offers. */
export interface Offer {
  /** Offered in every request of the turn from now on. */
  readonly tools: readonly string[]
  /** How often the model wanted a tool that was not among them. */
  readonly misses: number
  /** The category that the model chose, where it chooses one. */
  readonly category?: string
}

/** Older ones are found again when they are needed. */
const MAX_USED = 12
/** Outcomes of calls that the model wanted, whatever came of them. */
const WANTED: ReadonlySet<string> = new Set(["ok", "error", "timeout", "unknown", "denied"])
const NOT_FOUND = "tool-not-found"
/** A model that stops short may not have been offered the tool that it needs. `deflection` occurs in older logs. */
const STOPPED_SHORT: ReadonlySet<string> = new Set(["unfinished", "deflection"])

export const offerSlice: Slice = {
  initial: { usedTools: [] },
  on: {
    "model-asked": (state, { purpose, sections, offers }) => {
      // Without a turn no model is asked.
      if (purpose !== undefined || state.turn === undefined) return state
      const { catalogue } = sections
      const known = catalogue === undefined || catalogue === state.catalogue ? state : { ...state, catalogue }
      return offers === undefined
        ? known
        : inOffer(known, (offer) => ({ ...offer, tools: joined(offer.tools, offers) }))
    },
    nudged: (state, { reason }) =>
      state.turn?.offer === undefined || !STOPPED_SHORT.has(reason) ? state : inOffer(state, missed),
    "tool-finished": (state, fact) => used(state.turn?.toolChoice === undefined ? state : met(state, fact), fact),
  },
  // A rewind also takes back what the model was told about its tools.
  conversation: ["catalogue"],
}

function inOffer(state: State, change: (offer: Offer) => Offer): State {
  return inTurn(state, (turn) => ({ ...turn, offer: change({ misses: 0, tools: [], ...turn.offer }) }))
}

function missed(offer: Offer): Offer {
  return { ...offer, misses: offer.misses + 1 }
}

/** A call that was refused, or could not be run, is no call; what a person denies is settled. */
function met(state: State, { call: id, name, outcome, pending }: ToolFinished): State {
  const { turn } = state
  const wanted = turn?.toolChoice
  if (turn === undefined || wanted === undefined || wanted === "none" || turn.choiceMetAt !== undefined) return state
  const call = turn.calls.find((each) => each.call.id === id)
  if (call === undefined || pending === true || (wanted !== "required" && wanted.tool !== name)) return state
  const isRun = call.starts > 0 || outcome === "ok" || outcome === "denied"
  return isRun ? inTurn(state, (current) => ({ ...current, choiceMetAt: turn.iteration })) : state
}

function used(state: State, fact: ToolFinished): State {
  const { turn } = state
  if (turn === undefined || openCall(turn, fact.call) === undefined || !WANTED.has(fact.outcome)) return state
  const finds = fact.loads !== undefined || fact.category !== undefined
  const isNone = fact.code === NOT_FOUND
  const usedTools = finds || isNone ? state.usedTools : withUse(state.usedTools, fact.name, turn.number)
  if (turn.offer !== undefined) return { ...state, usedTools, turn: { ...turn, offer: grown(turn.offer, fact) } }
  return usedTools === state.usedTools ? state : { ...state, usedTools }
}

function grown(offer: Offer, { name, code, loads, category }: ToolFinished): Offer {
  // Replaces what was offered for another category.
  if (category !== undefined) return { ...offer, category, tools: category === offer.category ? offer.tools : [] }
  if (loads !== undefined) return { ...offer, tools: joined(offer.tools, loads), misses: offer.misses + 1 }
  if (code === NOT_FOUND) return { ...offer, misses: offer.misses + 1 }
  if (offer.tools.includes(name)) return offer
  return { ...offer, tools: [...offer.tools, name], misses: offer.misses + 1 }
}

function joined(tools: readonly string[], more: readonly string[]): readonly string[] {
  const added = more.filter((name) => !tools.includes(name))
  return added.length === 0 ? tools : [...tools, ...added]
}

function withUse(used: State["usedTools"], tool: string, turn: number): State["usedTools"] {
  const last = used.at(-1)
  if (last?.tool === tool && last.turn === turn) return used
  return [...used.filter((each) => each.tool !== tool), { tool, turn }].slice(-MAX_USED)
}
