// The last resort: whatever is left is shortened, the longest first, until it fits. Results stay readable as a whole.
import { plainText } from "../../../contracts/content.ts"
import type { Message } from "../../../contracts/message.ts"
import {
  clip,
  type Entry,
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

const LEAST = 60

export function clipLongest(): Strategy {
  return {
    name: "clip-longest",
    apply(shape, need) {
      const places = shape.entries.flatMap((_, place) => (place >= shape.drops ? [place] : []))
      const sizes = places.map((place) => tokensAt(shape, place))
      const available = need.target - (need.weigh(shape) - sizes.reduce((sum, size) => sum + size, 0))
      const level = levelFor(sizes, available)
      const masks = new Map<number, Masked>()
      for (const place of places) {
        const entry = shape.entries[place] as Entry // Within the list.
        if (tokensAt(shape, place) <= level) continue
        masks.set(place, clipped(entry, shape, place, level, need))
      }
      return withMasks(shape, masks, "clip-longest")
    },
  }
}

/** The height at which everything above is cut off so that the rest fits. */
function levelFor(sizes: readonly number[], available: number): number {
  const ascending = sizes.toSorted((a, b) => a - b)
  let left = Math.max(0, available)
  for (const [place, size] of ascending.entries()) {
    const share = left / (ascending.length - place)
    if (size > share) return Math.max(LEAST, Math.floor(share))
    left -= size
  }
  return Number.POSITIVE_INFINITY
}

function clipped({ message }: Entry, shape: Shape, place: number, level: number, need: Need): Masked {
  const now = shape.masks.get(place)
  if (message.role === "tool") {
    const words = need.textOf(message.parts)
    const whole = shape.entries[place]?.tokens ?? 1
    return shrink(need, level, lengthFor(level, whole, words), (length) => clippedResult(message, length, need))
  }
  const words = now === undefined ? textIn(message, need) : plainText(now.parts)
  return shrink(need, level, lengthFor(level, tokensAt(shape, place), words), (length) =>
    clipWords(message, words, length, need),
  )
}

/** Estimates are not straight lines: shorten until it is what it should be, or as short as makes sense. */
function shrink(_need: Need, level: number, length: number, make: (length: number) => Masked): Masked {
  let masked = make(length)
  for (let now = length; masked.tokens > level && now > 80; ) {
    now = Math.floor(now * 0.7)
    masked = make(now)
  }
  return masked
}

function textIn(message: Message, need: Need): string {
  return message.role === "assistant" ? message.text : need.textOf(message.parts)
}

function clipWords(message: Message, words: string, length: number, need: Need): Masked {
  const note = (left: number) => `[… ${left} characters left out to fit the model's window …]`
  if (message.role !== "assistant") return mask(clip(words, length, note), need)
  const calls = message.calls.length
  if (calls === 0) return mask(clip(words, length, note), need)
  // Half for what it says, half for what it calls.
  const each = Math.max(40, Math.floor(length / 2 / calls))
  const said = clip(words, Math.ceil(length / 2), note)
  const masked = mask(said, need)
  return { ...masked, args: each, tokens: masked.tokens + calls * (10 + need.tokens("x".repeat(each))) }
}
