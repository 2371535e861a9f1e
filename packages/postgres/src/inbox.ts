// The inbox port: commands that wait for the writer of their session.
import type { Command, Fact, OpenRequest, Priority, QueueChange, Status } from "@pawl/agent"
import {
  changedCommand,
  filesIn,
  filesSaid,
  isBusy,
  isTooMuch,
  priorityWith,
  refusalOf,
  type Waiting,
  waitingOf,
} from "@pawl/agent/store"
import type { Blob, Enqueued, EnqueueOptions, Inbox } from "@pawl/agent/types"
import type { Query, TransactionQuery } from "./database.ts"
import { keepBlobs } from "./keep-blobs.ts"
import { archiveOldest, lockOwner, othersActive } from "./owners.ts"
import type { Parts } from "./parts.ts"
import { plain, plainOrNull } from "./plain.ts"
import { queueByOwner, queueOf } from "./queue.ts"

export function postgresInbox(parts: Parts): Inbox {
  const { database, lanes, channel } = parts
  return {
    enqueue: async (session, command, { blobs = [], ...admission } = {}) => {
      // Copied now: the sender may change its buffer while the command waits for its turn.
      const own = blobs.map(({ hash, bytes }) => ({ hash, bytes: Buffer.from(bytes) }))
      const sent = { session, command, body: JSON.stringify(command), blobs: own, admission, channel: channel.name }
      return lanes.run(session, () => database.transaction((query, mayHaveRun) => enqueue(query, sent, mayHaveRun)))
    },
    change: (session, id, change) =>
      lanes.run(session, () =>
        database.transaction((query, mayHaveRun) =>
          changeIn(query, { session, id, change, channel: channel.name }, mayHaveRun),
        ),
      ),
    read: async (session, after = 0) => {
      const rows = await database.read<{ readonly place: number; readonly body: string }>(
        WAITING,
        [session, after],
        "inbox",
      )
      // Enqueue wrote it from a Command.
      return rows.map(({ place, body }) => ({ place, command: JSON.parse(body) as Command }))
    },
    arrivals: (after) => database.read(ARRIVALS, [after], "arrivals"),
  }
}

const WAITING = `select i.place, i.body from inbox i join sessions s on s.key = i.session
  where s.id = $1 and i.place > $2 order by i.place`
const ARRIVALS = `select s.id as session, i.place from inbox i join sessions s on s.key = i.session
  where i.place > $1 order by i.place`

interface Changing {
  readonly session: string
  readonly id: string
  readonly change: QueueChange
  readonly channel: string
}

async function changeIn(query: TransactionQuery, changing: Changing, mayHaveRun: boolean): Promise<number | undefined> {
  const { session, id, change, channel } = changing
  const row = await lockedRow(query, session)
  if (row === undefined) return undefined
  const [found] = await query<Found>("select place, body from inbox where session = $1 and id = $2", [
    row.key,
    plain(id),
  ])
  if (found === undefined) return undefined
  const waiting = JSON.parse(found.body) as Command
  // An earlier attempt, whose answer was lost, may have changed it.
  if (mayHaveRun && isChanged(waiting, change)) return found.place
  const changed = changedCommand(waiting, change)
  if (changed === undefined) return undefined
  await query("delete from inbox where place = $1", [found.place])
  return put(query, row.key, { command: changed, channel, body: JSON.stringify(changed) })
}

function isChanged(waiting: Command, { to }: QueueChange): boolean {
  return to === "unsend" ? waiting.kind === "unsend" : waiting.kind === "say" && waiting.whenBusy === "steer"
}

/**
 * All who change an inbox lock the row of the session first, and appends do. In a statement of its own: one that had to wait for
 * the row would see the inbox as it was before.
 */
async function lockedRow(query: Query, session: string): Promise<Row | undefined> {
  const [row] = await query<Row>(
    "select key, seq, owner, status, open_requests, archived, priority from sessions where id = $1 for no key update",
    [session],
    "lock-session",
  )
  return row
}

interface Found {
  readonly place: number
  readonly body: string
}

interface Sent {
  readonly session: string
  readonly command: Command
  readonly body: string
  readonly blobs: readonly Blob[]
  readonly admission: Omit<EnqueueOptions, "blobs">
  readonly channel: string
}

interface Row {
  readonly key: number
  readonly seq: number
  readonly owner: string | null
  readonly status: Status
  readonly open_requests: string
  readonly archived: boolean
  readonly priority: Priority | null
}

