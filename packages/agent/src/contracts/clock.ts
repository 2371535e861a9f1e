// Time and ids, injected so that tests control them.

/** Where the agent gets the time from; tests pass one of their own. */
export interface Clock {
  /** Wall-clock time in milliseconds: for facts, due times and retries. */
  now(): number
  /** A monotonic clock that never jumps: for durations and lapsed leases. */
  monotonic(): number
  /** Resolves after `ms`, or as soon as the signal aborts; never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
  /** Calls `then` after `ms`, unless the returned function is called first. For deadlines that are rarely reached. */
  after(ms: number, then: () => void): () => void
  /** Like `sleep`, but does not keep the process alive. */
  idle(ms: number, signal?: AbortSignal): Promise<void>
}

/** Where the agent gets its ids from; tests pass ids that repeat. */
export interface Ids {
  /** A new id, unique everywhere, sortable by time. */
  next(): string
}
