// The log's words for files that are kept before they change and put back, and for a conversation that goes back to an earlier turn.
import type { ToolOutcome } from "./fact.ts"
import type { JsonObject } from "./json.ts"

/** By path, relative to the workspace, with "/": the hash of what a file holds, null where there is none. */
export type FileHashes = Readonly<Record<string, string | null>>

export interface Wish {
  readonly files?: RestorePlan
  /** Take the conversation back to how it stood at this fact. */
  readonly to?: number
  /** The turn that began right after it. */
  readonly turn?: number
  /** How many turns there were when it was wished for: another one since would be lost unseen. */
  readonly turns: number
  /** What calls did that stays as it is. */
  readonly stays: readonly Effect[]
  /** Files that calls changed since, when they are not to be put back. */
  readonly changed?: readonly string[]
}

export interface RestorePlan {
  readonly root: string
  /** What each file is to hold. */
  readonly files: FileHashes
  /** What our calls left in it: whatever else it holds now is somebody else's. Left out where that is not known. */
  readonly expect: FileHashes
  readonly modes: Readonly<Record<string, number>>
  /** What is not even tried, and why. */
  readonly skipped: Readonly<Record<string, string>>
  /** Paths that one call changed together: none of them is removed unless the others could be put back. */
  readonly together: readonly (readonly string[])[]
  /** The changes this takes back: calls, or earlier restores. */
  readonly undoes: readonly string[]
  /** Folders that calls made: those that are left empty go with the last file. */
  readonly folders?: readonly string[]
  /** Of what is skipped: what was never kept, or is elsewhere, so that not even force puts it back. */
  readonly never?: readonly string[]
  /** Whatever the files hold now. */
  readonly force?: boolean
}

/** A call that did something which no undo takes back. */
export interface Effect {
  /** The call's id. */
  readonly call: string
  /** The tool's name. */
  readonly name: string
  /** What the tool was given. */
  readonly arguments: JsonObject
  /** How the call ended; `open` when it has not. */
  readonly outcome: ToolOutcome | "open"
}

/** What became of a file that was to be put back. */
export type Restored = "restored" | "removed" | "skipped" | "failed"
