// The port of leases: which runner holds which session.
import { runnerUnknown } from "@pawl/agent/store"
import type { Acquired, Holder, Leases, Runner } from "@pawl/agent/types"
import type { Database, Query, TransactionQuery } from "./database.ts"
import type { Parts } from "./parts.ts"
import { NOW } from "./schema/now.ts"

export function postgresLeases(parts: Parts): Leases {
  const { database, lanes, channel } = parts
  return {
    join: async ({ id, pid, boot, started }) => {
      await database.write(
        `with old as (delete from ties where runner = $1)
         insert into runners (id, pid, boot, started, beat, beat_at) values ($1, $2, $3, $4, 0, ${NOW})
         on conflict (id) do update set pid = excluded.pid, boot = excluded.boot, started = excluded.started, beat = 0,
           beat_at = excluded.beat_at`,
        [id, pid, boot, started],
      )
      await channel.tie(id)
    },
    leave: async (runner) => {
      await database.transaction(async (query) => {
        await query("select from sessions where runner = $1 order by key for no key update", [runner])
        await query("update sessions set runner = null where runner = $1", [runner])
        await query("delete from runners where id = $1", [runner])
        await query("delete from ties where runner = $1", [runner])
      })
      channel.untie(runner)
      channel.changed()
    },
    beat: (runner) => beat(database, runner),
    acquire: (session, runner, over, maxRunning) =>
      lanes.run(session, () => acquire(parts, { session, runner, over, maxRunning })),
    release: (session, epoch, rest) =>
      lanes.run(session, async () => {
        const { dueAt, dueIn = null, seen } = rest
        const isReleased = await database.transaction((query) => release(query, [session, epoch, dueAt, dueIn, seen]))
        if (isReleased) channel.changed()
        return isReleased
      }),
    lastBeat: async (runner) => {
      const [row] = await database.read<{ readonly beat_at: number }>("select beat_at from runners where id = $1", [
        runner,
      ])
      return row?.beat_at
    },
    epoch: async (session) => {
      const [row] = await database.read<{ readonly epoch: number }>(EPOCH, [session], "epoch")
      return row?.epoch ?? 0
    },
  }
}

const EPOCH = "select epoch from sessions where id = $1"

async function beat(database: Database, runner: string): Promise<readonly string[]> {
  const rows = await database.write<{ readonly id: string }>(
    `with joined as (update runners set beat = beat + 1, beat_at = ${NOW} where id = $1 returning id)
     select s.id from sessions s join joined on s.runner = joined.id`,
    [runner],
    "beat",
  )
  return rows.map(({ id }) => id)
}

/** The row is locked first: a command that arrived while this waited makes the session due. */
async function release(
  query: TransactionQuery,
  [session, epoch, dueAt, dueIn, seen]: readonly unknown[],
): Promise<boolean> {
  const [row] = await query<{ readonly key: number }>(
    "select key from sessions where id = $1 and epoch = $2 for no key update",
    [session, epoch],
    "lock-epoch",
  )
  if (row === undefined) return false
  await query.last(
    `update sessions s set runner = null, due_in = $3::bigint, queued_at = coalesce(${NOW} + $3::bigint, s.queued_at),
       due_at = case when exists (select from inbox i where i.session = s.key and i.place > $4) then 0 else $2::bigint end
     where s.key = $1`,
    [row.key, dueAt, dueIn, seen],
  )
  return true
}

interface Claim {
  readonly session: string
  readonly runner: string
  readonly over: Holder | undefined
  readonly maxRunning: number | undefined
}

async function acquire({ database, known, live }: Parts, claim: Claim): Promise<Acquired> {
  const acquired = await database.attempt(async (query, mayHaveRun) => {
    const first = await claimed(query, claim)
    // An earlier attempt, whose answer was lost, may have acquired it for us: once more, over ourselves.
    const isOurs = mayHaveRun && !first.ok && first.holder?.runner.id === claim.runner
    return isOurs ? claimed(query, { ...claim, over: first.holder }) : first
  })
  if (acquired.ok) {
    known.forget(claim.session)
    // Text in flight is lost with the runner that was writing it.
    live.forget(claim.session)
  }
  return acquired
}

type Answer = Omit<HolderColumns, "cut_off"> & { readonly outcome: string; readonly seq: number }

async function claimed(query: Query, { session, runner, over, maxRunning }: Claim): Promise<Acquired> {
  const values = [session, runner, over?.runner.id ?? null, over?.epoch ?? null, over?.beat ?? null]
  const [answer] =
    maxRunning === undefined
      ? await query<Answer>("select * from acquire($1, $2, $3, $4, $5)", values, "acquire")
      : await query<Answer>(
          "select * from acquire_within($1, $2, $3, $4, $5, $6)",
          [...values, Math.ceil(maxRunning)],
          "acquire-within",
        )
  if (answer?.outcome === "full") return { ok: false, isFull: true }
  if (answer?.outcome === "not-joined") throw runnerUnknown(runner)
  if (answer?.outcome === "acquired") return { ok: true, epoch: answer.epoch, seq: answer.seq }
  const holder = answer && toHolder({ ...answer, cut_off: await isCutOff(query, answer.runner) })
  return holder === undefined ? { ok: false } : { ok: false, holder }
}

async function isCutOff(query: Query, runner: string | null): Promise<boolean> {
  if (runner === null) return false
  return (await query("select from cut_off() as c where c = $1", [runner], "cut-off")).length > 0
}

/** A session's row joined with that of its runner. */
export interface HolderColumns {
  readonly epoch: number
  readonly runner: string | null
  readonly pid: number | null
  readonly boot: string | null
  readonly started: string | null
  readonly beat: number | null
  /** Whether its connection has ended. */
  readonly cut_off: boolean
}

/** Undefined when the runner has left: its row is gone, even if the session's row still names it. */
export function toHolder(row: HolderColumns): Holder | undefined {
  const { epoch, runner: id, pid, boot, started, beat: count, cut_off: isCutOff } = row
  if (id === null || pid === null || boot === null || started === null || count === null) return undefined
  const runner: Runner = { id, pid, boot, started }
  return { runner, epoch, beat: count, ...(isCutOff && { isCutOff }) }
}
