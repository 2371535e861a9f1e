// Cleans up a store: fails turns whose runner is gone, archives and removes old sessions. Safe beside running agents:
// failing a turn takes its lease, so a late runner is fenced and writes nothing.
import { timeIds } from "../base/ids.ts"
import { systemClock } from "../base/system-clock.ts"
import type { Clock, Ids } from "../contracts/clock.ts"
import type { DueSession, SessionRow } from "../contracts/sessions.ts"
import type { Store } from "../contracts/store.ts"
import { LeaseKeeper } from "./lease-keeper.ts"
import { identify } from "./runner-identity.ts"

/** What counts as stuck, resting and old. */
export interface CleanUpOptions {
  /** Fail turns whose runner has given no sign of life for this long. 0: none. */
  readonly stuckAfterMs: number
  /** Archive sessions that have rested for this long, unless pinned. 0: none. */
  readonly archiveAfterMs: number
  /** Remove sessions that have been archived for this long without activity, unless pinned. 0: none. */
  readonly deleteAfterMs: number
  /** Whether stuck turns of this profile are failed. Those of other profiles wait for the next runner. */
  readonly failsWhenStuck: (profile: string) => boolean
  /** Only report what would be done. */
  readonly dryRun?: boolean
  /** How long a heartbeat is watched before its runner counts as gone, when its process cannot be seen from here. */
  readonly lapseMs?: number
  /** The clock; a test passes a `FakeClock`. */
  readonly clock?: Clock
  /** Makes ids; a test passes its own. */
  readonly ids?: Ids
}

/** What a clean-up did: ids of sessions. */
export interface CleanedUp {
  /** Sessions whose stuck turns were failed. */
  readonly failed: readonly string[]
  /** Sessions with stuck turns that are left to their next runner. */
  readonly interrupted: readonly string[]
  /** Sessions that were archived because they had rested for long. */
  readonly archived: readonly string[]
  /** Sessions that were removed because they had been archived for long. */
  readonly deleted: readonly string[]
}

/**
 * Fails stuck turns, archives resting sessions, and removes old ones. Safe beside running agents.
 *
 * @example
 * ```ts
 * import { cleanUp } from "@pawl/agent"
 *
 * const day = 24 * 60 * 60 * 1000
 * const { archived, deleted } = await cleanUp(store, {
 *   stuckAfterMs: 5 * 60 * 1000,
 *   archiveAfterMs: 30 * day,
 *   deleteAfterMs: 90 * day,
 *   failsWhenStuck: (profile) => profile === "chat-service",
 * })
 * console.log(archived.length, deleted.length)
 * ```
 */
export async function cleanUp(store: Store, options: CleanUpOptions): Promise<CleanedUp> {
  const { clock = systemClock, ids = timeIds, lapseMs = 10_000, dryRun = false } = options
  const keeper = new LeaseKeeper(store.leases, identify(ids), clock, { beatMs: 1000, lapseMs })
  try {
    const how = { ...options, clock, lapseMs }
    const stuck = options.stuckAfterMs > 0 ? await failStuck(store, keeper, how) : { failed: [], interrupted: [] }
    const { old, idle } = await selectOld(store, how)
    const { removeOld } = await import("./remove-session.ts")
    const deleted: string[] = []
    const isOld = ({ metadata, updatedAt }: SessionRow) =>
      !metadata.pinned && clock.now() - updatedAt >= options.deleteAfterMs
    for (const row of old) if (dryRun || (await removeOld(row, { store, keeper, isOld }))) deleted.push(row.id)
    if (!dryRun) for (const id of idle) await store.sessions.update(id, { archived: true }, clock.now())
    return { ...stuck, archived: idle, deleted }
  } finally {
    await keeper.close()
  }
}

type How = CleanUpOptions & Watch

async function failStuck(
  store: Store,
  keeper: LeaseKeeper,
  how: How,
): Promise<Pick<CleanedUp, "failed" | "interrupted">> {
  const { clock, failsWhenStuck, dryRun = false } = how
  const { failTurn } = await import("./fail-turn.ts")
  const failed: string[] = []
  const interrupted: string[] = []
  for (const row of await silentTurns(store, keeper, how)) {
    if (!failsWhenStuck(row.profile)) interrupted.push(row.id)
    else if (dryRun || (await failTurn(row.id, { store, keeper, clock }))) failed.push(row.id)
  }
  return { failed, interrupted }
}

interface Watch {
  readonly clock: Clock
  readonly lapseMs: number
  readonly stuckAfterMs: number
}

/**
 * Running turns whose runner is gone and whose last sign of life is too old. The turn of a live runner is never
 * included, however long its step takes.
 */
async function silentTurns(store: Store, keeper: LeaseKeeper, watch: Watch): Promise<readonly SessionRow[]> {
  const { clock, lapseMs } = watch
  const isGone = ({ holder }: DueSession) => holder === undefined || keeper.isGone(holder)
  const first = await silentSessions(store, watch)
  const gone = first.filter(({ due }) => isGone(due))
  if (gone.length === first.length) return gone.map(({ row }) => row)
  // A process that cannot be seen from here, or that hangs, is watched for a while before it counts as gone.
  await clock.sleep(lapseMs + MARGIN_MS, new AbortController().signal)
  const then = await silentSessions(store, watch)
  return then.filter(({ due }) => isGone(due)).map(({ row }) => row)
}

async function silentSessions(store: Store, { clock, stuckAfterMs }: Watch) {
  const found: { readonly due: DueSession; readonly row: SessionRow }[] = []
  for (const due of await store.sessions.due({ before: clock.now(), limit: MAX_DUE })) {
    const row = await store.sessions.get(due.id)
    if (row === undefined || (row.status !== "processing" && row.status !== "tool_loop")) continue
    const beat = due.holder === undefined ? undefined : await store.leases.lastBeat(due.holder.runner.id)
    if (clock.now() - Math.max(row.updatedAt, beat ?? 0) >= stuckAfterMs) found.push({ due, row })
  }
  return found
}

const MAX_DUE = 100_000
/** Timers may be a little early. */
const MARGIN_MS = 20

/** Sessions to remove are selected before any session is archived: no session is archived and removed in one run. */
async function selectOld(store: Store, { clock, archiveAfterMs, deleteAfterMs }: How) {
  const idle: string[] = []
  const old: SessionRow[] = []
  for await (const row of allRows(store)) {
    const { metadata, status, dueAt, updatedAt, archivedAt } = row
    const rests = (status === "idle" || status === "failed") && dueAt === null
    if (!rests || metadata.pinned) continue
    const age = clock.now() - Math.max(updatedAt, archivedAt ?? 0)
    if (metadata.archived && deleteAfterMs > 0 && age >= deleteAfterMs) old.push(row)
    if (!metadata.archived && archiveAfterMs > 0 && age >= archiveAfterMs) idle.push(row.id)
  }
  return { idle, old }
}

const PAGE = 500

async function* allRows(store: Store): AsyncGenerator<SessionRow> {
  let last: SessionRow | undefined
  for (;;) {
    const after = last === undefined ? {} : { after: { updatedAt: last.updatedAt, id: last.id } }
    const page = await store.sessions.list({ limit: PAGE, ...after })
    yield* page
    last = page.at(-1)
    if (page.length < PAGE) return
  }
}
