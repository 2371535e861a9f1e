// The ports to durable storage. Every store passes the same conformance suite (store/conformance.ts).
import type { Admission, Command, Enqueued, QueuedCommand } from "./command.ts"
import type { Fact, Parent } from "./fact.ts"
import type { Usage } from "./usage.ts"

/** Where logs, inboxes, leases and blobs are kept. `memory` and `sqlite` make one. */
export interface Store {
  /** The facts of each session. */
  readonly log: Log
  /** Large values, by their hash. */
  readonly blobs: Blobs
  /** Commands that wait for the writer of their session. */
  readonly inbox: Inbox
  /** Who runs which session. */
  readonly leases: Leases
  /** What lists of sessions show. */
  readonly sessions: Sessions
  /** Text in flight, for subscribers in other processes; it may be lost. */
  readonly live: Live
  /** Calls the listener soon after anything may have changed, by any process. Returns the way to stop. */
  watch(listener: () => void): () => void
  /** Lets go of what it holds, once what was accepted is written. */
  close(): Promise<void>
}

export interface Log {
  /** All or nothing, durable when it resolves. A stale writer gets a refusal and writes nothing. */
  append(append: Append): Promise<Appended>
  /** Facts after `seq` in order, at most `limit`. */
  read(session: string, after: number, limit?: number): Promise<readonly Fact[]>
  /** The last number written, 0 for a session that does not exist. */
  head(session: string): Promise<number>
  /** A fold may be kept to open a session faster; it can be thrown away at any time. */
  saveSnapshot(session: string, snapshot: Snapshot): Promise<void>
  readSnapshot(session: string, version: number): Promise<Snapshot | undefined>
}

export interface Append {
  readonly session: string
  readonly expectedSeq: number
  readonly epoch: number
  /** Numbered from `expectedSeq + 1`. May be empty: then only commands are consumed. */
  readonly facts: readonly Fact[]
  readonly columns: Columns
  /** Commands that became these facts, or that came to nothing: deleted in the same transaction. */
  readonly consumed?: readonly string[]
  readonly blobs?: readonly Blob[]
}

export type Appended = { readonly ok: true } | { readonly ok: false; readonly reason: "fenced" | "stale" | "missing" }

export interface Snapshot {
  readonly seq: number
  readonly version: number
  readonly body: string
}

export interface Blob {
  readonly hash: string
  readonly bytes: Uint8Array
}

export interface Blobs {
  read(hash: string): Promise<Uint8Array | undefined>
}

/** What a session is doing. `waiting`: for a person. */
export type Status = "idle" | "processing" | "tool_loop" | "waiting" | "failed"

/** What a session list shows without folding anything; written with every append. */
export interface Columns {
  readonly status: Status
  /**
   * When somebody should run this session: a time that may have passed, or never. A store keeps it due while commands
   * wait that the append did not consume, so that a crash before the runner reads them loses no wake.
   */
  readonly dueAt: number | null
  /** Calls that wait for a person. */
  readonly openRequests: readonly OpenRequest[]
  readonly turns: number
  readonly messages: number
  readonly usage: Usage
  readonly preview: string
  readonly updatedAt: number
  readonly error: string | null
  /** Where the last turn runs; left out when that is not known, and as it was then. */
  readonly workspace?: string
}

export interface OpenRequest {
  readonly call: string
  readonly kind: "approval" | "question"
  /** The fact that asks, when a running tool does: it may have asked other things before. */
  readonly question?: number
  /** The call has asked for other approvals before: one that does not name its question may be meant for those. */
  readonly isAgain?: boolean
}

/** A session in a list. */
export interface SessionRow extends Omit<Columns, "workspace"> {
  /** The session's id. */
  readonly id: string
  /** The number of its last fact. */
  readonly seq: number
  /** The profile it was opened with. */
  readonly profile: string
  /** Whose it is; null when nobody said so. */
  readonly owner: string | null
  /** The session it was forked, imported or delegated from; null for the others. */
  readonly parent: string | null
  /** When it was opened, in milliseconds since 1970. */
  readonly createdAt: number
  /** The real path of the folder its work belongs to; null for one that has none, or is older than this. */
  readonly workspace: string | null
  /** Its title, and whether it is pinned or archived. */
  readonly metadata: Metadata
  /** Since when it is archived; null while it is not. */
  readonly archivedAt: number | null
  /** What to call it: the title that somebody gave it, else the first words that were said; null before there are any. */
  readonly title: string | null
}

/** Beside the log: a running turn cannot overwrite it. */
export interface Metadata {
  /** Given by a person. */
  readonly title: string | null
  /** A pinned session is neither archived nor removed by a clean-up. */
  readonly pinned: boolean
  /** It is put away. Whoever speaks to the session takes it out again. */
  readonly archived: boolean
}

