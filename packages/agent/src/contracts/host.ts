// Who runs a session. A host is about liveness only: safety is the store's epoch and compare-and-swap.

export interface SessionHost {
  /** At least once; during a run it means "run again". With `at` it is a timer. */
  wake(session: string, when?: { readonly at?: number }): Promise<void>
  /** Lossy: "read your inbox". */
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

/** `held`: somebody else runs it. A throw means: try again. */
export type DriveResult =
  | { readonly state: "idle" }
  | { readonly state: "held" }
  | { readonly state: "sleep"; readonly until: number }

export interface Serving {
  /** Stops taking sessions, lets running ones rest until the deadline, then takes them back. */
  drain(options: { readonly deadlineMs: number }): Promise<void>
}
