// What can be done with a store beside running sessions: searched, backed up, made small again.
import { PawlError } from "../contracts/error.ts"
import type { Store } from "../contracts/store.ts"
import { scanSessions } from "./scan-sessions.ts"

export interface Archive {
  /** Sessions that mention all of these words, or words that begin like them; newest first. */
  search(words: string, options?: SearchOptions): Promise<readonly SessionHit[]>
  /** A copy that can be opened as a store, made while others write. What stands at that path is never overwritten. */
  backup(file: string): Promise<BackupReport>
  /** Gives the space of what was removed back to the disk. */
  vacuum(): Promise<VacuumReport>
}

export interface SearchOptions {
  readonly limit?: number
}

export interface SessionHit {
  readonly id: string
  readonly title: string | null
  readonly updatedAt: number
  /** The fact it was found in; 0 for the title. */
  readonly seq: number
  readonly excerpt: string
}

export interface BackupReport {
  readonly file: string
  readonly bytes: number
  readonly sessions: number
  readonly facts: number
  readonly blobs: number
}

export interface VacuumReport {
  readonly bytesBefore: number
  readonly bytesAfter: number
}

export type ArchivedStore = Store & { readonly archive: Archive }

/** Of any store: one without a file is searched by reading it. */
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
