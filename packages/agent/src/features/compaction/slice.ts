// How much of the history is shown: the compactions' part of the state.
import type { Contract } from "../../contracts/compaction.ts"
import type { Slice } from "../../kernel/define-slice.ts"

export interface CompactionState {
  /** What is shown in place of the messages that were dropped. */
  readonly digest?: Digest
  /** How many messages are shown no more. */
  readonly dropped: number
  readonly compaction: Compaction
}

export interface Digest {
  readonly summary: string
  readonly contract: Contract
}

export interface Compaction {
  /** Somebody wants the history to be condensed. */
  readonly asked?: { readonly focus?: string }
  /** The summary that a model was asked for. */
  readonly summary?: {
    readonly attempt: string
    readonly open: boolean
    readonly tries: number
    readonly text?: string
  }
  /** How many messages were shown after the last time: until more have come there is nothing to gain. */
  readonly shown: number
  /** And how many tokens: until they have grown it is too early to do it again. */
  readonly after?: number
  readonly times: number
}

/** Of a turn. */
export interface CompactionTurn {
  /** Some of its messages are shown no more, or not whole. */
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
  // Its number names the next one, and no name is given twice.
  rewind: (past, now) => ({ compaction: { ...past.compaction, times: now.compaction.times } }),
}
