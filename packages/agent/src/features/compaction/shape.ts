// A history about to be condensed: which messages there are, how many are dropped, which are masked. Strategies change
// it step by step; nothing is written until it fits.
import { type BlobPart, type Part, plainText, type TextPart, text } from "../../contracts/content.ts"
import type { AssistantMessage, Message, ToolMessage, UserMessage } from "../../contracts/message.ts"
import { toArray } from "../../kernel/state/grow-list.ts"
import { openResults, shown } from "../../kernel/state/messages.ts"
import type { State } from "../../kernel/state/state.ts"

/** A message of the history, with its size. */
export interface Entry {
  /** The number of the message in the session. */
  readonly at: number
  readonly message: Message
  readonly tokens: number
}

/** The history, as strategies change it. */
export interface Shape {
  readonly entries: readonly Entry[]
  /** How many from the front are no longer shown. */
  readonly drops: number
  /** What is shown instead of longer messages, by place among the entries. */
  readonly masks: ReadonlyMap<number, Masked>
  /** How the summary of what is dropped is made. */
  readonly summary: "model" | "lines" | "none"
  /** Which strategies had an effect, in order. */
  readonly done: readonly string[]
}

/** A message that a strategy shortens. */
export interface Masked {
  readonly parts: readonly TextPart[]
  readonly tokens: number
  /** The whole stays readable for the model. */
  readonly spill?: true
  /** Strings in the arguments of its calls are cut to this length. */
  readonly args?: number
}

/** How much smaller the history has to become. */
export interface Need {
  /** How many tokens the history should have. */
  readonly target: number
  /** How many it may have at most; the same unless given. */
  readonly room?: number
  /** Tokens of a text, as the model would count. */
  readonly tokens: (text: string) => number
  /** Tokens of the history in this shape, including the digest. */
  readonly weigh: (shape: Shape) => number
  /** The text of parts, as far as it could be read. */
  readonly textOf: (parts: readonly Part[]) => string
  /** Places at which the history may be cut: never between a call and its result, nor before what is still open. */
  readonly cuts: readonly number[]
  /** The model has a tool to read results that it is shown only in part. */
  readonly canRead: boolean
}

/** One way to make a history smaller. Pure. */
export interface Strategy {
  readonly name: string
  apply(shape: Shape, need: Need): Shape
}

export function shapeOf(state: State, weighMessage: (message: Message) => number): Shape {
  const messages = [...toArray(state.history), ...openResults(state), ...shown(state.waiting)]
  const entries = messages.map((message, place) => ({
    at: state.dropped + place,
    message,
    tokens: weighMessage(message),
  }))
  return { entries, drops: 0, masks: new Map(), summary: "none", done: [] }
}

/** Ascending. Everything before the place is dropped; something to answer always remains. */
export function cutsOf(state: State): readonly number[] {
  const history = toArray(state.history)
  const open = state.turn?.calls.length ?? 0
  const isLeft = state.waiting.length > 0
  return history
    .flatMap((message, place) => (place > 0 && message.role !== "tool" ? [place] : []))
    .concat(
      // All of it may be dropped when there is input that the model has not seen; open calls keep the answer that made
      // them.
      open === 0 && isLeft && history.length > 0 ? [history.length] : [],
    )
}

export function tokensAt(shape: Shape, place: number): number {
  return shape.masks.get(place)?.tokens ?? shape.entries[place]?.tokens ?? 0
}

export function fits(shape: Shape, need: Need): boolean {
  return need.weigh(shape) <= need.target
}

export function withDrops(shape: Shape, drops: number, summary: Shape["summary"], name: string): Shape {
  if (drops <= shape.drops) return shape
  return { ...shape, drops, summary, done: [...shape.done, name] }
}

export function withMasks(shape: Shape, masks: ReadonlyMap<number, Masked>, name: string): Shape {
  if (masks.size === 0) return shape
  const done = shape.done.at(-1) === name ? shape.done : [...shape.done, name]
  return { ...shape, masks: new Map([...shape.masks, ...masks]), done }
}

export function mask(words: string, need: Need, spill = false): Masked {
  return { parts: [text(words)], tokens: need.tokens(words) + FRAME, ...(spill && { spill: true as const }) }
}

/** The tokens that any message costs, whatever it says. */
const FRAME = 14

export function isUser(message: Message): message is UserMessage {
  return message.role === "user" && message.from === undefined
}

/**
 * What a person said, word for word; attachments are only named, for they are not the person's words, and much longer.
 */
export function wordsOfUser({ parts, whole = parts }: UserMessage): readonly Part[] {
  return whole.some(isAttached) ? whole.map((part) => (isAttached(part) ? attachmentNote(part) : part)) : whole
}

function isAttached(part: Part): part is BlobPart {
  return part.type === "blob" && part.name !== undefined
}

function attachmentNote({ name, mime, size }: BlobPart): TextPart {
  return text(`[Attached: ${name} (${mime}, ${size} bytes), shown earlier and not here]`)
}

/** It holds a person's decision, or a warning: it is shortened only when nothing else is left to shorten. */
export function isDelicate({ outcome, decided }: ToolMessage): boolean {
  return outcome === "unknown" || outcome === "denied" || decided?.answer !== undefined || decided?.reason !== undefined
}

export function isPersons(message: Message): boolean {
  return message.role === "user" || (message.role === "tool" && isDelicate(message))
}

type Call = AssistantMessage["calls"][number]

const knownCalls = new WeakMap<readonly Entry[], ReadonlyMap<string, Call>>()

/** The call that a result belongs to. */
export function callOf(entries: readonly Entry[], result: ToolMessage): Call | undefined {
  const known = knownCalls.get(entries) ?? callsById(entries)
  knownCalls.set(entries, known)
  return known.get(result.call)
}

function callsById(entries: readonly Entry[]): ReadonlyMap<string, Call> {
  const calls = entries.flatMap(({ message }) => (message.role === "assistant" ? message.calls : []))
  return new Map(calls.map((call) => [call.id, call]))
}

/** Beginning and end of a text, with a note on what is missing. */
export function clip(words: string, most: number, note: (left: number) => string): string {
  if (words.length <= most) return words
  const head = Math.ceil(most * 0.7)
  const tail = most - head
  const left = words.length - head - tail
  const end = tail === 0 ? "" : words.slice(-tail)
  return `${words.slice(0, head)}\n${note(left)}\n${end}`.toWellFormed()
}

export function oneLine(words: string, most: number): string {
  // Most of the text may be white space; only a bounded prefix is read.
  const line = words
    .slice(0, most * 8 + 80)
    .replace(/\s+/g, " ")
    .trim()
  const isAll = words.length <= most * 8 + 80 && line.length <= most
  return isAll ? line : `${line.slice(0, most).toWellFormed()}…`
}

export function wordsOf(message: Message): string {
  return message.role === "assistant" ? message.text : plainText(message.parts)
}
