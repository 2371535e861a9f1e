// The ports for sessions, commands and leases, on top of the writer thread and the reader.
import { defined } from "../../base/defined.ts"
import type { Acquired, Leases } from "../../contracts/leases.ts"
import type { NewSession, Sessions } from "../../contracts/sessions.ts"
import type { Inbox } from "../../contracts/store.ts"
import { waitingOf } from "../admit.ts"
import { newRow, runnerUnknown } from "../new-session.ts"
import type { Parts } from "./parts.ts"
import type { AcquireOp, CreateOp } from "./protocol.ts"
import { toColumnValues, toFactRow, toOwnBytes } from "./values.ts"

export function sqliteSessions({ writer, reading, list, live, known, index }: Parts): Sessions {
  return {
    create: async (session) => writer.run<"create">(toCreateOp(session)),
    get: (id) => reading.ask(() => list.get(id)),
    list: (query = {}) => reading.ask(() => list.list(query)),
    find: (name) => reading.ask(() => list.find(name)),
    update: (session, change, at = Date.now()) => writer.run<"update">({ kind: "update", session, change, at }),
    remove: async (session, only) => {
      known.forget(session)
      live.forget(session)
      const key = await reading.ask(() => index.keyOf(session))
      // Before, so that a crash in between leaves nothing in the index; after, because a search may have indexed it again.
      if (key !== undefined) await reading.ask(() => index.forget(key))
      const isRemoved = await writer.run<"remove">({ kind: "remove", session, only })
      if (key !== undefined) await reading.ask(() => index.forget(key))
      await reading.ask(() => index.rewrite())
      return isRemoved
    },
    changes: (after) => reading.ask(() => list.changes(after)),
    due: (query) => reading.ask(() => list.due(query)),
  }
}

function toCreateOp(session: NewSession): CreateOp {
  const { id, profile, owner, parent, createdAt, workspace, title: _, ...columns } = newRow(session)
  const { facts: later = [], hashes = [], blobs = [] } = session.past ?? {}
  const facts = [session.opened, ...later].map(toFactRow)
  const { dueAt } = columns
  const values = toColumnValues({ ...columns, ...(workspace !== null && { workspace }) })
  const { maxSessions } = session
  const row = { profile, owner, parent, createdAt, columns: values, dueAt, ...defined({ maxSessions }) }
  return { kind: "create", session: id, ...row, facts, hashes, blobs: blobs.map(toOwnBytes) }
}

export function sqliteInbox({ writer, reading, log }: Parts): Inbox {
  return {
    enqueue: async (session, command, { blobs = [], ...admission } = {}) => {
      const { id } = command
      const what = { id, waiting: waitingOf(command), body: JSON.stringify(command), blobs: blobs.map(toOwnBytes) }
      return writer.run<"enqueue">({ kind: "enqueue", session, ...what, admission })
    },
    change: async (session, id, change) =>
      (await writer.run<"change">({ kind: "change", session, id, change })) || undefined,
    read: (session, after = 0) => reading.ask(() => log.commands(session, after)),
    arrivals: (after) => reading.ask(() => log.arrivals(after)),
  }
}

export function sqliteLeases(parts: Parts): Leases {
  const { writer, reading, log } = parts
  return {
    join: async (runner) => {
      await writer.run<"join">({ kind: "join", runner })
    },
    leave: async (runner) => {
      await writer.run<"leave">({ kind: "leave", runner })
    },
    beat: (runner) => writer.runLoose<"beat">({ kind: "beat", runner }),
    acquire: (session, runner, over, maxRunning) => acquire(parts, { session, runner, over, maxRunning }),
    release: (session, epoch, rest) => writer.run<"release">({ kind: "release", session, epoch, ...rest }),
    lastBeat: (runner) => reading.ask(() => log.lastBeat(runner)),
    epoch: (session) => reading.ask(() => log.epoch(session)),
  }
}

async function acquire({ writer, known, live }: Parts, claim: Omit<AcquireOp, "kind">): Promise<Acquired> {
  const acquired = await writer.run<"acquire">({ kind: "acquire", ...claim })
  if (acquired === "not-joined") throw runnerUnknown(claim.runner)
  if (acquired.ok) {
    known.forget(claim.session)
    live.forget(claim.session)
  }
  return acquired
}
