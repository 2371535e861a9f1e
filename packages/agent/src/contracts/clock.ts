// Time and names, injected so that tests own them.

export interface Clock {
  /** Wall time in milliseconds: stamps facts, due times and retries. */
  now(): number
  /** Never jumps: measures durations and lapsed leases. */
  monotonic(): number
  /** Resolves after `ms`, or as soon as the signal aborts; never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
  /** Calls back after `ms`, unless the way out that it returns is taken first: for deadlines that are rarely met. */
  after(ms: number, then: () => void): () => void
  /** Like `sleep`, for what may be given up when the process has nothing else to do. */
  idle(ms: number, signal?: AbortSignal): Promise<void>
}

export interface Ids {
  /** A new id, unique everywhere, sortable by time. */
  next(): string
}
