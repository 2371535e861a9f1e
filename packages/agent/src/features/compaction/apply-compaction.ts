// Folds a compaction into the state: from here on a model is shown less. The history stays valid, whatever the fact
// holds.
import type { Mask } from "../../contracts/compaction.ts"
import { type BlobPart, plainText } from "../../contracts/content.ts"
import type { Fact } from "../../contracts/fact.ts"
import type { Json, JsonObject } from "../../contracts/json.ts"
import type { Call, Message } from "../../contracts/message.ts"
import { toArray } from "../../kernel/state/grow-list.ts"
import { visible } from "../../kernel/state/messages.ts"
import { blobsIn } from "../../kernel/state/remember.ts"
import type { CallState, State, Turn, WaitingInput } from "../../kernel/state/state.ts"
import { addCounts, noCounts } from "../../tokens/counts.ts"
import { countMessage } from "../../tokens/message-counts.ts"
import type { HistoryCompacted } from "./facts/history-compacted.ts"

export function applyCompacted(state: State, fact: HistoryCompacted & Fact): State {
  const all = toArray(state.history)
  const drops = wholeDrop(all, Math.min(Math.max(0, fact.to + 1 - state.dropped), droppable(all, state)))
  const masks = new Map((fact.masks ?? []).map((mask) => [mask.at, mask]))
  const history = all
    .slice(drops)
    .map((message, place) => maskedMessage(message, masks.get(state.dropped + drops + place)))
  const calls = (state.turn?.calls ?? []).map((call, place) =>
    maskedCall(call, masks.get(state.dropped + all.length + place)),
  )
  const ahead = state.dropped + all.length + calls.length
  const waiting = state.waiting.map((input, place) => maskedInput(input, masks.get(ahead + place)))
  const counts = history.reduce((sum, message) => addCounts(sum, countMessage(message)), noCounts)
  const begins = state.turn?.begins ?? 0
  const isCut = drops > begins || [...masks.keys()].some((at) => at >= state.dropped + begins)
  return {
    ...state,
    history: { items: history, length: history.length },
    counts,
    blobs: history.reduce((sum, message) => sum + blobsIn(message), 0),
    waiting,
    dropped: state.dropped + drops,
    // Something may also be carried over from messages that are only shown shorter.
    ...((state.dropped + drops > 0 || Object.keys(fact.contract).length > 0) && {
      digest: { summary: fact.summary, contract: fact.contract },
    }),
    cutResults: stillShown({ ...state.cutResults, ...spilled(masks) }, history, calls),
    compaction: {
      shown: history.length + calls.length + waiting.length,
      times: state.compaction.times + 1,
      ...(fact.tokens !== undefined && { after: fact.tokens.after }),
    },
    ...(state.turn && {
      turn: applyToTurn(state.turn, {
        calls,
        drops,
        isCut,
        isOverflow: fact.why === "overflow",
        gained: drops > 0 || masks.size > 0,
      }),
    }),
  }
}

interface Effect {
  readonly calls: readonly CallState[]
  readonly drops: number
  readonly isCut: boolean
  readonly isOverflow: boolean
  /** Something is shorter now. */
  readonly gained: boolean
}

function applyToTurn(turn: Turn, { calls, drops, isCut, isOverflow, gained }: Effect): Turn {
  const { attempt } = turn
  const { id = "", iteration = 0, chain = 0 } = attempt ?? {}
  return {
    ...turn,
    calls,
    begins: Math.max(0, turn.begins - drops),
    cut: turn.cut || isCut,
    ...(isOverflow && attempt && { overflow: { attempt: id, iteration, chain, gained } }),
  }
}

/** The answer with open calls stays: their results have to follow it. */
function droppable(all: readonly Message[], { turn }: State): number {
  if (turn === undefined || turn.calls.length === 0) return all.length
  return Math.max(
    0,
    all.findLastIndex(({ role }) => role === "assistant"),
  )
}

