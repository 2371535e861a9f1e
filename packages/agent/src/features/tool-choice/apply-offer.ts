// What is offered where it is not all tools: it grows within a turn, and remembers how often it was too little.
import type { Fact, ModelAsked, ToolFinished } from "../../contracts/fact.ts"
import { openCall } from "../../kernel/state/calls.ts"
import type { Offer, State, Turn } from "../../kernel/state/state.ts"

/** More are found again when they are needed. */
const MOST_USED = 12
/** The model wanted them, whatever came of it. */
const WANTED: ReadonlySet<string> = new Set(["ok", "error", "timeout", "unknown", "denied"])
const NOT_FOUND = "tool-not-found"
/** A model that stops short may not have been shown the tool that it needs. `deflection` is of older logs. */
const STOPPED_SHORT: ReadonlySet<string> = new Set(["unfinished", "deflection"])

export function offering({ offer }: Turn, { offers }: ModelAsked): Pick<Turn, "offer"> {
  if (offers === undefined) return {}
  return { offer: { misses: 0, ...offer, tools: joined(offer?.tools ?? [], offers) } }
}

export function applyToolUsed(state: State, fact: ToolFinished & Fact): State {
  const { turn } = state
  if (turn === undefined || openCall(turn, fact.call) === undefined || !WANTED.has(fact.outcome)) return state
  const finds = fact.loads !== undefined || fact.category !== undefined
  const isNone = fact.code === NOT_FOUND
  const usedTools = finds || isNone ? state.usedTools : withUse(state.usedTools, fact.name, turn.number)
  return { ...state, usedTools, turn: turn.offer === undefined ? turn : { ...turn, offer: grown(turn.offer, fact) } }
}

export function missed({ offer }: Turn, reason: string): Pick<Turn, "offer"> {
  return offer === undefined || !STOPPED_SHORT.has(reason) ? {} : { offer: { ...offer, misses: offer.misses + 1 } }
}

function grown(offer: Offer, { name, code, loads, category }: ToolFinished): Offer {
  // In place of what was offered for another one.
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
  return [...used.filter((each) => each.tool !== tool), { tool, turn }].slice(-MOST_USED)
}
