// The port to a host, which runs sessions. A host is responsible for liveness only; safety comes from the store's
// epoch and compare-and-swap.

export interface SessionHost {
  /**
   * Delivered at least once; during a run it means "run again". With `at` it is a timer. With `place` it is for a command that
   * waits there: a run that has read so far is enough.
   */
  wake(session: string, when?: { readonly at?: number; readonly place?: number }): Promise<void>
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

/** `held`: another runner has the session. `seen`: the place of the last command that was read. A throw means: try again. */
export type DriveResult =
  | { readonly state: "idle"; readonly seen?: number }
  | { readonly state: "held"; readonly seen?: undefined }
  | { readonly state: "sleep"; readonly until: number; readonly seen?: number }

export interface Serving {
  /** Accepts no more sessions, waits for running ones to rest until the deadline, then suspends them. */
  drain(options: { readonly deadlineMs: number }): Promise<void>
}
