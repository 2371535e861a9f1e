// The ports to durable storage. Every store passes the same conformance suite (store/conformance.ts).
import type { Blob, Blobs } from "./blobs.ts"
import type { Admission, Command, Enqueued, QueueChange, QueuedCommand } from "./command.ts"
import type { Fact, FactType } from "./fact.ts"
import type { Leases } from "./leases.ts"
import type { Spent, UsageQuery, UsageRow } from "./limits.ts"
import type { SharedRates } from "./rates.ts"
import type { Records } from "./records.ts"
import type { Columns, Sessions } from "./sessions.ts"

/** Where logs, inboxes, leases and blobs are stored. Create one with `memory` or `sqlite`. */
export interface Store {
  /** The facts of each session. */
  readonly log: Log
  /** Large values, by their hash. */
  readonly blobs: Blobs
  /** Commands that wait for the writer of their session. */
  readonly inbox: Inbox
  /** Which runner holds which session. */
  readonly leases: Leases
  /** What session lists show. */
  readonly sessions: Sessions
  /** What owners used, by day and model. */
  readonly usage: UsageSums
  /** Small documents of the program around the agents: its users, groups and settings. */
  readonly records: Records
  /** Text in flight, for subscribers in other processes; it may be lost. */
  readonly live: Live
  /** What the processes of the store share of models' limits. Without it, each process keeps to them by itself. */
  readonly rates?: SharedRates
  /**
   * Calls the listener soon after any process may have changed something. Returns a function that stops it. `only`: what
   * the listener looks for, so that a store that knows what changed need not call it for the rest.
   */
  watch(listener: () => void, only?: "commands"): () => void
  /** Writes what was accepted, then releases all resources. */
  close(): Promise<void>
}

/** The facts of each session. */
export interface Log {
  /** All or nothing, durable when it resolves. A stale writer gets a refusal and writes nothing. */
  append(append: Append): Promise<Appended>
  /**
   * Facts after `seq` in order, at most `limit`. `only`: the types that the caller looks for, so that a store need not return
   * the others.
   */
  read(session: string, after: number, limit?: number, only?: readonly FactType[]): Promise<readonly Fact[]>
  /** The last `seq` written; 0 for a session that does not exist. */
  head(session: string): Promise<number>
  /** Stores a fold to open a session faster; it may be deleted at any time. */
  saveSnapshot(session: string, snapshot: Snapshot): Promise<void>
  readSnapshot(session: string, version: number): Promise<Snapshot | undefined>
}

/** Facts to write to a log, with the columns, commands and blobs that go with them. */
export interface Append {
  readonly session: string
  readonly expectedSeq: number
  readonly epoch: number
  /** Numbered from `expectedSeq + 1`. May be empty: then only commands are consumed. */
  readonly facts: readonly Fact[]
  readonly columns: Columns
  /**
   * The places of the commands that became these facts or were dropped: deleted in the same transaction. If one is not
   * there any more, because it was changed meanwhile, nothing is written.
   */
  readonly consumed?: readonly number[]
  readonly blobs?: readonly Blob[]
  /** What the facts used: added to the sums of the session's owner in the same transaction. */
  readonly spent?: readonly Spent[] | undefined
}

/** Whether an append was written, and why it was not. */
export type Appended =
  | { readonly ok: true }
  | { readonly ok: false; readonly reason: "fenced" | "stale" | "missing" | "changed" }

/** A fold of the facts up to a number, to open a session faster. */
export interface Snapshot {
  readonly seq: number
  readonly version: number
  readonly body: string
}

/** Sums of what was used. They outlive the sessions, and copies of facts (forks, imports) add nothing to them. */
export interface UsageSums {
  /** Oldest day first, then by owner and model. */
  list(query?: UsageQuery): Promise<readonly UsageRow[]>
}

/** What is checked and stored with a command. */
export interface EnqueueOptions extends Admission {
  /** The blobs that the command refers to. Stored only if it is accepted: a refused command leaves nothing behind. */
  readonly blobs?: readonly Blob[]
  /**
   * The runner that is to run the session, unless one holds it: from then on, until the lease is acquired, it is refused to others
   * while this one lives.
   */
  readonly runner?: string
}

/** Commands that wait for the writer of their session. */
export interface Inbox {
  /**
   * Checks admission and duplicates, stores the command with its blobs, and sets the new due time, in one
   * transaction. Input to an archived session takes it out of the archive. A session that was not due waits from now on.
   */
  enqueue(session: string, command: Command, options?: EnqueueOptions): Promise<Enqueued>
  read(session: string, after?: number): Promise<readonly QueuedCommand[]>
  /**
   * Changes a message that waits for the end of a turn, in one transaction: from then on it stands at a new place, and an
   * append that would consume it as it was is refused. Returns the new place; undefined when no such message waits.
   */
  change(session: string, id: string, change: QueueChange): Promise<number | undefined>
  /** Commands of all sessions after `place`, oldest first: how a runner notices commands of other processes. */
  arrivals(after: number): Promise<readonly { readonly session: string; readonly place: number }[]>
}

/** Text of the answer in flight, for other processes: throttled, not synced, and useless after a crash. */
export interface Live {
  write(session: string, text: LiveText | undefined): void
  read(session: string): Promise<LiveText | undefined>
}

/** Text of the answer in flight. */
export interface LiveText {
  readonly attempt: string
  readonly text: string
}
