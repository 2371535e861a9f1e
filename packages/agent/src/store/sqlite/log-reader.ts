// Reads the data of one session: facts, snapshot, commands, text in flight. On the main thread, in short pages.
import { setImmediate } from "node:timers/promises"
import type { Database } from "better-sqlite3"
import type { Command, QueuedCommand } from "../../contracts/command.ts"
import type { Fact, FactType } from "../../contracts/fact.ts"
import type { LiveText, Snapshot } from "../../contracts/store.ts"
import { parseFact } from "../parse-fact.ts"
import { type BlobRows, blobRows } from "./blobs.ts"
import { factId } from "./schema.ts"

export interface LogReader {
  facts(session: string, after: number, limit?: number, only?: readonly FactType[]): Promise<readonly Fact[]>
  head(session: string): number
  epoch(session: string): number
  lastBeat(runner: string): number | undefined
  snapshot(session: string, version: number): Snapshot | undefined
  readonly blobs: BlobRows
  commands(session: string, after: number): readonly QueuedCommand[]
  arrivals(after: number): readonly Arrival[]
  live(session: string): LiveText | undefined
}

interface Arrival {
  readonly session: string
  readonly place: number
}

/** Small enough that a long log does not block the event loop: a few milliseconds at most. */
const PAGE = 1000

export function logReader(db: Database): LogReader {
  const keyOf = db.prepare<[string], number>("select key from sessions where id = ?").pluck()
  const page = db
    .prepare<[number, number, number], string>("select body from facts where id > ? and id < ? order by id limit ?")
    .pluck()

  const range = db
    .prepare<[number, number, string], string>(
      `select body from facts where id > ? and id <= ?
       and exists (select 1 from json_each(?) where instr(body, value)) order by id`,
    )
    .pluck()
  const head = db.prepare<[string], number>("select seq from sessions where id = ?").pluck()

  /** Only bodies that name one of the types are parsed. */
  async function factsOf(session: string, after: number, only: readonly FactType[]): Promise<readonly Fact[]> {
    const [key, end] = [keyOf.get(session), head.get(session)]
    if (key === undefined || end === undefined) return []
    const found: Fact[] = []
    const named = JSON.stringify(only.map((type) => `"type":"${type}"`))
    for (let from = after; from < end; from += PAGE) {
      const bodies = range.all(factId(key, from), factId(key, Math.min(end, from + PAGE)), named)
      for (const body of bodies) found.push(parseFact(body, session))
      await setImmediate()
    }
    return found.filter(({ type }) => only.includes(type))
  }

  async function facts(
    session: string,
    after: number,
    limit = Number.POSITIVE_INFINITY,
    only?: readonly FactType[],
  ): Promise<readonly Fact[]> {
    if (only !== undefined) return (await factsOf(session, after, only)).slice(0, limit)
    const key = keyOf.get(session)
    if (key === undefined) return []
    const found: Fact[] = []
    while (found.length < limit) {
      const size = Math.min(PAGE, limit - found.length)
      const bodies = page.all(factId(key, found.at(-1)?.seq ?? after), factId(key + 1, 0), size)
      for (const body of bodies) found.push(parseFact(body, session))
      if (bodies.length < size) break
      await setImmediate()
    }
    return found
  }

  return { facts, ...rowReader(db) }
}

function rowReader(db: Database): Omit<LogReader, "facts"> {
  const of = "session = (select key from sessions where id = ?)"
  const head = db.prepare<[string], number>("select seq from sessions where id = ?").pluck()
  const epoch = db.prepare<[string], number>("select epoch from sessions where id = ?").pluck()
  const lastBeat = db.prepare<[string], number>("select beat_at from runners where id = ?").pluck()
  const snapshot = db.prepare<[string, number], Snapshot>(
    `select seq, version, body from snapshots where ${of} and version = ?`,
  )
  const commands = db.prepare<[string, number], { readonly place: number; readonly body: string }>(
    `select place, body from inbox where ${of} and place > ? order by place`,
  )
  const arrivals = db.prepare<[number], Arrival>(
    `select s.id as session, i.place from inbox i join sessions s on s.key = i.session where i.place > ? order by i.place`,
  )
  const live = db.prepare<[string], LiveText>(`select attempt, text from live where ${of}`)
  return {
    head: (session) => head.get(session) ?? 0,
    epoch: (session) => epoch.get(session) ?? 0,
    lastBeat: (runner) => lastBeat.get(runner),
    snapshot: (session, version) => snapshot.get(session, version),
    blobs: blobRows(db),
    commands: (session, after) =>
      // Enqueue wrote it from a Command.
      commands.all(session, after).map(({ place, body }) => ({ place, command: JSON.parse(body) as Command })),
    arrivals: (after) => arrivals.all(after),
    live: (session) => live.get(session),
  }
}
