// The sessions of a store, as lists show them: what is known of each without its facts.
import type { Blob } from "./blobs.ts"
import type { Fact, Parent } from "./fact.ts"
import type { Holder } from "./leases.ts"
import type { Standing } from "./queue.ts"
import type { Usage } from "./usage.ts"

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
