// The log's vocabulary: everything that ever happened in a session, past tense, plain data, numbered and stamped. Each fact is one
// file, listed in registry/facts.ts; here is what they share.
// Adding an optional field keeps version 1; anything else needs a new version and a reader for the old one.
export const FACT_VERSION = 1

export type { Draft, Fact, FactType } from "../registry/facts.ts"

export interface Stamp {
  readonly v: typeof FACT_VERSION
  readonly seq: number
  readonly at: number
  /** Of a fact that is not as its type should be: what stands in the log. Set by whoever reads it, and never stored. */
  readonly malformed?: string
}

export interface Parent {
  readonly session: string
  /** `import`: the same session, as it was exported somewhere. */
  readonly kind: "fork" | "import" | "delegation"
  /** The last fact of a copied past. What was allowed in it was allowed there, and not here. */
  readonly seq?: number
  readonly call?: string
}

/** A fact that a command became carries the command's id, so that the command can never be carried out twice. */
export interface FromCommand {
  readonly command: string
  readonly by?: string
}

/**
 * Not a step of the turn: a short question whether an answer is finished, the wish for a summary, or what a tool
 * asks while it runs.
 */
export type Purpose = "judge" | "summary" | "sampling"

/** Characters of a request as it is written for its provider, where a limit counts them. */
export interface RequestChars {
  readonly sent: number
  /** Of them, as counted by us, the conversation. */
  readonly history: number
}

export interface Withheld {
  readonly tool: string
  readonly until: "turn" | "session"
}

/** How a turn ends whose last answer was asked for. */
export interface Ending {
  readonly outcome: TurnOutcome
  readonly error?: TurnError
  /** What the user is told when even that answer is empty or fails. */
  readonly text: string
}

export type Risk = "changes" | "destructive" | "unknown"

/** What somebody allowed beyond a single call. */
export interface Grant {
  /** The name of the tool. */
  readonly tool: string
  /** `session`: until the session ends. `always`: in all sessions, until it is revoked. */
  readonly scope: "session" | "always"
  /**
   * What arguments must look like, by name: `*` and `**` as in paths; a `command` by its first words. Of tools that are not built in
   * it names all of them, and covers no call with others. Left out: whatever the tool is given.
   */
  readonly where?: Readonly<Record<string, string>>
  /** `where` has no patterns: it is all of the arguments, each value as JSON with its keys in order. Only that very call is covered. */
  readonly exact?: true
  /** The workspace it holds in, without symbolic links; left out: in every one. The same words mean something else in another folder. */
  readonly workspace?: string
}

/** What running a tool a second time would do. `once`: it must not happen twice, so it is never re-run unasked. */
export type EffectClass = "read" | "idempotent" | "once"

/** `safe`: it is declared `read` or `idempotent`. `verified`: its tool says that it did not happen. `profile`: the agent or its profile says so. */
export type Again = "safe" | "verified" | "profile"

/** `unknown`: it may or may not have happened. `refused`: a rule of ours said no. `skipped`: it was never started. */
export type ToolOutcome = "ok" | "error" | "timeout" | "denied" | "unknown" | "refused" | "skipped"

export interface LastWords {
  readonly text: string
  /** What the user might answer. */
  readonly suggestions?: readonly string[]
}

/** How much of a result the model is shown, in characters. */
export interface Cut {
  readonly shown: number
  readonly total: number
}

/** How a turn ended. */
export type TurnOutcome = "completed" | "cancelled" | "failed"

export interface TurnError {
  readonly code: string
  readonly message: string
}
