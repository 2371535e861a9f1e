// Projects a session's facts to its transcript. The log keeps all of it, so what was condensed is shown in full.
import { defined } from "../../base/defined.ts"
import type { TextPart } from "../../contracts/content.ts"
import type { Fact } from "../../contracts/fact.ts"
import { roleOf } from "../../registry/request-roles.ts"
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

/** All turns, oldest first. */
export function transcriptOf(facts: readonly Fact[]): readonly TranscriptTurn[] {
  const cards = new Map<string, OpenCard>()
  let turns: readonly DraftTurn[] = []
  for (const fact of facts) {
    turns = turnsAfter(turns, fact)
    if (fact.type === "model-answered" && isConversation(fact))
      for (const call of fact.calls) cards.set(call.id, newCard(call))
    const call = callIn(fact)
    const open = call === undefined ? undefined : cards.get(call)
    if (call !== undefined && open !== undefined) cards.set(call, withFact(open, fact))
  }
  return turns.map((turn) => ({ ...turn, messages: turn.messages.map((message) => complete(message, cards)) }))
}

function complete(message: DraftMessage, cards: ReadonlyMap<string, OpenCard>): TranscriptMessage {
  if (message.role === "user") return message
  const { words, calls, attempt: _, ...answer } = message
  return { ...answer, parts: [...words, ...calls.flatMap((call) => cards.get(call)?.card ?? [])] }
}

function turnsAfter(turns: readonly DraftTurn[], fact: Fact): readonly DraftTurn[] {
  switch (fact.type) {
    case "turn-started": {
      const { turn, trace, at: startedAt } = fact
      return [...turns, { turn, trace, startedAt, messages: [inputOf(fact)] }]
    }
    case "input-added":
      return inLast(turns, (turn) => withMessage(turn, inputOf(fact)))
    case "model-answered":
      return inLast(turns, (turn) => withMessage(turn, answerOf(fact)))
    case "model-failed":
      return inLast(turns, (turn) => withMessage(turn, cutOff(fact)))
    case "nudged":
      return fact.attempt === undefined ? turns : inLast(turns, (turn) => abandon(turn, fact.attempt))
    case "turn-finished":
      return inLast(turns, (turn) => finish(turn, fact))
    case "conversation-rewound":
      return turns.map((turn) => (isAfter(turn, fact.to) ? { ...turn, rewound: true } : turn))
    default:
      return turns
  }
}

function inLast(turns: readonly DraftTurn[], change: (turn: DraftTurn) => DraftTurn): readonly DraftTurn[] {
  const last = turns.at(-1)
  return last === undefined ? turns : [...turns.slice(0, -1), change(last)]
}

function withMessage(turn: DraftTurn, message: DraftMessage | undefined): DraftTurn {
  return message === undefined ? turn : { ...turn, messages: [...turn.messages, message] }
}

function inputOf({ seq, at, input, by }: FactOf<"turn-started" | "input-added">): DraftMessage {
  return { role: "user", seq, at, parts: input, ...defined({ by }) }
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
  const { outcome, usage, error, at: endedAt } = fact
  return { ...withMessage(turn, closingWords(turn, fact)), endedAt, outcome, usage, ...defined({ error }) }
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

function isAfter({ messages }: DraftTurn, seq: number): boolean {
  return (messages[0]?.seq ?? 0) > seq
}
