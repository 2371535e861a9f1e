// The leases of the memory store.
import type { Acquired, Holder, Leases } from "../../contracts/leases.ts"
import { runnerUnknown } from "../new-session.ts"
import { othersRunning } from "./owners.ts"
import type { Entry, Tables } from "./tables.ts"

export function memoryLeases(tables: Tables): Leases {
  return {
    join: async (runner) => {
      tables.runners.set(runner.id, { runner, beat: 0, beatAt: Date.now() })
    },
    leave: async (runner) => {
      tables.runners.delete(runner)
      for (const entry of heldBy(tables, runner)) entry.runner = undefined
      tables.changed()
    },
    beat: async (runner) => {
      const joined = tables.runners.get(runner)
      if (joined === undefined) return []
      joined.beat += 1
      joined.beatAt = Date.now()
      return heldBy(tables, runner).map((entry) => entry.row.id)
    },
    acquire: async (session, runner, over, maxRunning) => acquire(tables, { session, runner, over, maxRunning }),
    release: async (session, epoch, rest) => {
      const entry = tables.sessions.get(session)
      if (entry === undefined || entry.epoch !== epoch) return false
      const hasNews = entry.inbox.some(({ place }) => place > rest.seen)
      entry.runner = undefined
      entry.row = { ...entry.row, dueAt: hasNews ? 0 : rest.dueAt }
      entry.dueIn = rest.dueIn
      if (!hasNews && rest.dueIn !== undefined) entry.queuedAt = Date.now() + rest.dueIn
      tables.changed()
      return true
    },
    lastBeat: async (runner) => tables.runners.get(runner)?.beatAt,
    epoch: async (session) => tables.sessions.get(session)?.epoch ?? 0,
  }
}

export function holderOf(tables: Tables, entry: Entry): Holder | undefined {
  const joined = entry.runner === undefined ? undefined : tables.runners.get(entry.runner)
  return joined === undefined ? undefined : { runner: joined.runner, epoch: entry.epoch, beat: joined.beat }
}

/** Another runner, for which the session is kept. */
function givenTo(tables: Tables, entry: Entry, runner: string): Holder | undefined {
  const joined = entry.givenTo === undefined || entry.givenTo === runner ? undefined : tables.runners.get(entry.givenTo)
  return joined && { runner: joined.runner, epoch: entry.epoch, beat: joined.beat }
}

interface Claim {
  readonly session: string
  readonly runner: string
  readonly over: Holder | undefined
  readonly maxRunning: number | undefined
}

function acquire(tables: Tables, { session, runner, over, maxRunning }: Claim): Acquired {
  if (!tables.runners.has(runner)) throw runnerUnknown(runner)
  const entry = tables.sessions.get(session)
  if (entry === undefined) return { ok: false }
  const holder = holderOf(tables, entry) ?? givenTo(tables, entry, runner)
  if (holder !== undefined && !isBeaten(holder, over)) return { ok: false, holder }
  if (maxRunning !== undefined && othersRunning(tables, entry) >= maxRunning) return { ok: false, isFull: true }
  entry.epoch += 1
  entry.runner = runner
  entry.givenTo = undefined
  // Text in flight is lost with the runner that was writing it.
  entry.live = undefined
  tables.changed()
  return { ok: true, epoch: entry.epoch, seq: entry.row.seq }
}

function isBeaten(holder: Holder, over: Holder | undefined): boolean {
  return over?.runner.id === holder.runner.id && over.epoch === holder.epoch && over.beat === holder.beat
}

function heldBy(tables: Tables, runner: string): readonly Entry[] {
  return [...tables.sessions.values()].filter((entry) => entry.runner === runner)
}
