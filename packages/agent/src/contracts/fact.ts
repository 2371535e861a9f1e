// The log's vocabulary: everything that happened in a session, in the past tense, as plain data, numbered and
// time-stamped. Each fact has its own file, listed in registry/facts.ts; this file has what they share.
// Adding an optional field keeps version 1; any other change needs a new version and a reader for the old one.
export const FACT_VERSION = 1

export type { Draft, Fact, FactType } from "../registry/facts.ts"

/** What every fact has: its version, number and time. */
export interface Stamp {
  readonly v: 1
  readonly seq: number
  readonly at: number
  /** Set on a fact that does not match its type: the JSON that is in the log. Added on reading, never stored. */
  readonly malformed?: string
}

/** The session that another one was forked, imported or delegated from. */
export interface Parent {
  /** The id of that session. */
  readonly session: string
  /** `import`: a copy of a session that was exported elsewhere. */
  readonly kind: "fork" | "import" | "delegation"
  /** The last fact of a copied past. Grants in it hold in the original session, not here. */
  readonly seq?: number
  /** Of a fork: the last fact that an import brought to the original. Nothing up to it can be put back in files. */
  readonly imported?: number
  /** The call that delegated the work. */
  readonly call?: string
}

/** A fact that comes from a command has the command's id, so that the command is never carried out twice. */
export interface FromCommand {
  readonly command: string
  readonly by?: string
}

/**
 * The purpose of an aside, which is no step of the turn: asking a judge whether an answer is finished, making a
 * summary, or a request of a running tool.
 */
export type Purpose = "judge" | "summary" | "sampling"

/** The characters of a request as it is written for its provider, when a limit counts them. */
export interface RequestChars {
  readonly sent: number
  /** The part of them that is the conversation, as Pawl counts it. */
  readonly history: number
}

/** A tool that is not offered any more, because it kept failing. */
export interface Withheld {
  readonly tool: string
  readonly until: "turn" | "session"
}

/** How a turn ends after its last answer was requested. */
export interface Ending {
  readonly outcome: TurnOutcome
  readonly error?: TurnError
  /** The text for the user when even that answer is empty or fails. */
  readonly text: string
}

/** What a call may do, as far as it can be told from its arguments. */
export type Risk = "changes" | "destructive" | "unknown"

/** An approval beyond a single call. */
export interface Grant {
  /** The name of the tool. */
  readonly tool: string
  /** `session`: until the session ends. `always`: in all sessions, until it is revoked. */
  readonly scope: "session" | "always"
  /**
   * Patterns for the arguments, by name: `*` and `**` as in paths; a `command` by its first words. For a tool
   * that is not built in, all arguments must be named: a call with others is not covered. Without `where`,
   * all arguments are covered.
   */
  readonly where?: Readonly<Record<string, string>>
  /**
   * `where` has no patterns: it holds all arguments, each value as JSON with sorted keys. Only
   * exactly that call is covered.
   */
  readonly exact?: true
  /**
   * The workspace in which the grant holds, with symbolic links resolved; without it, in every workspace. The same
   * arguments mean something else in another folder.
   */
  readonly workspace?: string
  /**
   * Of a grant for all sessions: the owner in whose sessions it holds. A grant that a person gives in a session gets that
   * session's owner. Without it: in sessions without an owner, and where the program passes it as a list, in all.
   */
  readonly owner?: string
}

/**
 * What running a tool a second time would do. `once`: it must not happen twice, so it is never
 * re-run without a decision.
 */
export type EffectClass = "read" | "idempotent" | "once"

/**
 * Why a call may run again. `safe`: it is declared `read` or `idempotent`. `verified`: its tool reports that it did
 * not happen. `profile`: the agent or its profile allows it.
 */
export type Again = "safe" | "verified" | "profile"

/** `unknown`: it may or may not have happened. `refused`: a rule refused it. `skipped`: it was never started. */
export type ToolOutcome = "ok" | "error" | "timeout" | "denied" | "unknown" | "refused" | "skipped"

/** The answer that ends a turn, given by a tool instead of the model. */
export interface LastWords {
  /** What the user is shown. */
  readonly text: string
  /** Answers to suggest to the user. */
  readonly suggestions?: readonly string[]
}

/** Where the content of a result holds the structured value of a server: what is shown is not stored twice. */
export interface StructuredPart {
  /** The place of the part in the content. */
  readonly part: number
  /** The value is an object, and the part holds its only field, which has this name. */
  readonly key?: string
  /** The part's text is the value itself; without it, the text is its JSON. */
  readonly isText?: true
}

/** How many characters of a result the model is shown. */
export interface Cut {
  /** Characters that are shown. */
  readonly shown: number
  /** Characters that there are. */
  readonly total: number
}

/** How a turn ended. */
export type TurnOutcome = "completed" | "cancelled" | "failed"

/** Why a turn failed. */
export interface TurnError {
  /** For programs; it stays the same when the message is reworded. */
  readonly code: string
  /** For people. */
  readonly message: string
}
