// Types of the facts about restored files, and about a conversation that is taken back to an earlier turn.
import type { ToolOutcome } from "./fact.ts"
import type { JsonObject } from "./json.ts"

/** Per path, relative to the workspace and with "/": the hash of the file's content, null if there is no file. */
export type FileHashes = Readonly<Record<string, string | null>>

/** What should be restored. */
export interface Wish {
  readonly files?: RestorePlan
  /** Take the conversation back to its state at this fact. */
  readonly to?: number
  /** The turn that began right after that fact. */
  readonly turn?: number
  /**
   * The number of turns when the restore was requested. If there are more by now, it is refused, because a new turn
   * would be lost unseen.
   */
  readonly turns: number
  /** Effects of calls that remain. */
  readonly stays: readonly Effect[]
  /** Files that calls changed since, when they are not to be restored. */
  readonly changed?: readonly string[]
}

/** What a restore does to each file. */
export interface RestorePlan {
  readonly root: string
  /** What each file should hold. */
  readonly files: FileHashes
  /** What our calls left in each file: any other content was written by someone else. Absent when unknown. */
  readonly expect: FileHashes
  readonly modes: Readonly<Record<string, number>>
  /** Files that are not even tried, with the reasons. */
  readonly skipped: Readonly<Record<string, string>>
  /** Paths that one call changed together: none of them is removed unless the others could be restored. */
  readonly together: readonly (readonly string[])[]
  /** The changes that this undoes: calls, or earlier restores. */
  readonly undoes: readonly string[]
  /** Folders that calls created: an empty one is removed with its last file. */
  readonly folders?: readonly string[]
  /** Of the skipped files: those that were never kept or are elsewhere, so that even `force` cannot restore them. */
  readonly never?: readonly string[]
  /** Restore whatever the files hold now. */
  readonly force?: boolean
}

/** A call with an effect that no undo takes back. */
export interface Effect {
  /** The call's id. */
  readonly call: string
  /** The tool's name. */
  readonly name: string
  /** The arguments of the call. */
  readonly arguments: JsonObject
  /** The outcome of the call; `open` while it has none. */
  readonly outcome: ToolOutcome | "open"
}

/** What happened to a file that was to be restored. */
export type Restored = "restored" | "removed" | "skipped" | "failed"
