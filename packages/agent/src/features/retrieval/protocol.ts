// Messages between the index thread and the main thread.
import type { Query } from "./query.ts"
import type { Found } from "./quote.ts"

export interface IndexJob {
  /** An absolute path without links in it. */
  readonly root: string
  /** Undefined: in memory. */
  readonly index: string | undefined
  readonly maxFiles: number
  readonly maxFileBytes: number
  readonly passages: number
}

export type ToIndex =
  | { readonly kind: "find"; readonly id: number; readonly sentAt: number; readonly query: Query }
  | { readonly kind: "refresh"; readonly id: number; readonly sentAt: number }
  | { readonly kind: "close" }

export type FromIndex =
  | { readonly kind: "ready" }
  /** It cannot be used at all; the message says why. */
  | { readonly kind: "refused"; readonly message: string }
  | { readonly kind: "found"; readonly id: number; readonly found: readonly Found[] }
  | { readonly kind: "refreshed"; readonly id: number; readonly report: RefreshReport }

/** What a refresh of the index found. */
export interface RefreshReport {
  /** False when it was stopped; `problem` says why. */
  readonly isComplete: boolean
  /** Texts and passages that are in the index now. */
  readonly files: number
  /** Passages that are in the index now. */
  readonly passages: number
  /** Texts that were new or had changed. */
  readonly indexed: number
  /** Files that are gone, or ignored now. */
  readonly removed: number
  /** Files that were left out, by reason. */
  readonly skipped: { readonly binary: number; readonly large: number; readonly unreadable: number }
  /** There are more files than `maxFiles`; the rest was left out. */
  readonly isOverLimit: boolean
  /** Why the index was rebuilt since it was opened. */
  readonly rebuilt?: string
  /** Why it was stopped. */
  readonly problem?: string
  /** How long it took. */
  readonly ms: number
}

/** Monotonic milliseconds, the same in every thread; `performance.now()` starts at zero in each. */
export function sharedNow(): number {
  return Number(process.hrtime.bigint() / 1000n) / 1000
}
