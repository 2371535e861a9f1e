// What a store offers besides running sessions: search, backup, vacuum.
import { PawlError } from "../contracts/error.ts"
import type { Store } from "../contracts/store.ts"
import { scanSessions } from "./scan-sessions.ts"

/** What a store offers besides running sessions. */
export interface Archive {
  /** Sessions that contain all of these words, or words that begin with them; newest first. */
  search(words: string, options?: SearchOptions): Promise<readonly SessionHit[]>
  /** Makes a copy that can be opened as a store, while others write. Never overwrites an existing file. */
  backup(file: string): Promise<BackupReport>
  /** Returns the space of removed data to the disk. */
  vacuum(): Promise<VacuumReport>
}

/** Limits a search. */
export interface SearchOptions {
  /** The maximum number of sessions. */
  readonly limit?: number
}

/** A session that contains the words. */
export interface SessionHit {
  /** The session's id. */
  readonly id: string
  /** Its title, if it has one. */
  readonly title: string | null
  /** When the session last changed, in milliseconds since 1970. */
  readonly updatedAt: number
  /** The fact that contains them; 0 for the title. */
  readonly seq: number
  /** The text around the words. */
  readonly excerpt: string
}

/** What a backup contains, counted in the copy. */
export interface BackupReport {
  /** The copy. */
  readonly file: string
  /** How large it is. */
  readonly bytes: number
  /** How many sessions are in it. */
  readonly sessions: number
  /** How many facts are in it. */
  readonly facts: number
  /** How many blobs are in it. */
  readonly blobs: number
}

/** How much smaller the file has become. */
export interface VacuumReport {
  /** How large it was. */
  readonly bytesBefore: number
  /** How large it is now. */
  readonly bytesAfter: number
}

/** A store with an archive: search, backup and vacuum. */
export type ArchivedStore = Store & { readonly archive: Archive }

/**
 * The archive of any store. A store without an index is searched by reading it.
 *
 * @example
 * ```ts
 * import { archiveOf } from "@pawl/agent/sessions"
 *
 * for (const { id, excerpt } of await archiveOf(store).search("invoice tuesday")) console.log(id, excerpt)
 * await archiveOf(store).backup("copy.db")
 * ```
 */
export function archiveOf(store: Store): Archive {
  if ("archive" in store) return (store as ArchivedStore).archive
  return {
    search: (words, options) => scanSessions(store, words, options),
    backup: async () => noFile("backed up"),
    vacuum: async () => noFile("made smaller"),
  }
}

function noFile(what: string): never {
  throw new PawlError("config-invalid", `This store has no file, so it cannot be ${what}. Use sqlite("agent.db").`)
}
