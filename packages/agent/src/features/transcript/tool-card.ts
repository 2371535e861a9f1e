// A tool card, fact by fact: what each fact about a call changes on its card.
import { defined } from "../../base/defined.ts"
import type { Fact } from "../../contracts/fact.ts"
import type { Call } from "../../contracts/message.ts"
import { valueIn } from "../../kernel/facts/tool-finished.ts"
import type { ToolCard } from "./transcript.ts"

/** A card while it is written: whether its tool has started decides where it stands once a person has settled it. */
export interface OpenCard {
  readonly card: ToolCard
  readonly isStarted: boolean
}

type Change<T extends Fact["type"]> = (open: OpenCard, fact: Extract<Fact, { readonly type: T }>) => OpenCard

export function newCard({ id, name, arguments: given }: Call): OpenCard {
  return { card: { type: "tool", call: id, name, arguments: given, state: "asked" }, isStarted: false }
}

/** The same card when the fact is not about it. */
export function withFact(open: OpenCard, fact: Fact): OpenCard {
  const change = changes[fact.type as CardFact] as Change<Fact["type"]> | undefined
  return change === undefined ? open : change(open, fact)
}

/** The call that a fact is about, if it changes a card. */
export function callIn(fact: Fact): string | undefined {
  return fact.type in changes && "call" in fact ? fact.call : undefined
}

type CardFact = keyof typeof changes

const changes: {
  readonly "approval-requested": Change<"approval-requested">
  readonly "approval-settled": Change<"approval-settled">
  readonly "question-asked": Change<"question-asked">
  readonly "question-answered": Change<"question-answered">
  readonly "question-withdrawn": Change<"question-withdrawn">
  readonly "tool-started": Change<"tool-started">
  readonly "tool-finished": Change<"tool-finished">
} = {
  "approval-requested": ({ card, isStarted }, { name, arguments: given, preview, risk, at: since, from }) => {
    // A sub-agent's call is named in the approval; the card stays that of the call that passes it on.
    const shown = from === undefined ? { name, arguments: given } : {}
    return put(
      { ...card, ...shown, state: "waiting", approval: { preview, risk, since, ...defined({ from }) } },
      isStarted,
    )
  },
  "approval-settled": ({ card, isStarted }, { decision, by, reason, arguments: edited }) => {
    const { approval } = card
    const settled = approval && { approval: { ...approval, decision, ...defined({ by, reason }) } }
    const ran = edited !== undefined && approval?.from === undefined ? { arguments: edited } : {}
    return put({ ...card, ...ran, ...settled, state: isStarted ? "running" : "asked" }, isStarted)
  },
  "question-asked": ({ card, isStarted }, { question: text, suggestions, at: since }) =>
    put({ ...card, state: "waiting", question: { text, suggestions, since } }, isStarted),
  "question-answered": ({ card, isStarted }, { answer }) => {
    const { question } = card
    const answered = question && { question: { ...question, answer } }
    return put({ ...card, ...answered, state: isStarted ? "running" : "asked" }, isStarted)
  },
  "question-withdrawn": ({ card, isStarted }) => put({ ...card, state: isStarted ? "running" : "asked" }, isStarted),
  "tool-started": ({ card }, { name, arguments: given, child }) =>
    put({ ...card, name, arguments: given, state: "running", ...defined({ child }) }, true),
  "tool-finished": ({ card }, fact) => {
    const { name, outcome, content, full, code, ms } = fact
    const { result: _r, value: _v, full: _f, code: _c, ms: _m, ...rest } = card
    const more = defined({ value: valueIn(fact), full, code })
    return put({ ...rest, name, state: outcome, result: content, ms, ...more }, false)
  },
}

function put(card: ToolCard, isStarted: boolean): OpenCard {
  return { card, isStarted }
}
