// The last resort: shortens what remains, the longest first, until it fits. Results stay readable as a whole. What
// people said is shortened only when everything else is as short as it can be.
import { plainText } from "../../../contracts/content.ts"
import type { AssistantMessage, UserMessage } from "../../../contracts/message.ts"
import { maskedMessage } from "../apply-compaction.ts"
import {
  clip,
  type Entry,
  isPersons,
  type Masked,
  mask,
  type Need,
  type Shape,
  type Strategy,
  tokensAt,
  withMasks,
} from "../shape.ts"
import { clippedResult } from "./masked-result.ts"
import { lengthFor } from "./spill-large.ts"

/** A shorter text makes no sense. */
const MIN_TOKENS = 28

export function clipLongest(): Strategy {
  return {
    name: "clip-longest",
    apply(shape, need) {
      const places = shape.entries.flatMap((_, place) => (place >= shape.drops ? [place] : []))
      const others = places.filter((place) => !isPersons((shape.entries[place] as Entry).message)) // Within the list.
      const shorter = clipAll(shape, others, need)
      const most = need.room ?? need.target
      return need.weigh(shorter) <= most ? shorter : clipAll(shorter, places, { ...need, target: most })
    },
  }
}

function clipAll(shape: Shape, places: readonly number[], need: Need): Shape {
  let now = shape
  let left = places
  // Messages that cannot become as short as the others leave them less room: those are shortened again.
  for (let round = 0; round < 3 && left.length > 0; round++) {
    const sizes = left.map((place) => tokensAt(now, place))
    const available = need.target - (need.weigh(now) - sizes.reduce((sum, size) => sum + size, 0))
    const level = levelFor(sizes, available)
    now = clipTo(now, left, level, need)
    if (need.weigh(now) <= need.target) break
    left = left.filter((place) => tokensAt(now, place) <= level)
  }
  return now
}

function clipTo(shape: Shape, places: readonly number[], level: number, need: Need): Shape {
  const masks = new Map<number, Masked>()
  for (const place of places) {
    if (tokensAt(shape, place) <= level) continue
    const masked = clipped(shape, place, level, need)
    if (masked.tokens < tokensAt(shape, place)) masks.set(place, masked)
  }
  return withMasks(shape, masks, "clip-longest")
}

/** The size above which messages are cut so that all of them fit. */
function levelFor(sizes: readonly number[], available: number): number {
  const ascending = sizes.toSorted((a, b) => a - b)
  let left = Math.max(0, available)
  for (const [place, size] of ascending.entries()) {
    const share = left / (ascending.length - place)
    if (size > share) return Math.max(MIN_TOKENS, Math.floor(share))
    left -= size
  }
  return Number.POSITIVE_INFINITY
}

function clipped(shape: Shape, place: number, level: number, need: Need): Masked {
  const { message, tokens } = shape.entries[place] as Entry // Within the list.
  if (message.role === "tool") {
    const words = need.textOf(message.parts)
    return shrink(level, lengthFor(level, tokens, words), (length) => clippedResult(message, length, need))
  }
  const now = shape.masks.get(place)
  if (message.role === "assistant") {
    const words = now === undefined ? message.text : plainText(now.parts)
    return shrink(level, lengthFor(level, tokensAt(shape, place), words), (length) =>
      clipAnswer(message, words, length, need),
    )
  }
  const words = need.textOf(message.whole ?? message.parts)
  return shrink(level, lengthFor(level, sizeOf(message, tokens, words, need), words), (length) =>
    mask(clip(words, length, NOTE), need),
  )
}

/** Estimated from a sample: it may be very long. */
function sizeOf({ whole }: UserMessage, tokens: number, words: string, need: Need): number {
  if (whole === undefined || words.length === 0) return tokens
  const sample = words.slice(0, 10_000)
  return Math.ceil((need.tokens(sample) * words.length) / sample.length)
}

/** Estimates are not linear: shortens until the size is right, or as short as makes sense. */
function shrink(level: number, length: number, make: (length: number) => Masked): Masked {
  let masked = make(length)
  for (let now = length; masked.tokens > level && now > 30; ) {
    now = Math.floor(now * Math.max(0.2, Math.min(0.8, level / masked.tokens)))
    masked = make(now)
  }
  return masked
}

const NOTE = (left: number) => `[… ${left} characters left out to fit the model's window …]`

function clipAnswer(message: AssistantMessage, words: string, length: number, need: Need): Masked {
  const calls = message.calls.length
  if (calls === 0) return mask(clip(words, length, NOTE), need)
  // Half for its text, half for its calls.
  const args = Math.max(12, Math.floor(length / 2 / calls))
  const said = mask(clip(words, Math.ceil(length / 2), NOTE), need)
  const shown = maskedMessage(message, { at: 0, parts: said.parts, args })
  const called = shown.role === "assistant" ? shown.calls : []
  const sizes = called.map(
    (call) => 10 + need.tokens(`${call.name} ${call.unreadable ?? JSON.stringify(call.arguments)}`),
  )
  return { ...said, args, tokens: sizes.reduce((sum, size) => sum + size, said.tokens) }
}
