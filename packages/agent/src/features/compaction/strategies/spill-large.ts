// Strategy for a result that takes more than its share of the window: it is shown in part, and the whole stays
// readable.
import { type Entry, isDelicate, type Masked, type Strategy, tokensAt, withMasks } from "../shape.ts"
import { clippedResult } from "./masked-result.ts"

/** `share`: how much of the history's target one result may take. */
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

/** How many characters make so many tokens, by the ratio of the whole text. */
export function lengthFor(tokens: number, ofWhole: number, whole: string): number {
  return Math.max(80, Math.floor((whole.length * Math.max(0, tokens - 60)) / Math.max(1, ofWhole)))
}
