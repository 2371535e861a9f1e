// Small documents of the program around the agents.
import type { Json } from "./json.ts"

/**
 * Small documents by kind and key, for the program around the agents. No agent reads them, and no export of a session holds
 * them. Every change raises a record's version, so that two processes that change one at once do not overwrite each other.
 */
export interface Records {
  get(kind: string, key: string): Promise<StoredRecord | undefined>
  /**
   * Stores a record and returns its new version. With `expected`, only if the record still has that version, 0 for one
   * that must not exist; otherwise nothing is stored, and the answer is undefined.
   */
  put(kind: string, key: string, value: Json, expected?: number): Promise<number | undefined>
  /** Returns false when there is no such record, or it does not have the `expected` version. */
  remove(kind: string, key: string, expected?: number): Promise<boolean>
  /** Ordered by key, by its bytes in UTF-8. */
  list(kind: string, query?: RecordQuery): Promise<readonly ListedRecord[]>
  /** The kinds that there are records of, in order: what a copy of the store has to hold. */
  kinds(): Promise<readonly string[]>
}

/** A small document, and how often it was changed. */
export interface StoredRecord {
  readonly value: Json
  /** Versions of one key only rise, also when the record is removed and stored again. */
  readonly version: number
}

/** A small document in a list. */
export interface ListedRecord extends StoredRecord {
  readonly key: string
}

/** Which records to list; all of a kind unless a field says otherwise. */
export interface RecordQuery {
  /** Only keys that begin with this. */
  readonly prefix?: string
  /** The last key of the previous page. */
  readonly after?: string
  readonly limit?: number
}
