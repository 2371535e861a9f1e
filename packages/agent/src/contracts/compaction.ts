// The log's words for a history that is shown shorter than it is.
import type { BlobPart, Part } from "./content.ts"

/** `asked`: a person wanted it. `threshold`: the window fills. `overflow`: a request was too large. */
export type CompactionReason = "asked" | "threshold" | "overflow"

/** What is carried over word for word, whatever a summary says. */
export interface Contract {
  /** What the session began with, in the user's own words. */
  readonly goal?: string
  /** All that the user said in the part that is no longer shown, oldest first. */
  readonly said?: readonly Said[]
  readonly constraints?: readonly string[]
  readonly open?: readonly string[]
  readonly decisions?: readonly string[]
  readonly files?: readonly string[]
  /** Calls of unknown outcome. */
  readonly effects?: readonly string[]
  readonly approvals?: readonly string[]
  /** What there was no room for. */
  readonly lost?: readonly string[]
}

export interface Said {
  /** Which message of the session it was. */
  readonly at: number
  readonly parts: readonly Part[]
  /** Characters left out, when it had to be shortened. */
  readonly cut?: number
}

export interface Mask {
  /** Which message of the session. */
  readonly at: number
  readonly parts: readonly Part[]
  /** Strings in the arguments of its calls are shown up to this length. */
  readonly args?: number
  /** Where the whole of a tool's result is now. */
  readonly full?: { readonly call: string; readonly part: BlobPart }
}
