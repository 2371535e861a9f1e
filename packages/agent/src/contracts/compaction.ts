// The log's words for a history that is shown shorter than it is.
import type { BlobPart, Part } from "./content.ts"
import type { FromCommand } from "./fact.ts"

/** From here on a model is shown less. The log keeps all of it. */
export interface HistoryCompacted {
  readonly type: "history-compacted"
  /** What was done, in order: "mask-results, summarise". */
  readonly strategy: string
  /** Among all messages of the session, the first and the last that are no longer shown; `to` is -1 when all are. */
  readonly from: number
  readonly to: number
  /** In place of what is no longer shown. */
  readonly summary: string
  readonly contract: Contract
  readonly why?: CompactionReason
  /** Messages that are still shown, but shorter. */
  readonly masks?: readonly Mask[]
  /** What the user said and is shown in part: told to people, for the model sees it where it stands. */
  readonly clipped?: readonly string[]
  /** Tokens of the history before and after. */
  readonly tokens?: { readonly before: number; readonly after: number }
}

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

/** Somebody wants the history to be condensed now. */
export interface CompactionAsked extends FromCommand {
  readonly type: "compaction-asked"
  /** What the summary should dwell on. */
  readonly focus?: string
}
