// What the functions of an application are told about the turn in which they are called.

/** The turn in which a function of your program is called, and for whom. */
export interface TurnAbout<Context = unknown> {
  /** The session's id. */
  readonly session: string
  /** The turn's number, from 1. */
  readonly turn: number
  /** The session's owner, if it has one. */
  readonly owner?: string
  /**
   * What your program passed to `open` or `send`, else what it stored with the session, else what `contextOf` returned.
   * Undefined when none of them had one. Then the agent's type is `Agent<Context | undefined>`, or it has a `contextOf`.
   */
  readonly context: Context
}

declare const NEEDED: unique symbol

/**
 * Marks what needs a `Context`, for the compiler only: an agent of another context does not take it. A method alone would
 * not tell, for TypeScript compares the parameters of methods in both directions.
 */
export interface NeedsContext<Context> {
  readonly [NEEDED]?: (context: Context) => void
}

/** Supplies the context of a turn that this process was not given one for: after a crash, or in a worker. */
export type ContextOf<Context = unknown> = (turn: {
  /** The session's id. Of a sub-agent: the session that delegated to it. */
  readonly id: string
  /** The session's owner, if it has one. */
  readonly owner?: string
  /** The turn's number, from 1. */
  readonly turn: number
}) => Context | Promise<Context>
