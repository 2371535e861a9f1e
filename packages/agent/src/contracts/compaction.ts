// Types of the facts about a compacted history.
import type { BlobPart, Part } from "./content.ts"

/** `asked`: a person requested it. `threshold`: the window is filling up. `overflow`: a request was too large. */
export type CompactionReason = "asked" | "threshold" | "overflow"

/** What is carried over word for word, whatever a summary says. */
export interface Contract {
  /** How the session began, in the user's own words. */
  readonly goal?: string
  /** Everything the user said in the part that is no longer shown, oldest first. */
  readonly said?: readonly Said[]
  readonly constraints?: readonly string[]
  readonly open?: readonly string[]
  readonly decisions?: readonly string[]
  readonly files?: readonly string[]
  /** Calls with an unknown outcome. */
  readonly effects?: readonly string[]
  readonly approvals?: readonly string[]
  /** What there was no room for. */
  readonly lost?: readonly string[]
}

/** Words of a user that a compaction carries over. */
export interface Said {
  /** The index of the message in the session. */
  readonly at: number
  readonly parts: readonly Part[]
  /** Characters left out, when it had to be shortened. */
  readonly cut?: number
}

/** A message that is shown shorter than it is. */
export interface Mask {
  /** The index of the message in the session. */
  readonly at: number
  readonly parts: readonly Part[]
  /** Strings in the arguments of its calls are shortened to this length. */
  readonly args?: number
  /** The blob that holds the full result of a tool. */
  readonly full?: { readonly call: string; readonly part: BlobPart }
}
