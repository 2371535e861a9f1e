// The ports to durable storage. Every store passes the same conformance suite (store/conformance.ts).
import type { Admission, Command, Enqueued, QueueChange, QueuedCommand } from "./command.ts"
import type { Fact, FactType, Parent } from "./fact.ts"
import type { Json } from "./json.ts"
import type { Spent, UsageQuery, UsageRow } from "./limits.ts"
import type { Standing } from "./queue.ts"
import type { SharedRates } from "./rates.ts"
import type { Usage } from "./usage.ts"

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

/** Bytes, stored by their hash. */
export interface Blob {
  readonly hash: string
  readonly bytes: Uint8Array
}

/** `length` bytes from `offset` on; fewer where the value ends. */
export interface BlobRange {
  readonly offset: number
  readonly length: number
}

/** Reads large values by their hash. */
export interface Blobs {
  /** The whole value, or a range of it: then no more than about that much of it is held in memory. */
  read(hash: string, range?: BlobRange): Promise<Uint8Array | undefined>
  /** How many bytes it has; undefined when there is no such value. */
  size(hash: string): Promise<number | undefined>
}

/** All that those need who read whole values. */
export type BlobReader = Pick<Blobs, "read">

/** What a session is doing. `waiting`: for a person. */
export type Status = "idle" | "processing" | "tool_loop" | "waiting" | "failed"

/** What a session list shows without folding; written with every append. */
export interface Columns {
  readonly status: Status
  /**
   * When the session should run: a time that may have passed, or null for never. A store keeps the session due while
   * it has commands that the append did not consume, so that a crash before the runner reads them loses no wake-up.
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
  /** The workspace of the last turn. Absent when unknown: then the stored value stays. */
  readonly workspace?: string
}

/** A call that waits for a person. */
export interface OpenRequest {
  /** The call's id. */
  readonly call: string
  /** What the person is asked for. */
  readonly kind: "approval" | "question"
  /** The `seq` of the fact that asks, when a running tool does: the tool may have asked something else before. */
  readonly question?: number
  /** The call has asked for other approvals before, so a decision without `question` may be meant for one of those. */
  readonly isAgain?: boolean
}

/** A session in a list. */
export interface SessionRow extends Omit<Columns, "workspace"> {
  /** The session's id. */
  readonly id: string
  /** The `seq` of its last fact. */
  readonly seq: number
  /** The profile it was opened with. */
  readonly profile: string
  /** Its owner; null if none was given. */
  readonly owner: string | null
  /** The session it was forked, imported or delegated from; null for the others. */
  readonly parent: string | null
  /** How it comes from its parent; absent without one. Only a `delegation` works for its parent, which asks in its place. */
  readonly parentKind?: Parent["kind"]
  /** When it was opened, in milliseconds since 1970. */
  readonly createdAt: number
  /** The real path of the folder it works in; null if it has none, or is older than this field. */
  readonly workspace: string | null
  /** Its title, its tags, and whether it is pinned or archived. */
  readonly metadata: Metadata
  /** When it was archived; null while it is not. */
  readonly archivedAt: number | null
  /** The name to show: the title that a person gave, else the first words of the input; null before there is any. */
  readonly title: string | null
}

/** Stored beside the log, so that a running turn cannot overwrite it. */
export interface Metadata {
  /** Given by a person. */
  readonly title: string | null
  /** A pinned session is neither archived nor removed by a clean-up. */
  readonly pinned: boolean
  /** Whether it is archived. New input takes the session out of the archive. */
  readonly archived: boolean
  /** Words to list it by, each once; absent while it has none. */
  readonly tags?: readonly string[]
}

/** A change of metadata; what is left out stays as it is. */
export interface MetadataChange extends Partial<Metadata> {
  /** Tags to add to those it has, in one step: two processes that do so at once lose none. */
  readonly addTags?: readonly string[]
  /** Tags to remove. */
  readonly removeTags?: readonly string[]
}

/** A session to create, with its first fact. */
export interface NewSession {
  readonly id: string
  readonly opened: Fact
  readonly profile: string
  readonly owner?: string
  readonly parent?: Parent
  /** Sessions of the owner outside the archive: beyond, the oldest that are neither pinned nor active are archived with it. */
  readonly maxSessions?: number
  /** Set when the session starts with a past: facts from 2 on, their columns, and their blobs. */
  readonly past?: {
    readonly facts: readonly Fact[]
    readonly columns: Columns
    /** Blobs that the store already has. */
    readonly hashes: readonly string[]
    /** Blobs that the store may not have yet. */
    readonly blobs?: readonly Blob[]
  }
}

/** Which sessions to list; all of them unless a field says otherwise. */
export interface SessionQuery {
  /** The maximum number of sessions; 100 unless given. */
  readonly limit?: number
  /** The last row of the previous page. */
  readonly after?: { readonly updatedAt: number; readonly id: string }
  /** Only sessions of this owner. */
  readonly owner?: string
  /** Only archived sessions, or only the others. */
  readonly archived?: boolean
  /** Only sessions with this status, or one of these. */
  readonly status?: Status | readonly Status[]
  /** Only sessions with calls that wait for a person, or only those without. */
  readonly asking?: boolean
  /** Only sessions with this tag, or with all of these. */
  readonly tag?: string | readonly string[]
}

