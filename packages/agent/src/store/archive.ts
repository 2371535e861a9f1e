// What can be done with a store beside running sessions: searched, backed up, made small again.
import { PawlError } from "../contracts/error.ts"
import type { Store } from "../contracts/store.ts"
import { scanSessions } from "./scan-sessions.ts"

/** What can be done with a store besides running sessions. */
export interface Archive {
  /** Sessions that mention all of these words, or words that begin like them; newest first. */
  search(words: string, options?: SearchOptions): Promise<readonly SessionHit[]>
  /** A copy that can be opened as a store, made while others write. What stands at that path is never overwritten. */
  backup(file: string): Promise<BackupReport>
  /** Gives the space of what was removed back to the disk. */
  vacuum(): Promise<VacuumReport>
}

/** How many sessions are found. */
export interface SearchOptions {
  /** At most so many. */
  readonly limit?: number
}

/** A session in which the words were found. */
export interface SessionHit {
  /** The session's id. */
  readonly id: string
  /** Its title, if it has one. */
  readonly title: string | null
  /** When something last happened in it, in milliseconds since 1970. */
  readonly updatedAt: number
  /** The fact it was found in; 0 for the title. */
  readonly seq: number
  /** The text around the words. */
  readonly excerpt: string
}

/** What a backup holds, as counted in the copy. */
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

export type ArchivedStore = Store & { readonly archive: Archive }

/**
 * Of any store: one without a file is searched by reading it.
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
