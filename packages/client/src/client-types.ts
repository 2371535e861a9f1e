// The options and answers of a client: those of the library's agent, as far as they make sense over a wire.
import type { SessionRow } from "./rows.ts"
import type { Imported, Operations, SessionHit, SessionStatus } from "./wire.ts"

/** Which session is opened. */
export interface OpenOptions {
  /** The session's id. Unless given, a new session with a new id is created. */
  readonly id?: string
  /** False: only an existing session is opened. Default: true. */
  readonly create?: boolean
  /** The title of a new session. */
  readonly title?: string
  /** The tags of a new session, to list it by: `sessions.list({ tag })`. */
  readonly tags?: readonly string[]
  /** Instructions for this session, in place of the agent's. Applies to a new session only. */
  readonly instructions?: string
  /** The name of the workspace of a new session; the first that you may use unless given. */
  readonly workspace?: string
  /** The server knows who asks: taken, and not sent. */
  readonly owner?: string
  /** Tools run on the server: taken, and not sent. */
  readonly context?: unknown
}

/** Which sessions to list; all of them unless a field says otherwise. */
export interface SessionFilter {
  /** The maximum number of sessions; 100 unless given. */
  readonly limit?: number
  /** The last row of the previous page. */
  readonly after?: { readonly updatedAt: number; readonly id: string }
  /** Whose sessions: for admins; "*" for all. */
  readonly owner?: string
  /** Only archived sessions, or only the others. */
  readonly archived?: boolean
  /** Only sessions with this status, or one of these. */
  readonly status?: SessionStatus | readonly SessionStatus[]
  /** Only sessions with calls that wait for a person, or only those without. */
  readonly asking?: boolean
  /** Only sessions with this tag, or with all of these. */
  readonly tag?: string | readonly string[]
  /** Only sessions whose title or messages contain all of these words. */
  readonly text?: string
}

/** Limits a search. */
export interface SearchOptions {
  /** The maximum number of sessions. */
  readonly limit?: number
}

/** The sessions of the server that you may see. */
export interface Sessions<Handle> {
  /** A page of the list, newest first: all, or those with this status or text. */
  list(query?: SessionFilter): Promise<readonly SessionRow[]>
  /** The handle of an existing session; undefined if there is none. Creates nothing. */
  get(id: string, whose?: Pick<OpenOptions, "owner" | "context">): Promise<Handle | undefined>
  /** By id, by exact title, or by the beginning of the id. An ambiguous name is refused. */
  find(name: string): Promise<SessionRow>
  /** Removes a session and its children. */
  remove(id: string): Promise<boolean>
  /** Sessions whose title or messages contain all of these words; newest first. */
  search(words: string, options?: SearchOptions): Promise<readonly SessionHit[]>
  /** All sessions that `find` would find, at most twenty. */
  named(name: string): Promise<readonly SessionRow[]>
  /** A whole session as lines of JSON: its facts and the blobs they refer to. */
  export(id: string): AsyncIterable<string>
  /** Imports what `export` returned. Refused as a whole if anything in it is broken. */
  import(lines: Iterable<string> | AsyncIterable<string>): Promise<Imported>
}

/** Which sums of usage to list. */
export interface UsageQuery extends Omit<NonNullable<Operations["server.usage"]["query"]>, "owner"> {
  /** Whose: for admins; "*" for all. */
  readonly owner?: string | null
}

/** Which requests to list. */
export type RequestQuery = NonNullable<Operations["requests.list"]["query"]>

/** What a user granted for all sessions on the server. */
export type StoredGrant = Operations["own.grants"]["answer"]["grants"][number]

/** The name of an operation that answers with JSON, as in "sessions.list". */
export type OperationName = {
  [N in keyof Operations]: Operations[N]["answer"] extends Response | undefined ? never : N
}[keyof Operations]

/** How an operation is called. */
export interface CallOptions {
  /** Ends the wait. What the server does goes on. */
  readonly signal?: AbortSignal
  /** Whether it is sent again when the connection breaks: what only reads is, unless false. */
  readonly again?: boolean
}