export interface NewSession {
  readonly id: string
  readonly opened: Fact
  readonly profile: string
  readonly owner?: string
  readonly parent?: Parent
  /** It begins with a past: facts from 2 on, what they add up to, and what they refer to. */
  readonly past?: {
    readonly facts: readonly Fact[]
    readonly columns: Columns
    /** Of blobs that the store has already. */
    readonly hashes: readonly string[]
    /** Those that it may not have. */
    readonly blobs?: readonly Blob[]
  }
}

export interface SessionQuery {
  readonly limit?: number
  /** The last row of the page before. */
  readonly after?: { readonly updatedAt: number; readonly id: string }
  readonly owner?: string
  readonly archived?: boolean
}

export interface Sessions {
  /** False when it exists already. */
  create(session: NewSession): Promise<boolean>
  get(id: string): Promise<SessionRow | undefined>
  /** Newest first. */
  list(query?: SessionQuery): Promise<readonly SessionRow[]>
  /** By id, else by exact title, else by the beginning of the id. */
  find(name: string): Promise<readonly SessionRow[]>
  /** `at`: when, by the clock on the wall unless given. */
  update(id: string, metadata: Partial<Metadata>, at?: number): Promise<boolean>
  /** Truly: facts, commands, snapshots, and blobs that nobody else refers to. False when there is none, or it has moved on. */
  remove(id: string, only?: AsSeen): Promise<boolean>
  /** Sessions somebody should run by `before`, most overdue first, with who holds them. */
  due(query: DueQuery): Promise<readonly DueSession[]>
}

/** A session that is archived, not pinned, has nothing to do, and is where it was when somebody looked. */
export interface AsSeen {
  readonly seq: number
  /** Of the lease that the caller holds. */
  readonly epoch: number
}

export interface DueQuery {
  readonly before: number
  readonly limit?: number
  /** Leaves out what this runner holds: it knows of that. */
  readonly notHeldBy?: string
}

export interface DueSession {
  readonly id: string
  readonly dueAt: number
  /** Where its work belongs to, if that is known. */
  readonly workspace?: string
  readonly holder?: Holder
}

export interface EnqueueOptions extends Admission {
  /** What the command refers to by hash. Kept only if it is accepted: a refused command leaves nothing behind. */
  readonly blobs?: readonly Blob[]
}

export interface Inbox {
  /**
   * Admission, idempotence, the bytes the command refers to and the new due time in one transaction. Who speaks to an archived
   * session takes it from the archive.
   */
  enqueue(session: string, command: Command, options?: EnqueueOptions): Promise<Enqueued>
  read(session: string, after?: number): Promise<readonly QueuedCommand[]>
  /** Commands of all sessions that came after `place`, oldest first: how a runner hears of other processes' commands. */
  arrivals(after: number): Promise<readonly { readonly session: string; readonly place: number }[]>
}

/** A process that runs sessions. `boot` tells machines and restarts apart, `started` tells reused pids apart. */
export interface Runner {
  readonly id: string
  readonly pid: number
  readonly boot: string
  readonly started: string
}

export interface Holder {
  readonly runner: Runner
  readonly epoch: number
  readonly beat: number
}

export type Acquired =
  | { readonly ok: true; readonly epoch: number; readonly seq: number }
  | { readonly ok: false; readonly holder: Holder }
  | { readonly ok: false; readonly holder?: undefined }

export interface Leases {
  join(runner: Runner): Promise<void>
  leave(runner: string): Promise<void>
  /** One beat for all sessions of the runner; answers with the sessions it still holds. */
  beat(runner: string): Promise<readonly string[]>
  /**
   * Raises the epoch; only this does. `over` names a holder that the caller has seen dead or lapsed: it loses the
   * lease if it still is at that beat.
   */
  acquire(session: string, runner: string, over?: Holder): Promise<Acquired>
  /**
   * `seen` is the newest command the runner looked at: a newer one makes the session due at once. `dueIn`: how long the wait
   * until `dueAt` is meant to last. A session that would have to wait longer is due: the clock was set back.
   */
  release(
    session: string,
    epoch: number,
    rest: { readonly dueAt: number | null; readonly dueIn?: number; readonly seen: number },
  ): Promise<boolean>
  /** When this runner last beat, in milliseconds by the clock on the wall; undefined when it has left or never was. */
  lastBeat(runner: string): Promise<number | undefined>
  /** The epoch in force now: asked once more just before an effect that must not happen twice. */
  epoch(session: string): Promise<number>
}

/** Text of the answer in flight, for other processes: throttled, not synced, worthless after a crash. */
export interface Live {
  write(session: string, text: LiveText | undefined): void
  read(session: string): Promise<LiveText | undefined>
}

export interface LiveText {
  readonly attempt: string
  readonly text: string
}