/** Never cuts between a call and its result: the history that remains does not begin with a result. */
function wholeDrop(all: readonly Message[], drops: number): number {
  let at = drops
  while (at > 0 && all[at]?.role === "tool") at++
  return at
}

/** The message as it is shown from now on. */
export function maskedMessage(message: Message, mask: Mask | undefined): Message {
  if (mask === undefined) return message
  // A provider would refuse an empty message; an answer may be empty if it has calls.
  const says = visible(mask.parts).length > 0 || (message.role === "assistant" && message.calls.length > 0)
  if (!says) return message
  if (message.role === "tool") return { ...message, parts: mask.parts }
  // What a person said is kept whole, so that it can be shown again when there is room.
  if (message.role === "user") return { ...message, parts: mask.parts, whole: message.whole ?? message.parts }
  const { args } = mask
  const calls = args === undefined ? message.calls : message.calls.map((call) => shortCall(call, args))
  // Thinking belongs to the text it led to, so it goes with it.
  return { ...message, text: plainText(mask.parts), reasoning: [], calls }
}

function shortCall(call: Call, most: number): Call {
  const { unreadable, ...rest } = call
  const short = { ...rest, arguments: shortArguments(call.arguments, most) }
  return unreadable === undefined ? short : { ...short, unreadable: shortText(unreadable, most) }
}

/** All arguments together are at most about three times as long as `most`. */
function shortArguments(given: JsonObject, most: number): JsonObject {
  const kept: [string, Json][] = []
  let left = most * 3
  for (const [key, value] of Object.entries(given)) {
    const short = shortJson(value, most)
    const written = JSON.stringify(short)
    const fitted = written.length <= most + 30 ? short : shortText(written, most)
    left -= Math.min(written.length, most + 30) + key.length
    if (left < 0 && kept.length > 0) break
    kept.push([shortText(key, most), fitted])
  }
  const gone = Object.keys(given).length - kept.length
  return Object.fromEntries(gone > 0 ? [...kept, ["…", `${gone} more`]] : kept)
}

const MAX_ITEMS = 20
const MAX_DEPTH = 6

function shortJson(json: Json, most: number, depth = 0): Json {
  if (typeof json === "string") return shortText(json, most)
  if (typeof json !== "object" || json === null) return json
  if (depth > MAX_DEPTH) return "…"
  if (Array.isArray(json)) return json.slice(0, MAX_ITEMS).map((each) => shortJson(each, most, depth + 1))
  const fields = Object.entries(json).slice(0, MAX_ITEMS)
  return Object.fromEntries(fields.map(([key, value]) => [shortText(key, most), shortJson(value, most, depth + 1)]))
}

function shortText(words: string, most: number): string {
  return words.length <= most ? words : `${words.slice(0, most)}… [${words.length - most} more]`.toWellFormed()
}

function maskedCall(call: CallState, mask: Mask | undefined): CallState {
  if (mask === undefined || call.result === undefined || visible(mask.parts).length === 0) return call
  return { ...call, result: { ...call.result, content: mask.parts } }
}

function maskedInput(input: WaitingInput, mask: Mask | undefined): WaitingInput {
  if (mask === undefined || visible(mask.parts).length === 0) return input
  return { ...input, parts: mask.parts, whole: input.whole ?? input.parts }
}

function spilled(masks: ReadonlyMap<number, Mask>): Readonly<Record<string, BlobPart>> {
  return Object.fromEntries([...masks.values()].flatMap(({ full }) => (full ? [[full.call, full.part]] : [])))
}

/** A long result stays readable as long as the model sees that there is one. */
function stillShown(
  cut: Readonly<Record<string, BlobPart>>,
  history: readonly Message[],
  calls: readonly CallState[],
): Readonly<Record<string, BlobPart>> {
  const shown = new Set([
    ...history.flatMap((message) => (message.role === "tool" ? [message.call] : [])),
    ...calls.map(({ call }) => call.id),
  ])
  return Object.fromEntries(Object.entries(cut).filter(([call]) => shown.has(call)))
}
