// The port to the files of a workspace, for undo: what they hold, and putting it back. As safe as the file tools themselves.
import type { Blob } from "./store.ts"
import type { FileHashes } from "./undo.ts"

export interface Files {
  /** The workspace's real path. */
  readonly root: string
  /** What these files hold now. It fails for no file: what cannot be kept is named with the reason. */
  keep(paths: readonly string[], limits: KeepLimits): Promise<Kept>
  /** What these files hold now, by hash; what is no regular file, or too large, is left out. */
  hashes(paths: readonly string[], maxFileBytes: number): Promise<FileHashes>
  /** As `hashes`; of a file that is too large, by what its folder says of it: to tell whether it is still the same. */
  marks(paths: readonly string[], maxFileBytes: number): Promise<FileHashes>
  /** In one step, with the folders it needs; throws in words for people. */
  put(
    path: string,
    bytes: Uint8Array,
    how?: { readonly mode?: number; readonly beforeChange?: () => Promise<void> },
  ): Promise<void>
  remove(path: string, beforeChange?: () => Promise<void>): Promise<void>
  /** Its permission bits; undefined where there is no such file. */
  mode(path: string): Promise<number | undefined>
  /** If it is empty; otherwise, and if there is none, nothing happens. */
  removeFolder(path: string): Promise<void>
}

export interface KeepLimits {
  readonly maxFileBytes: number
  /** Of all files together. */
  readonly maxBytes: number
}

export interface Kept {
  readonly root: string
  readonly files: FileHashes
  readonly modes: Readonly<Record<string, number>>
  /** By path as it was given, if it is not in the workspace. */
  readonly skipped: Readonly<Record<string, string>>
  /** Those that hold a secret that is known, and are not kept therefore. */
  readonly secret?: readonly string[]
  /** The marks of those that are not kept. */
  readonly seen: FileHashes
  /** Folders that these files would need and that are not there. */
  readonly folders: readonly string[]
  readonly bytes: number
  readonly blobs: readonly Blob[]
}

/** How much of what files held is kept for an undo. */
export interface UndoLimits {
  /** A larger file is not kept; 10 MB unless given. */
  readonly maxFileBytes?: number
  /** What is kept for one session; 200 MB unless given. */
  readonly maxSessionBytes?: number
}

export const UNDO_LIMITS: Required<UndoLimits> = {
  maxFileBytes: 10 * 1024 * 1024,
  maxSessionBytes: 200 * 1024 * 1024,
}
