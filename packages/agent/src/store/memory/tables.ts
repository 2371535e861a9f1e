// The data of the memory store, and the notification of its listeners.

import type { Blob } from "../../contracts/blobs.ts"
import type { QueuedCommand } from "../../contracts/command.ts"
import type { Fact } from "../../contracts/fact.ts"
import type { Runner } from "../../contracts/leases.ts"
import type { UsageRow } from "../../contracts/limits.ts"
import type { Priority } from "../../contracts/queue.ts"
import type { StoredRecord } from "../../contracts/records.ts"
import type { SessionRow } from "../../contracts/sessions.ts"
import type { LiveText, Snapshot } from "../../contracts/store.ts"

export interface Entry {
  row: SessionRow
  readonly facts: Fact[]
  /** Ids of the commands that became facts. */
  readonly commands: Set<string>
  readonly blobs: Set<string>
  epoch: number
  runner: string | undefined
  /** The runner that it is kept for until somebody has it. */
  givenTo?: string | undefined
  inbox: readonly QueuedCommand[]
  snapshot: Snapshot | undefined
  live: LiveText | undefined
  /** How long the wait until it is due was planned to last. */
  dueIn?: number | undefined
  /** Since when it waits for a runner, or will. */
  queuedAt?: number
  priority?: Priority
}

const KEPT_CHANGES = 1000

export class Tables {
  /** The last epoch of removed sessions: a new one of the same id starts above it, so that old runners stay fenced. */
  readonly removed = new Map<string, number>()
  readonly sessions = new Map<string, Entry>()
  readonly runners = new Map<string, { readonly runner: Runner; beat: number; beatAt: number }>()
  readonly blobs = new Map<string, { readonly bytes: Uint8Array; readonly sessions: Set<Entry> }>()
  /** Sums of what was used, by owner, day and model. */
  readonly usage = new Map<string, UsageRow>()
  /** Small documents of the program, by kind and key. */
  readonly records = new Map<string, Map<string, StoredRecord>>()
  /** The last version given to a record; versions are never reused. */
  version = 0
  /** The last sessions that were opened, updated or removed, by place. */
  readonly changes = new Map<number, string>()
  #changePlace = 0
  /** The last place given to a command; places are never reused. */
  place = 0
  /** Waiting commands of all sessions, by place. */
  readonly arrivals = new Map<number, string>()
  readonly #listeners = new Set<() => void>()
  /** Those that look only for commands. */
  readonly #commandListeners = new Set<() => void>()
  #hasNewCommands = false
  #isNotifying = false

  /** Copies the bytes, because the sender may reuse its buffer. */
  keep({ hash, bytes }: Blob, entry: Entry): void {
    if (entry.blobs.has(hash)) return
    const kept = this.blobs.get(hash) ?? { bytes: new Uint8Array(bytes), sessions: new Set() }
    this.blobs.set(hash, kept)
    kept.sessions.add(entry)
    entry.blobs.add(hash)
  }

  /** Refers to a stored blob from one more session. */
  share(hash: string, entry: Entry): void {
    if (this.blobs.get(hash)?.sessions.add(entry) !== undefined) entry.blobs.add(hash)
  }

  watch(listener: () => void, only?: "commands"): () => void {
    const listeners = only === "commands" ? this.#commandListeners : this.#listeners
    // Wrapped, so that a function that watches twice is two listeners.
    const wrapped = () => listener()
    listeners.add(wrapped)
    return () => listeners.delete(wrapped)
  }

  get changePlace(): number {
    return this.#changePlace
  }

  /** A session was opened, updated or removed. */
  listChanged(session: string): void {
    this.changes.set(++this.#changePlace, session)
    this.changes.delete(this.#changePlace - KEPT_CHANGES)
    this.changed()
  }

  commandsChanged(): void {
    this.#hasNewCommands = this.#commandListeners.size > 0
    this.changed()
  }

  /** Costs nothing while there is no one to tell. */
  changed(): void {
    if (this.#isNotifying || (this.#listeners.size === 0 && !this.#hasNewCommands)) return
    this.#isNotifying = true
    queueMicrotask(() => {
      this.#isNotifying = false
      for (const listener of this.#listeners) listener()
      if (!this.#hasNewCommands) return
      this.#hasNewCommands = false
      for (const listener of this.#commandListeners) listener()
    })
  }
}
