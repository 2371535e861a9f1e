// Old results become a line each: what was called is still known, what it returned can be asked for again.
import { callOf, type Entry, type Masked, type Need, oneLine, type Strategy, tokensAt, withMasks } from "../shape.ts"
import { maskedResult } from "./masked-result.ts"

export interface MaskOptions {
  /** So many of the newest messages stay as they are. */
  readonly keep: number
  /** Results up to this many tokens stay whole. */
  readonly short?: number
  /** Characters of the result that the line still shows. */
  readonly preview?: number
}

export function maskResults({ keep, short = 50, preview = 100 }: MaskOptions): Strategy {
  return {
    name: "mask-results",
    apply(shape, need) {
      const masks = new Map<number, Masked>()
      for (let place = shape.drops; place < shape.entries.length - keep; place++) {
        const entry = shape.entries[place] as Entry // Within the list.
        if (entry.message.role !== "tool" || tokensAt(shape, place) <= short) continue
        const masked = maskedResult(entry.message, shape.entries, need, { preview })
        if (masked.tokens < tokensAt(shape, place)) masks.set(place, masked)
      }
      return withMasks(shape, masks, "mask-results")
    },
  }
}

/** A file that was read, or written, again: what was read before is out of date. */
export function dropSuperseded(): Strategy {
  return {
    name: "drop-superseded",
    apply(shape, need) {
      const masks = new Map<number, Masked>()
      const seen = new Set<string>()
      for (let place = shape.entries.length - 1; place >= shape.drops; place--) {
        const { message } = shape.entries[place] as Entry // Within the list.
        if (message.role !== "tool" || message.failed) continue
        const subject = subjectOf(shape.entries, place)
        if (subject === undefined) continue
        const masked = superseded(message.name, subject, need)
        if (seen.has(subject) && masked.tokens < tokensAt(shape, place)) masks.set(place, masked)
        seen.add(subject)
      }
      return withMasks(shape, masks, "drop-superseded")
    },
  }
}

function subjectOf(entries: readonly Entry[], place: number): string | undefined {
  const message = entries[place]?.message
  if (message?.role !== "tool") return undefined
  const given = callOf(entries.slice(0, place), message)?.arguments
  const path = given?.path ?? given?.file_path ?? given?.file ?? given?.filename
  return typeof path === "string" ? path : undefined
}

function superseded(name: string, subject: string, need: Need): Masked {
  const words = `[${name} of ${oneLine(subject, 200)}: no longer shown, a later result has the newer state.]`
  return { parts: [{ type: "text", text: words }], tokens: need.tokens(words) + 14 }
}