/** The list of sessions. */
export interface Sessions {
  /** Returns false when the session exists. */
  create(session: NewSession): Promise<boolean>
  get(id: string): Promise<SessionRow | undefined>
  /** Newest first. */
  list(query?: SessionQuery): Promise<readonly SessionRow[]>
  /** By id, else by exact title, else by the beginning of the id. */
  find(name: string): Promise<readonly SessionRow[]>
  /** `at`: the time of the change; now unless given. */
  update(id: string, change: MetadataChange, at?: number): Promise<boolean>
  /**
   * Removes everything: facts, commands, snapshots, and blobs that no other session refers to. Returns false when
   * there is no such session, or it has changed since `only`.
   */
  remove(id: string, only?: AsSeen): Promise<boolean>
  /**
   * Sessions that any process opened, updated or removed after a place: what `updatedAt` does not show. Without a place, only
   * the newest place. Appends are no such change.
   */
  changes(after?: number): Promise<SessionChanges>
  /** Sessions that should run by `before`, with their holders. First those that have waited longest, with their head starts. */
  due(query: DueQuery): Promise<readonly DueSession[]>
}

/** Which sessions were opened, updated or removed. */
export interface SessionChanges {
  /** Where the next look begins. */
  readonly place: number
  /** Their ids, oldest change first. */
  readonly ids: readonly string[]
  /** False when there were so many that older ones are not known any more. */
  readonly isComplete: boolean
}

/** Sums of what was used. They outlive the sessions, and copies of facts (forks, imports) add nothing to them. */
export interface UsageSums {
  /** Oldest day first, then by owner and model. */
  list(query?: UsageQuery): Promise<readonly UsageRow[]>
}

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

/** A session that is archived, not pinned, has nothing to do, and has not changed since the caller looked. */
export interface AsSeen {
  readonly seq: number
  /** The epoch of the lease that the caller holds. */
  readonly epoch: number
}

/** Which sessions should run by a time. */
export interface DueQuery {
  readonly before: number
  readonly limit?: number
  /** Leaves out sessions that this runner holds, because it already knows about them. */
  readonly notHeldBy?: string
  /** Only this session. */
  readonly session?: string
  /** Only sessions of this owner that no runner holds; null for those without an owner. */
  readonly waitingOf?: string | null
}

/** A session that should run. */
export interface DueSession {
  readonly id: string
  readonly dueAt: number
  /** The workspace of the session, if known. */
  readonly workspace?: string
  readonly holder?: Holder
  /** How it stands among those that wait. */
  readonly standing: Standing
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

/** A process that runs sessions. `boot` distinguishes machines and restarts, `started` distinguishes reused pids. */
export interface Runner {
  readonly id: string
  readonly pid: number
  readonly boot: string
  readonly started: string
}

/** The runner that holds a lease. */
export interface Holder {
  readonly runner: Runner
  readonly epoch: number
  readonly beat: number
  /**
   * True when the store has seen the end of what ties it to the runner's process: the process has ended, or is about to tie itself
   * again. Absent when the store does not know.
   */
  readonly isCutOff?: boolean
}

/** Whether a lease was acquired, and who holds it otherwise. */
export type Acquired =
  | { readonly ok: true; readonly epoch: number; readonly seq: number }
  | { readonly ok: false; readonly holder: Holder }
  /** `isFull`: its owner runs as many sessions as it may. */
  | { readonly ok: false; readonly holder?: undefined; readonly isFull?: true }

/** Which runner holds which session. */
export interface Leases {
  join(runner: Runner): Promise<void>
  leave(runner: string): Promise<void>
  /** One beat for all sessions of the runner. Returns the sessions it still holds. */
  beat(runner: string): Promise<readonly string[]>
  /**
   * Raises the epoch; nothing else does. `over` names a holder that the caller found dead or lapsed: it loses the
   * lease if it is still at that beat. `maxRunning`: refused while so many other sessions of the same owner are held
   * and have something to do. Children neither count nor are refused: they work for their parents.
   */
  acquire(session: string, runner: string, over?: Holder, maxRunning?: number): Promise<Acquired>
  /**
   * `seen` is the newest command that the runner has read: a newer one makes the session due at once.
   * `dueIn`: how long the wait until `dueAt` is meant to last. A session that would have to wait longer is
   * due, because the clock was set back. The session waits for a runner again once the wait is over.
   */
  release(
    session: string,
    epoch: number,
    rest: { readonly dueAt: number | null; readonly dueIn?: number; readonly seen: number },
  ): Promise<boolean>
  /**
   * The time of the runner's last beat, in milliseconds of wall-clock time; undefined when it has left or never joined.
   */
  lastBeat(runner: string): Promise<number | undefined>
  /** The current epoch: checked once more just before an effect that must not happen twice. */
  epoch(session: string): Promise<number>
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
