// The compactions' part of the state: how much of the history is shown.
import type { Contract } from "../../contracts/compaction.ts"
import type { Slice } from "../../kernel/define-slice.ts"

/** What a session shows less of. */
export interface CompactionState {
  /** What is shown in place of the messages that were dropped. */
  readonly digest?: Digest
  /** How many messages are no longer shown. */
  readonly dropped: number
  readonly compaction: Compaction
}

/** What is shown in place of messages that were dropped. */
export interface Digest {
  readonly summary: string
  readonly contract: Contract
}

/** A compaction that is under way. */
export interface Compaction {
  /** A user asked to condense the history. */
  readonly asked?: { readonly focus?: string }
  /** The summary that a model was asked for. */
  readonly summary?: {
    readonly attempt: string
    readonly open: boolean
    readonly tries: number
    readonly text?: string
  }
  /** How many messages were shown after the last compaction: until there are more there is nothing to gain. */
  readonly shown: number
  /** How many tokens they had: until they have grown it is too early to condense them again. */
  readonly after?: number
  readonly times: number
}

/** What the state of a turn holds about compactions. */
export interface CompactionTurn {
  /** Some of its messages are no longer shown, or not whole. */
  readonly cut: boolean
  /** The request that was too large, once the history was condensed for it. */
  readonly overflow?: {
    readonly attempt: string
    readonly iteration: number
    readonly chain: number
    readonly gained: boolean
  }
}

export const compactionSlice: Slice = {
  initial: { dropped: 0, compaction: { shown: 0, times: 0 } },
  conversation: ["digest", "dropped"],
  // The count names the next compaction, and no name is used twice.
  rewind: (past, now) => ({ compaction: { ...past.compaction, times: now.compaction.times } }),
}
