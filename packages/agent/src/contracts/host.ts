// The port to a host, which runs sessions. A host is responsible for liveness only; safety comes from the store's
// epoch and compare-and-swap.

export interface SessionHost {
  /** Delivered at least once; during a run it means "run again". With `at` it is a timer. */
  wake(session: string, when?: { readonly at?: number }): Promise<void>
  /** Asks a run to read its inbox. May be lost. */
  poke(session: string): void
  serve(drive: Drive, options?: { readonly concurrency?: number }): Promise<Serving>
}

export type Drive = (session: string, how: DriveOptions) => Promise<DriveResult>

export interface DriveOptions {
  /** Aborted when the host wants the session back. */
  readonly signal: AbortSignal
  /** Calls the listener whenever the inbox may hold something new. */
  readonly onPoke: (listener: () => void) => void
}

/** `held`: another runner has the session. A throw means: try again. */
export type DriveResult =
  | { readonly state: "idle" }
  | { readonly state: "held" }
  | { readonly state: "sleep"; readonly until: number }

export interface Serving {
  /** Accepts no more sessions, waits for running ones to rest until the deadline, then suspends them. */
  drain(options: { readonly deadlineMs: number }): Promise<void>
}
