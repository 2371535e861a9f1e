// Copies a store into another, session by session, while both may be in use. It only reads the source, and can be cut and run
// again: what is equal on both sides is compared, and not written again.
import { timeIds } from "../../base/ids.ts"
import { systemClock } from "../../base/system-clock.ts"
import type { Clock } from "../../contracts/clock.ts"
import type { SessionRow } from "../../contracts/sessions.ts"
import type { Store } from "../../contracts/store.ts"
import { LeaseKeeper } from "../../session/lease-keeper.ts"
import { identify } from "../../session/runner-identity.ts"
import { HOLD, holdTarget } from "./hold-target.ts"
import { type MovedRecords, moveRecords } from "./move-records.ts"
import { moveSession } from "./move-session.ts"
import { CARRIER, moveUsage } from "./move-usage.ts"
import type { MovedSession, MoveOutcome, Moving } from "./moving.ts"

/** How a store is copied. */
export interface MoveOptions {
  /** True: nothing is written; the result says what would be. */
  readonly dryRun?: boolean
  /**
   * True: a session that looks as an earlier copy left it, by its row, its last fact and what waits for it, is not read again. For the
   * short copy at the end of a move; what was changed behind Pawl's back since then is not noticed.
   */
  readonly skipUnchanged?: boolean
  /** The source's name, by which the next copy finds the records that it has written. "source" unless given. */
  readonly name?: string
  /** Kinds of records that the target keeps where it has its own. */
  readonly keeps?: readonly string[]
  /** Called after each session. */
  readonly onSession?: (session: MovedSession, done: number, all: number) => void
  /** The clock; a test passes a `FakeClock`. */
  readonly clock?: Clock
}

/** What was copied, and what is not equal. */
export interface Moved {
  /** How many sessions ended how. */
  readonly sessions: Readonly<Record<MoveOutcome, number>>
  /** Facts that were written. */
  readonly facts: number
  /** Blobs that were written with them. */
  readonly blobs: number
  /** Sessions to look after: those that run, were refused, have failed, or are damaged. */
  readonly unequal: readonly MovedSession[]
  /** What became of users, settings and other small documents. */
  readonly records: MovedRecords
  /** Sums of usage that were raised. */
  readonly usage: number
  /** Everything of the source is in the target, and whole. With `skipUnchanged`: all but the skipped sessions was compared. */
  readonly isEqual: boolean
}

/**
 * Copies a store into another: all sessions with their facts, blobs, waiting commands and metadata, records and sums of usage.
 * Each session is compared on both sides, fact by fact and blob by blob, also one that was copied before. What the target has
 * besides stays; what differs there is refused, never overwritten. One copy into a store runs at a time.
 *
 * @example
 * ```ts
 * import { sqlite } from "@pawl/agent"
 * import { moveStore } from "@pawl/agent/sessions"
 *
 * const { isEqual, unequal } = await moveStore(await sqlite("old.db"), await sqlite("new.db"))
 * if (!isEqual) console.log(unequal)
 * ```
 */
export async function moveStore(from: Store, to: Store, options: MoveOptions = {}): Promise<Moved> {
  const { clock = systemClock, dryRun = false, skipUnchanged = false, name = "source", keeps = [], onSession } = options
  const keeper = new LeaseKeeper(to.leases, identify(timeIds), clock, { beatMs: 1000, lapseMs: 10_000 })
  const moving: Moving = { from, to, keeper, clock, dryRun, skipUnchanged }
  try {
    const hold = dryRun ? undefined : await holdTarget(moving)
    try {
      const tally = await moveSessions(moving, (...progress) => {
        hold?.check()
        onSession?.(...progress)
      })
      const records = await moveRecords({ from: from.records, to: to.records, name, keeps, dryRun })
      const usage = await moveUsage(moving)
      const isEqual = tally.unequal.length === 0 && records.refused.length === 0
      return { ...tally.result, records, usage, isEqual }
    } finally {
      await hold?.release()
    }
  } finally {
    await keeper.close()
  }
}

async function moveSessions(moving: Moving, onSession: NonNullable<MoveOptions["onSession"]>): Promise<Tally> {
  const tally = new Tally()
  const known = new Set<string>([CARRIER, HOLD])
  // A session that is updated while its list is read may jump over the place where the reader is.
  for (const _look of ["first", "again"]) {
    const found = (await oldestFirst(moving.from)).filter((id) => !known.has(id))
    for (const id of found) {
      known.add(id)
      const moved = await moveOne(id, moving)
      if (moved === undefined) continue
      tally.add(moved)
      onSession(moved, tally.done, Math.max(tally.done, found.length))
    }
  }
  return tally
}

/** One session that cannot be read or written does not keep the others from moving. */
async function moveOne(id: string, moving: Moving): Promise<MovedSession | undefined> {
  try {
    return await moveSession(id, moving)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return { id, outcome: "failed", facts: 0, blobs: 0, why }
  }
}

const PAGE = 500

/** The list is by the last change; parents are older than their children. */
async function oldestFirst(store: Store): Promise<readonly string[]> {
  const found = new Map<string, number>()
  let after: SessionRow | undefined
  for (;;) {
    const page: readonly SessionRow[] = await store.sessions.list({ limit: PAGE, ...(after && { after }) })
    for (const { id, createdAt } of page) found.set(id, createdAt)
    after = page.at(-1)
    if (page.length < PAGE) break
  }
  return [...found].toSorted(([a, at], [b, bt]) => at - bt || (a < b ? -1 : 1)).map(([id]) => id)
}

const GOOD: ReadonlySet<MoveOutcome> = new Set(["copied", "same", "skipped"])

class Tally {
  readonly #sessions = { copied: 0, same: 0, skipped: 0, running: 0, refused: 0, failed: 0, damaged: 0 }
  readonly unequal: MovedSession[] = []
  done = 0
  #facts = 0
  #blobs = 0

  add(moved: MovedSession): void {
    this.#sessions[moved.outcome] += 1
    this.done += 1
    this.#facts += moved.facts
    this.#blobs += moved.blobs
    if (!GOOD.has(moved.outcome)) this.unequal.push(moved)
  }

  get result() {
    return { sessions: this.#sessions, facts: this.#facts, blobs: this.#blobs, unequal: this.unequal }
  }
}
