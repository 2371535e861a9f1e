// Which process runs which session.

/** A process that runs sessions. `boot` distinguishes machines and restarts, `started` distinguishes reused pids. */
export interface Runner {
  readonly id: string
  readonly pid: number
  readonly boot: string
  readonly started: string
}

/** The runner that holds a lease. */
export interface Holder {
  readonly runner: Runner
  readonly epoch: number
  readonly beat: number
  /**
   * True when the store has seen the end of what ties it to the runner's process: the process has ended, or is about to tie itself
   * again. Absent when the store does not know.
   */
  readonly isCutOff?: boolean
}

/** Whether a lease was acquired, and who holds it otherwise. */
export type Acquired =
  | { readonly ok: true; readonly epoch: number; readonly seq: number }
  | { readonly ok: false; readonly holder: Holder }
  /** `isFull`: its owner runs as many sessions as it may. */
  | { readonly ok: false; readonly holder?: undefined; readonly isFull?: true }

/** Which runner holds which session. */
export interface Leases {
  join(runner: Runner): Promise<void>
  leave(runner: string): Promise<void>
  /** One beat for all sessions of the runner. Returns the sessions it still holds. */
  beat(runner: string): Promise<readonly string[]>
  /**
   * Raises the epoch; nothing else does. `over` names a holder that the caller found dead or lapsed: it loses the
   * lease if it is still at that beat. `maxRunning`: refused while so many other sessions of the same owner are held
   * and have something to do. Children neither count nor are refused: they work for their parents.
   */
  acquire(session: string, runner: string, over?: Holder, maxRunning?: number): Promise<Acquired>
  /**
   * `seen` is the newest command that the runner has read: a newer one makes the session due at once.
   * `dueIn`: how long the wait until `dueAt` is meant to last. A session that would have to wait longer is
   * due, because the clock was set back. The session waits for a runner again once the wait is over.
   */
  release(
    session: string,
    epoch: number,
    rest: { readonly dueAt: number | null; readonly dueIn?: number; readonly seen: number },
  ): Promise<boolean>
  /**
   * The time of the runner's last beat, in milliseconds of wall-clock time; undefined when it has left or never joined.
   */
  lastBeat(runner: string): Promise<number | undefined>
  /** The current epoch: checked once more just before an effect that must not happen twice. */
  epoch(session: string): Promise<number>
}
