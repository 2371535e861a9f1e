// Reads which sessions should run, and how they stand among those that wait.
import type { Database, Statement } from "better-sqlite3"
import { defined } from "../../base/defined.ts"
import { GOES_ON_MS, HEAD_START_MS, type Priority } from "../../contracts/queue.ts"
import type { DueQuery, DueSession } from "../../contracts/sessions.ts"
import { type HolderColumns, toHolder } from "./holder.ts"
import { PARENT_KIND } from "./schema.ts"

const GOES_ON = `(${PARENT_KIND} is 'delegation' or s.status in ('processing', 'tool_loop', 'waiting')
  or exists (select 1 from inbox i where i.session = s.key and i.kind <> 'say'))`
const DUE = `select s.id, s.due_at, s.workspace, s.owner, coalesce(s.priority, 'normal') as priority, s.epoch,
    coalesce(s.queued_at, s.due_at) as since, ${PARENT_KIND} is 'delegation' as is_child, ${GOES_ON} as goes_on,
    r.id as runner, r.pid, r.boot, r.started, r.beat
  from sessions s left join runners r on r.id = s.runner
  where (s.due_at <= @before or s.due_at - @before > s.due_in) and s.runner is not @notHeldBy`
const HEAD_START = `case priority when 'high' then ${HEAD_START_MS.high} when 'low' then ${HEAD_START_MS.low} else 0 end
  + iif(goes_on, ${GOES_ON_MS}, 0)`

export function dueReader(db: Database): (query: DueQuery) => readonly DueSession[] {
  const statements = new Map<string, Statement<unknown[], DueColumns>>()
  return ({ before, limit = 100, notHeldBy, session, waitingOf }) => {
    const of = session === undefined ? "" : "and s.id = @session"
    const only = waitingOf === undefined ? of : `${of} and s.owner is @waitingOf and r.id is null`
    const statement =
      statements.get(only) ??
      db.prepare(`select * from (${DUE} ${only}) order by since - (${HEAD_START}), id limit @limit`)
    statements.set(only, statement)
    const now = Date.now()
    // An id that no runner has stands for "exclude none": a null would exclude sessions without a holder.
    const values = { before, limit, notHeldBy: notHeldBy ?? "", session: session ?? null, waitingOf: waitingOf ?? null }
    return statement.all(values).map((row) => toDue(row, now))
  }
}

interface DueColumns extends HolderColumns {
  readonly id: string
  readonly due_at: number
  readonly workspace: string | null
  readonly owner: string | null
  readonly priority: Priority
  readonly since: number
  readonly is_child: number
  readonly goes_on: number
}

function toDue(row: DueColumns, now: number): DueSession {
  const { id, due_at: dueAt, workspace, owner, priority } = row
  const standing = {
    owner,
    priority,
    goesOn: row.goes_on === 1,
    isChild: row.is_child === 1,
    waitedMs: Math.max(0, now - row.since),
  }
  return { id, dueAt, standing, ...(workspace !== null && { workspace }), ...defined({ holder: toHolder(row) }) }
}
