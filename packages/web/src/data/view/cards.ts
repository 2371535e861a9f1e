// What events change on the card of a tool call.
import type { Event } from "@pawl/client"
import type { ViewCard } from "./session-view.ts"

type CardEvents = {
  readonly [T in Event["type"]]?: (card: ViewCard, event: Extract<Event, { readonly type: T }>, now: number) => ViewCard
}

/** One row for each event that is about a call. */
const CHANGES: CardEvents = {
  "approval-requested": (card, { name, arguments: given, preview, risk, from }, since) => ({
    ...card,
    // A sub-agent's call is named in the approval; the card stays that of the call that passes it on.
    ...(from === undefined && { name, arguments: given }),
    state: "waiting",
    approval: { preview, risk, since, ...(from !== undefined && { from }) },
  }),
  "approval-settled": (card, { decision }) => ({
    ...card,
    ...(card.approval !== undefined && { approval: { ...card.approval, decision } }),
    state: settled(card),
  }),
  "question-asked": (card, { question, suggestions }, since) => ({
    ...card,
    state: "waiting",
    question: { text: question, suggestions, since },
  }),
  "question-answered": (card, { answer }) => ({
    ...card,
    ...(card.question !== undefined && { question: { ...card.question, answer } }),
    state: settled(card),
  }),
  "question-withdrawn": (card) => ({ ...card, state: settled(card) }),
  "tool-call": (card, { name, arguments: given, child }) => ({
    ...card,
    name,
    arguments: given,
    state: "running",
    isStarted: true,
    ...(child !== undefined && { child }),
  }),
  "tool-result": (card, { name, content, value, ms }) => ({
    ...unfinished(card),
    name,
    state: "ok",
    result: content,
    ms,
    ...(value !== undefined && { value }),
  }),
  "tool-error": (card, { name, outcome, content, code, ms }) => ({
    ...unfinished(card),
    name,
    state: outcome,
    result: content,
    ms,
    ...(code !== undefined && { code }),
  }),
}

/** A tool that asks while it runs goes on. */
function settled({ isStarted = false }: ViewCard): ViewCard["state"] {
  return isStarted ? "running" : "asked"
}

/** A call that is finished again has only its last outcome. */
function unfinished(card: ViewCard): ViewCard {
  const { result: _r, value: _v, full: _f, code: _c, ms: _m, isStarted: _s, ...rest } = card
  return rest
}

/** Undefined when the event is not about a call. */
export function callOf(event: Event): string | undefined {
  return Object.hasOwn(CHANGES, event.type) && "call" in event ? event.call : undefined
}

export function newCard(call: string): ViewCard {
  return { type: "tool", call, name: "", arguments: {}, state: "asked" }
}

export function withEvent(card: ViewCard, event: Event, now: number): ViewCard {
  const change = CHANGES[event.type] as ((card: ViewCard, event: Event, now: number) => ViewCard) | undefined
  return change === undefined ? card : change(card, event, now)
}
