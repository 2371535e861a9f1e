// Projects a session's facts to its transcript. The log keeps all of it, so what was condensed is shown in full.
import { defined } from "../../base/defined.ts"
import type { TextPart } from "../../contracts/content.ts"
import type { Fact } from "../../contracts/fact.ts"
import { roleOf } from "../../registry/request-roles.ts"
import { isRewind, type Rewind, takenBack } from "./taken-back.ts"
import { callIn, newCard, type OpenCard, withFact } from "./tool-card.ts"
import type { ThinkingPart, TranscriptAnswer, TranscriptMessage, TranscriptTurn } from "./transcript.ts"

type FactOf<T extends Fact["type"]> = Extract<Fact, { readonly type: T }>

/** An answer before its cards are complete: it names its calls. */
interface Draft extends Omit<TranscriptAnswer, "parts"> {
  readonly attempt: string
  readonly words: readonly (TextPart | ThinkingPart)[]
  readonly calls: readonly string[]
}

type DraftMessage = Exclude<TranscriptMessage, TranscriptAnswer> | Draft
interface DraftTurn extends Omit<TranscriptTurn, "messages"> {
  readonly messages: readonly DraftMessage[]
}

/**
 * The turns that begin in these facts, oldest first. `later`: rewinds after the last of these facts, which may take turns
 * back.
 */
export function transcriptOf(facts: readonly Fact[], later: readonly Rewind[] = []): readonly TranscriptTurn[] {
  const cards = new Map<string, OpenCard>()
  const turns: DraftTurn[] = []
  for (const fact of facts) {
    const last = turns.at(-1)
    if (fact.type === "turn-started") turns.push(begun(fact))
    else if (last !== undefined) turns[turns.length - 1] = turnAfter(last, fact)
    if (fact.type === "model-answered" && isConversation(fact))
      for (const call of fact.calls) cards.set(call.id, newCard(call))
    const call = callIn(fact)
    const open = call === undefined ? undefined : cards.get(call)
    if (call !== undefined && open !== undefined) cards.set(call, withFact(open, fact))
  }
  const isTakenBack = takenBack([...facts.filter(isRewind), ...later])
  return turns.map(({ messages, ...turn }) => ({
    ...turn,
    ...(isTakenBack(messages[0]?.seq ?? 0) && { rewound: true as const }),
    messages: messages.map((message) => complete(message, cards)),
  }))
}

function complete(message: DraftMessage, cards: ReadonlyMap<string, OpenCard>): TranscriptMessage {
  if (message.role === "user") return message
  const { words, calls, attempt: _, ...answer } = message
  return { ...answer, parts: [...words, ...calls.flatMap((call) => cards.get(call)?.card ?? [])] }
}

function begun(fact: FactOf<"turn-started">): DraftTurn {
  const { turn, trace, at: startedAt } = fact
  return { turn, trace, startedAt, messages: [inputOf(fact)] }
}

function turnAfter(turn: DraftTurn, fact: Fact): DraftTurn {
  switch (fact.type) {
    case "input-added":
      return withMessage(turn, inputOf(fact))
    case "model-answered":
      return withMessage(turn, answerOf(fact))
    case "model-failed":
      return withMessage(turn, cutOff(fact))
    case "nudged":
      return fact.attempt === undefined ? turn : abandon(turn, fact.attempt)
    case "turn-finished":
      return finish(turn, fact)
    default:
      return turn
  }
}

function withMessage(turn: DraftTurn, message: DraftMessage | undefined): DraftTurn {
  return message === undefined ? turn : { ...turn, messages: [...turn.messages, message] }
}

function inputOf({ seq, at, input, by, approval }: FactOf<"turn-started" | "input-added">): DraftMessage {
  return { role: "user", seq, at, parts: input, ...defined({ by, approval }) }
}

/** Requests beside the conversation have a purpose, and no answer to the user. */
function isConversation(fact: FactOf<"model-answered">): boolean {
  return fact.purpose === undefined && (roleOf(fact).isPublished || roleOf(fact).hasCalls)
}

function answerOf(fact: FactOf<"model-answered">): DraftMessage | undefined {
  if (!isConversation(fact)) return undefined
  const { seq, at, attempt, reasoning, calls } = fact
  const isTold = roleOf(fact).isPublished
  const thoughts = isTold ? reasoning.map(({ text }) => text).join("") : ""
  const words = [
    ...(thoughts === "" ? [] : [{ type: "thinking", text: thoughts } as const]),
    ...(isTold && fact.text.trim() !== "" ? [{ type: "text", text: fact.text } as const] : []),
  ]
  if (words.length === 0 && calls.length === 0) return undefined
  return { role: "assistant", seq, at, attempt, words, calls: calls.map(({ id }) => id) }
}

/** What the user saw of an answer before they cancelled it. */
function cutOff({ purpose, error, text = "", seq, at, attempt }: FactOf<"model-failed">): DraftMessage | undefined {
  if (purpose !== undefined || error.class !== "aborted" || text.trim() === "") return undefined
  return { role: "assistant", seq, at, attempt, words: [{ type: "text", text }], calls: [], ended: "cancelled" }
}

function abandon(turn: DraftTurn, attempt: string | undefined): DraftTurn {
  const messages = turn.messages.map(
    (message): DraftMessage =>
      message.role === "assistant" && message.attempt === attempt ? { ...message, ended: "abandoned" } : message,
  )
  return { ...turn, messages }
}

function finish(turn: DraftTurn, fact: FactOf<"turn-finished">): DraftTurn {
  const { outcome, usage, error, suggestions, at: endedAt } = fact
  return { ...withMessage(turn, closingWords(turn, fact)), endedAt, outcome, usage, ...defined({ error, suggestions }) }
}

/** Words that end a turn and are no answer of a model: those of a tool, or of the runtime. */
function closingWords({ messages }: DraftTurn, { seq, at, text }: FactOf<"turn-finished">): DraftMessage | undefined {
  const said = messages.flatMap((message) => (message.role === "assistant" ? message.words : []))
  const told = said.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("")
  if (bare(told).endsWith(bare(text))) return undefined
  return { role: "assistant", seq, at, attempt: "", words: [{ type: "text", text }], calls: [] }
}

/** An answer may be stored with other white space than the text that ends its turn. */
function bare(text: string): string {
  return text.replaceAll(/\s/g, "")
}
