// The port to the files of a workspace, for undo: reads and restores their contents, with the
// same safety as the file tools.
import type { Blob } from "./blobs.ts"
import type { FileHashes } from "./undo.ts"

export interface Files {
  /** The workspace's real path. */
  readonly root: string
  /**
   * Reads the contents of these files. Never fails because of a file: one that cannot be kept
   * is listed with the reason.
   */
  keep(paths: readonly string[], limits: KeepLimits): Promise<Kept>
  /** The hashes of these files. Files that are too large, or not regular, are left out. */
  hashes(paths: readonly string[], maxFileBytes: number): Promise<FileHashes>
  /**
   * Like `hashes`, but a file that is too large is represented by its directory entry, which
   * shows whether it has changed.
   */
  marks(paths: readonly string[], maxFileBytes: number): Promise<FileHashes>
  /** Writes atomically, and creates the folders it needs. Throws an error with a message for people. */
  put(
    path: string,
    bytes: Uint8Array,
    how?: { readonly mode?: number; readonly beforeChange?: () => Promise<void> },
  ): Promise<void>
  remove(path: string, beforeChange?: () => Promise<void>): Promise<void>
  /** The permission bits; undefined if there is no such file. */
  mode(path: string): Promise<number | undefined>
  /** Removes the folder if it is empty; does nothing otherwise, or if there is none. */
  removeFolder(path: string): Promise<void>
}

export interface KeepLimits {
  readonly maxFileBytes: number
  /** For all files together. */
  readonly maxBytes: number
}

export interface Kept {
  readonly root: string
  readonly files: FileHashes
  readonly modes: Readonly<Record<string, number>>
  /** Reasons by path; by the path as given, if it is outside the workspace. */
  readonly skipped: Readonly<Record<string, string>>
  /** Files that hold a known secret and are therefore not kept. */
  readonly secret?: readonly string[]
  /** The marks of the files that are not kept. */
  readonly seen: FileHashes
  /** Folders that these files need and that do not exist. */
  readonly folders: readonly string[]
  readonly bytes: number
  readonly blobs: readonly Blob[]
}

/** How much file content is kept for undo. */
export interface UndoLimits {
  /** A larger file is not kept; 10 MB unless given. */
  readonly maxFileBytes?: number
  /** How much is kept for one session; 200 MB unless given. */
  readonly maxSessionBytes?: number
}

export const UNDO_LIMITS: Required<UndoLimits> = {
  maxFileBytes: 10 * 1024 * 1024,
  maxSessionBytes: 200 * 1024 * 1024,
}
