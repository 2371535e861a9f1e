// A result that takes more than its share of the window is shown in part; the whole stays readable.
import { type Entry, isDelicate, type Masked, type Strategy, tokensAt, withMasks } from "../shape.ts"
import { clippedResult } from "./masked-result.ts"

/** `share`: of what the history may have, for one result. */
export function spillLarge({ share = 0.25 }: { readonly share?: number } = {}): Strategy {
  return {
    name: "spill-large",
    apply(shape, need) {
      const most = Math.max(100, Math.floor(need.target * share))
      const masks = new Map<number, Masked>()
      for (let place = shape.drops; place < shape.entries.length; place++) {
        const { message } = shape.entries[place] as Entry // Within the list.
        if (message.role !== "tool" || isDelicate(message) || tokensAt(shape, place) <= most) continue
        masks.set(
          place,
          clippedResult(message, lengthFor(most, tokensAt(shape, place), need.textOf(message.parts)), need),
        )
      }
      return withMasks(shape, masks, "spill-large")
    },
  }
}

/** Characters that make so many tokens, by what the whole makes. */
export function lengthFor(tokens: number, ofWhole: number, whole: string): number {
  return Math.max(80, Math.floor((whole.length * Math.max(0, tokens - 60)) / Math.max(1, ofWhole)))
}
