// The port to a host, which runs sessions. A host is responsible for liveness only; safety comes from the store's
// epoch and compare-and-swap.
import type { Standing } from "./queue.ts"

/** Decides which process runs a session, and when. Unless an agent is given one, its own process does. */
export interface SessionHost {
  /**
   * Delivered at least once; during a run it means "run again". With `at` it is a timer. With `place` it is for a command that
   * waits there: a run that has read so far is enough.
   */
  wake(session: string, when?: { readonly at?: number; readonly place?: number }): Promise<void>
  /** Asks a run to read its inbox. May be lost. */
  poke(session: string): void
  /** For operators: takes the session from its runner, also from one that hangs, and has it run again. */
  evict(session: string): Promise<void>
  /** From now on this process runs sessions. */
  serve(drive: Drive, options?: ServeOptions): Promise<Serving>
  /** The session waits for another one and takes up no slot until the returned function is called. */
  yieldSlot?(session: string): () => void
}

/** How a process serves sessions. */
export interface ServeOptions {
  /** How many sessions run at once. */
  readonly concurrency?: number
  /** Sessions that are due and that no live runner holds: their wake was lost, or their runner died. */
  readonly sweep?: () => Promise<readonly string[]>
  /** How a session stands among those that wait; undefined when nothing is known of it. */
  readonly standingOf?: (session: string) => Promise<Standing | undefined>
  /** How long to wait between two sweeps. */
  readonly sweepMs?: number
  /** Called when a session cannot go on here; "*" is none in particular. */
  readonly onError?: (session: string, error: unknown) => void
}

/** Runs one session until it rests. */
export type Drive = (session: string, how: DriveOptions) => Promise<DriveResult>

/** How a session is run. */
export interface DriveOptions {
  /** Aborted when the host wants the session back. */
  readonly signal: AbortSignal
  /** Calls the listener whenever the inbox may hold something new. */
  readonly onPoke: (listener: () => void) => void
  /** The host has decided that this is the session's runner: it takes the lease at once, also from a holder that lives. */
  readonly takesOver?: boolean
  /** After so long no new step is started, and what runs is waited for: the result is then `yield`. */
  readonly yieldAfterMs?: number
}

/**
 * `held`: another runner has the session. `yield`: there is more to do at once, here or elsewhere. `waits`: its owner runs as many
 * sessions as it may; it is woken when one of them ends. `seen`: the place of the last command that was read. A throw means: try
 * again. A host that keeps account of runs must not count `held` or a throw as done.
 */
export type DriveResult =
  | { readonly state: "idle"; readonly seen?: number }
  | { readonly state: "held"; readonly seen?: undefined }
  | { readonly state: "waits"; readonly seen?: undefined }
  | { readonly state: "sleep"; readonly until: number; readonly seen?: number }
  | { readonly state: "yield"; readonly seen?: number }

/** Ends the service of a host. */
export interface Serving {
  /** Accepts no more sessions, waits for running ones to rest until the deadline, then suspends them. */
  drain(options: { readonly deadlineMs: number }): Promise<void>
}
