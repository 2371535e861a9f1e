// The port of leases: which runner holds which session.
import { runnerUnknown } from "@pawl/agent/store"
import type { Acquired, Holder, Leases, Runner } from "@pawl/agent/types"
import type { Database, Query } from "./database.ts"
import type { Parts } from "./parts.ts"

/** The clock of the database: the same for all machines. */
const NOW = "(extract(epoch from clock_timestamp()) * 1000)::bigint"

export function postgresLeases(parts: Parts): Leases {
  const { database, lanes, channel } = parts
  return {
    join: async ({ id, pid, boot, started }) => {
      await database.read(
        `insert into runners (id, pid, boot, started, beat, beat_at) values ($1, $2, $3, $4, 0, ${NOW})
         on conflict (id) do update set pid = excluded.pid, boot = excluded.boot, started = excluded.started, beat = 0,
           beat_at = excluded.beat_at`,
        [id, pid, boot, started],
      )
    },
    leave: async (runner) => {
      await database.transaction(async (query) => {
        await query("select from sessions where runner = $1 order by key for no key update", [runner])
        await query("update sessions set runner = null where runner = $1", [runner])
        await query("delete from runners where id = $1", [runner])
      })
      channel.changed()
    },
    beat: (runner) => beat(database, runner),
    acquire: (session, runner, over) => lanes.run(session, () => acquire(parts, { session, runner, over })),
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
  const rows = await database.read<{ readonly id: string }>(
    `with joined as (update runners set beat = beat + 1, beat_at = ${NOW} where id = $1 returning id)
     select s.id from sessions s join joined on s.runner = joined.id`,
    [runner],
    "beat",
  )
  return rows.map(({ id }) => id)
}

/** The row is locked first: a command that arrived while this waited makes the session due. */
async function release(query: Query, [session, epoch, dueAt, dueIn, seen]: readonly unknown[]): Promise<boolean> {
  const [row] = await query<{ readonly key: number }>(
    "select key from sessions where id = $1 and epoch = $2 for no key update",
    [session, epoch],
    "lock-epoch",
  )
  if (row === undefined) return false
  await query(
    `update sessions s set runner = null, due_in = $3,
       due_at = case when exists (select from inbox i where i.session = s.key and i.place > $4) then 0 else $2::bigint end
     where s.key = $1`,
    [row.key, dueAt, dueIn, seen],
    "release",
  )
  return true
}

interface Claim {
  readonly session: string
  readonly runner: string
  readonly over: Holder | undefined
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

type Answer = HolderColumns & { readonly outcome: string; readonly seq: number }

async function claimed(query: Query, { session, runner, over }: Claim): Promise<Acquired> {
  const [answer] = await query<Answer>(
    "select * from acquire($1, $2, $3, $4, $5)",
    [session, runner, over?.runner.id ?? null, over?.epoch ?? null, over?.beat ?? null],
    "acquire",
  )
  if (answer?.outcome === "not-joined") throw runnerUnknown(runner)
  if (answer?.outcome === "acquired") return { ok: true, epoch: answer.epoch, seq: answer.seq }
  const holder = answer && toHolder(answer)
  return holder === undefined ? { ok: false } : { ok: false, holder }
}

/** A session's row joined with that of its runner. */
export interface HolderColumns {
  readonly epoch: number
  readonly runner: string | null
  readonly pid: number | null
  readonly boot: string | null
  readonly started: string | null
  readonly beat: number | null
}

/** Undefined when the runner has left: its row is gone, even if the session's row still names it. */
export function toHolder({ epoch, runner: id, pid, boot, started, beat: count }: HolderColumns): Holder | undefined {
  if (id === null || pid === null || boot === null || started === null || count === null) return undefined
  const runner: Runner = { id, pid, boot, started }
  return { runner, epoch, beat: count }
}