async function enqueue(query: TransactionQuery, sent: Sent, mayHaveRun: boolean): Promise<Enqueued> {
  const { session, command, admission, blobs } = sent
  const isLimited = admission.maxActiveSessions !== undefined || admission.maxSessions !== undefined
  if (isLimited) {
    const [owned] = await query<Pick<Row, "owner">>("select owner from sessions where id = $1", [session])
    if (owned !== undefined) await lockOwner(query, owned.owner)
  }
  const row = await lockedRow(query, session)
  if (row === undefined) return { outcome: "refused", reason: "missing" }
  const { seq } = row
  const known = await knownPlace(query, row.key, command.id)
  // The answer to an earlier attempt was lost.
  if (known !== undefined) return mayHaveRun && known > 0 ? accepted(seq, known) : { outcome: "duplicate" }
  const waiting = await query<Waiting>("select kind, call from inbox where session = $1", [row.key], "waiting")
  const refused = await refusal(query, { ...row, waiting }, sent)
  if (refused !== undefined) return refused
  if (command.kind === "say") await show(query, row, admission.maxSessions)
  await keepBlobs(query, row.key, blobs)
  const priority = priorityOf({ ...row, waiting }, command)
  return accepted(
    seq,
    await put(query, row.key, { command, channel: sent.channel, body: sent.body, priority, runner: admission.runner }),
  )
}

function accepted(seq: number, place: number): Enqueued {
  return { outcome: "accepted", seq, place }
}

interface Situated extends Row {
  /** Commands that wait already. */
  readonly waiting: readonly Waiting[]
}

/** The session's priority with this command; undefined where it says none. */
function priorityOf({ status, waiting, priority }: Situated, command: Command): Priority | undefined {
  if (command.kind !== "say") return undefined
  return priorityWith(priority, waitingOf(command), { status, waiting: () => waiting })
}

/** The place of a command that waits, 0 for one that became a fact. */
async function knownPlace(query: Query, key: number, id: string): Promise<number | undefined> {
  const [row] = await query<{ readonly place: number }>(
    `select place from inbox where session = $1 and id = $2
     union all select 0 from facts where session = $1 and command = $2 limit 1`,
    [key, plain(id)],
    "known-command",
  )
  return row?.place
}

async function refusal(query: Query, row: Situated, { command, admission }: Sent) {
  const about = waitingOf(command)
  const waiting = () => row.waiting
  const limitsFiles = admission.maxFiles !== undefined && (about.files ?? 0) > 0
  const files = limitsFiles ? await countFiles(query, row.key) : 0
  const others = admission.maxActiveSessions === undefined ? 0 : await othersActive(query, row.owner, row.key)
  const { maxWaiting = 0, maxWaitMs = 0 } = admission
  const begins = command.kind === "say" && !isBusy({ status: row.status, waiting })
  const queue = begins && maxWaiting + maxWaitMs > 0 ? await queueOf(query, maxWaiting) : NO_QUEUE
  const owners = isTooMuch(queue, admission) ? await queueByOwner(query) : []
  const now = {
    owner: row.owner,
    status: row.status,
    openRequests: JSON.parse(row.open_requests) as readonly OpenRequest[],
    waiting,
    files: () => files,
    othersActive: () => others,
    queue: () => queue,
    queueByOwner: () => owners,
  }
  return refusalOf(now, about, admission)
}

const NO_QUEUE = { waiting: 0, oldestMs: 0 }

/** The files of facts and waiting commands. */
async function countFiles(query: Query, key: number): Promise<number> {
  const said = await query<{ readonly body: string }>(
    `select body from facts where session = $1 and command is not null and position('"blob"' in body) > 0`,
    [key],
  )
  const waiting = await query<{ readonly body: string }>("select body from inbox where session = $1 and kind = 'say'", [
    key,
  ])
  const facts = said.map(({ body }) => JSON.parse(body) as Fact)
  const commands = waiting.map(({ body }) => JSON.parse(body) as Command)
  return commands.reduce((sum, each) => sum + (each.kind === "say" ? filesIn(each.input) : 0), filesSaid(facts))
}

/** A message to an archived session takes it out of the archive, so that the user finds it again. */
async function show(query: Query, { key, owner, archived }: Row, maxSessions: number | undefined): Promise<void> {
  if (archived) await query("update sessions set archived = false, archived_at = null where key = $1", [key])
  if (maxSessions !== undefined) await archiveOldest(query, { owner, key, maxSessions })
}

interface Put {
  readonly command: Command
  readonly runner?: string | undefined
  readonly body: string
  readonly channel: string
  readonly priority?: Priority | undefined
}

/** Puts a command at a new place, makes its session due, and tells the other processes. It commits: others wait for the place. */
async function put(
  query: TransactionQuery,
  key: number,
  { command, channel, body, priority, runner }: Put,
): Promise<number> {
  const { kind, call } = waitingOf(command)
  const about = JSON.stringify({ id: plain(command.id), kind, call: plainOrNull(call), priority, runner })
  const values = [key, about, body, channel]
  const [row] = await query.last<{ readonly place: number }>("select put_command($1, $2, $3, $4) as place", values)
  return row?.place ?? 0
}
