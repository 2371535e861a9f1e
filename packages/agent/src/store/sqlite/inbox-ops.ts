// Commands that wait for the writer of their session: the writer thread's operations, inside a transaction.
import type { Database } from "better-sqlite3"
import type { Command, Enqueued, Say } from "../../contracts/command.ts"
import type { Fact } from "../../contracts/fact.ts"
import type { Priority } from "../../contracts/queue.ts"
import type { OpenRequest, Status } from "../../contracts/sessions.ts"
import { filesIn, filesSaid, priorityWith, refusalOf, type Waiting } from "../admit.ts"
import { changedCommand } from "../queue-change.ts"
import type { AddBlob } from "./blobs.ts"
import type { OwnerOps } from "./owner-ops.ts"
import type { ChangeOp, EnqueueOp } from "./protocol.ts"
import { queueReader } from "./queue-reader.ts"
import { factId } from "./schema.ts"

export interface InboxOps {
  enqueue(op: EnqueueOp): Enqueued
  /** The new place; 0 if no such message waits. */
  change(op: ChangeOp): number
}

export function inboxOps(db: Database, addBlob: AddBlob, owners: OwnerOps): InboxOps {
  const put = commandPutter(db)
  return { enqueue: enqueueOp(db, { addBlob, owners, put }), change: changeOp(db, put) }
}

interface CommandRow {
  readonly id: string
  readonly kind: Command["kind"]
  readonly call: string | null
  readonly body: string
}

type Put = (key: number, row: CommandRow) => number

/** Puts a command at a new place, and makes its session due. */
function commandPutter(db: Database): Put {
  const insert = db.prepare("insert into inbox (session, id, kind, call, body) values (?, ?, ?, ?, ?)")
  const makeDue = db.prepare(
    "update sessions set due_at = 0, queued_at = ? where key = ? and (due_at is null or due_at > 0)",
  )
  return (key, { id, kind, call, body }) => {
    const { lastInsertRowid } = insert.run(key, id, kind, call, body)
    makeDue.run(Date.now(), key)
    return Number(lastInsertRowid)
  }
}

interface Waits {
  readonly place: number
  readonly session: number
  readonly body: string
}

function changeOp(db: Database, put: Put): (op: ChangeOp) => number {
  const find = db.prepare<[string, string], Waits>(
    `select i.place, i.session, i.body from inbox i join sessions s on s.key = i.session
     where s.id = ? and i.id = ? and i.kind = 'say'`,
  )
  const remove = db.prepare("delete from inbox where place = ?")
  return ({ session, id, change }) => {
    const row = find.get(session, id)
    const changed = row && changedCommand(JSON.parse(row.body) as Command, change)
    if (row === undefined || changed === undefined) return 0
    remove.run(row.place)
    return put(row.session, { id, kind: changed.kind, call: null, body: JSON.stringify(changed) })
  }
}

interface EnqueuePorts {
  readonly addBlob: AddBlob
  readonly owners: OwnerOps
  readonly put: Put
}

function enqueueOp(db: Database, { addBlob, owners, put }: EnqueuePorts): (op: EnqueueOp) => Enqueued {
  const find = db.prepare<[string], AdmissionRow>(
    "select key, seq, owner, status, open_requests, archived, priority from sessions where id = ?",
  )
  const findWaiting = db.prepare<[number, string]>("select 1 from inbox where session = ? and id = ?")
  const findFact = db.prepare<[string, number, number]>("select 1 from facts where command = ? and id > ? and id < ?")
  const isKnown = (key: number, id: string) =>
    findWaiting.get(key, id) !== undefined || findFact.get(id, factId(key, 0), factId(key + 1, 0)) !== undefined
  const waitingIn = db.prepare<[number], Waiting>("select kind, call from inbox where session = ?")
  const filesOf = filesCounter(db)
  const queued = queueReader(db)
  const giveTo = db.prepare("update sessions set given_to = ? where key = ? and runner is null")
  const setPriority = db.prepare("update sessions set priority = ? where key = ?")

  return ({ session, id, waiting: command, body, admission, blobs }) => {
    const row = find.get(session)
    if (row === undefined) return { outcome: "refused", reason: "missing" }
    if (isKnown(row.key, id)) return { outcome: "duplicate" }
    const openRequests = JSON.parse(row.open_requests) as readonly OpenRequest[]
    const waiting = () => waitingIn.all(row.key)
    const { key, status, owner } = row
    const files = () => filesOf(key)
    const othersActive = () => owners.othersActive(key)
    const queue = () => queued.whole(admission.maxWaiting ?? 0)
    const now = { status, openRequests, waiting, files, othersActive, owner, queue, queueByOwner: queued.byOwner }
    const refused = refusalOf(now, command, admission)
    if (refused !== undefined) return refused
    if (command.kind === "say") {
      const priority = priorityWith(row.priority, command, { status, waiting })
      if (priority !== (row.priority ?? "normal")) setPriority.run(priority, key)
      if (row.archived === 1) owners.unarchive(key)
      if (admission.maxSessions !== undefined) owners.archiveOldest(key, admission.maxSessions)
    }
    for (const blob of blobs) addBlob(row.key, blob)
    if (admission.runner !== undefined) giveTo.run(admission.runner, row.key)
    const place = put(row.key, { id, kind: command.kind, call: command.call, body })
    return { outcome: "accepted", seq: row.seq, place }
  }
}

interface AdmissionRow {
  readonly seq: number
  readonly owner: string | null
  readonly key: number
  readonly status: Status
  readonly open_requests: string
  readonly archived: number
  readonly priority: Priority | null
}

/** Counts the files of facts and waiting commands. Called only for commands with files, where their number is limited. */
function filesCounter(db: Database): (key: number) => number {
  const said = db
    .prepare<[number, number], string>(
      "select body from facts where id > ? and id < ? and command is not null and instr(body, '\"blob\"') > 0",
    )
    .pluck()
  const waiting = db.prepare<[number], string>("select body from inbox where session = ? and kind = 'say'").pluck()
  return (key) => {
    const facts = said.all(factId(key, 0), factId(key + 1, 0)).map((body) => JSON.parse(body) as Fact)
    const commands = waiting.all(key).map((body) => JSON.parse(body) as Say)
    return commands.reduce((sum, { input }) => sum + filesIn(input), filesSaid(facts))
  }
}
