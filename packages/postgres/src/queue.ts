// What waits for a runner: the sessions that should run, in order, and how many there are.
import type { Priority } from "@pawl/agent"
import { GOES_ON_MS, HEAD_START_MS, type OwnerQueue, type StoreQueue } from "@pawl/agent/store"
import type { DueQuery, DueSession } from "@pawl/agent/types"
import type { Database, Query } from "./database.ts"
import { type HolderColumns, toHolder } from "./leases.ts"
import { NOW, STATEMENT_NOW } from "./schema/now.ts"

const ACTIVE = "s.status in ('processing', 'tool_loop', 'waiting')"
const IS_CHILD = "(s.parent_kind is not distinct from 'delegation')"
const GOES_ON = `(${IS_CHILD} or ${ACTIVE} or exists (select from inbox i where i.session = s.key and i.kind <> 'say'))`
const DUE = `select s.id, s.due_at, s.workspace, s.owner, coalesce(s.priority, 'normal') as priority, s.epoch,
    greatest(0, ${NOW} - coalesce(s.queued_at, s.due_at)) as waited, ${IS_CHILD} as is_child, ${GOES_ON} as goes_on,
    coalesce(s.queued_at, s.due_at) as since, r.id as runner, r.pid, r.boot, r.started, r.beat,
    c is not null as cut_off
  from sessions s left join runners r on r.id = s.runner left join cut_off() as c on c = s.runner
  where s.due_at is not null and (s.due_at <= $1 or s.due_at - $1 > s.due_in)
    and ($2::text is null or s.runner is distinct from $2)`
const HEAD_START = `case priority when 'high' then ${HEAD_START_MS.high} when 'low' then ${HEAD_START_MS.low} else 0 end
  + case when goes_on then ${GOES_ON_MS} else 0 end`

export async function dueSessions(database: Database, query: DueQuery): Promise<readonly DueSession[]> {
  const { before, limit = 100, notHeldBy = null, session, waitingOf } = query
  const values: unknown[] = [before, notHeldBy, limit]
  let only = ""
  if (session !== undefined) only += ` and s.id = $${values.push(session)}`
  if (waitingOf !== undefined && waitingOf !== null)
    only += ` and r.id is null and s.owner = $${values.push(waitingOf)}`
  if (waitingOf === null) only += " and r.id is null and s.owner is null"
  const rows = await database.read<DueColumns>(
    `select * from (${DUE}${only}) due order by since - (${HEAD_START}), id limit $3`,
    values,
    only === "" ? "due" : undefined,
  )
  return rows.map(toDue)
}

interface DueColumns extends HolderColumns {
  readonly id: string
  readonly due_at: number
  readonly workspace: string | null
  readonly owner: string | null
  readonly priority: Priority
  readonly waited: number
  readonly is_child: boolean
  readonly goes_on: boolean
}

function toDue(row: DueColumns): DueSession {
  const holder = toHolder(row)
  const { id, due_at: dueAt, workspace, owner, priority, goes_on: goesOn, is_child: isChild, waited: waitedMs } = row
  return {
    id,
    dueAt,
    standing: { owner, priority, goesOn, isChild, waitedMs },
    ...(workspace !== null && { workspace }),
    ...(holder !== undefined && { holder }),
  }
}

/** Reads no more of the index of those that wait than the limit asks for. Exported for the test of its plan. */
export const WAITING = `select
    (select count(*) from (
      select from sessions s where s.runner is null and s.due_at is not null and s.due_at <= ${STATEMENT_NOW} limit $1) w) as waiting,
    (select greatest(0, ${STATEMENT_NOW} - s.queued_at) from sessions s
      where s.runner is null and s.due_at is not null and s.due_at = 0 and not ${ACTIVE} order by s.queued_at limit 1) as oldest`

/** `most`: no more are counted. */
export async function queueOf(query: Query, most: number): Promise<StoreQueue> {
  const [row] = await query<{ readonly waiting: number; readonly oldest: number | null }>(WAITING, [most], "queue")
  return { waiting: row?.waiting ?? 0, oldestMs: row?.oldest ?? 0 }
}

/** Only asked for where too much waits: it reads all that does. */
const BY_OWNER = `select s.owner, count(*) as waiting,
    min(s.queued_at) filter (where s.due_at = 0 and not ${ACTIVE}) as since, ${STATEMENT_NOW} as now,
    exists (select from sessions r where r.runner is not null and r.due_at is not null and r.owner is not distinct from s.owner) as running
  from sessions s where s.runner is null and s.due_at is not null and s.due_at <= ${STATEMENT_NOW} group by s.owner`

interface OwnerColumns {
  readonly owner: string | null
  readonly waiting: number
  readonly since: number | null
  readonly now: number
  readonly running: boolean
}

export async function queueByOwner(query: Query): Promise<readonly OwnerQueue[]> {
  const rows = await query<OwnerColumns>(BY_OWNER, [], "queue-by-owner")
  return rows.map(({ owner, waiting, since, now, running }) => {
    return { owner, waiting, oldestMs: since === null ? 0 : Math.max(0, now - since), isRunning: running }
  })
}
