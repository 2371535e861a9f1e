// The log port: facts and snapshots.
import type { Fact } from "@pawl/agent"
import { checkNumbers, parseFact } from "@pawl/agent/store"
import type { Append, Appended, FactType, Log, Snapshot } from "@pawl/agent/types"
import type { Database } from "./database.ts"
import type { Parts } from "./parts.ts"

/** Small enough that a long log neither blocks the event loop for long nor lies in memory twice. */
const PAGE = 1000

export function postgresLog(parts: Parts): Log {
  const { database, lanes } = parts
  return {
    append: async (append) => {
      checkNumbers(append)
      return lanes.run(append.session, () => appendTo(parts, append))
    },
    read: (session, after, limit, only) => readFacts(database, session, { after, limit, only }),
    head: async (session) => {
      const [row] = await database.read<{ readonly seq: number }>(HEAD, [session], "head")
      return row?.seq ?? 0
    },
    saveSnapshot: (session, snapshot) => lanes.run(session, () => saveSnapshot(database, session, snapshot)),
    readSnapshot: async (session, version) => {
      const [snapshot] = await database.read<Snapshot>(SNAPSHOT, [session, version], "snapshot")
      return snapshot
    },
  }
}

const HEAD = "select seq from sessions where id = $1"
const SNAPSHOT = `select n.seq, n.version, n.body from snapshots n join sessions s on s.key = n.session
  where s.id = $1 and n.version = $2`

async function appendTo({ groups, known, channel }: Parts, append: Append): Promise<Appended> {
  const { session } = append
  const blobs = append.blobs && known.unknown(session, append.blobs)
  const appended = await groups.add(blobs === undefined ? append : { ...append, blobs })
  if (!appended.ok) return appended
  if (blobs !== undefined) known.add(session, blobs)
  channel.changed()
  return appended
}

async function saveSnapshot(database: Database, session: string, { version, seq, body }: Snapshot): Promise<void> {
  // The row of the session is locked, so that a removal comes before or after.
  await database.write(
    `insert into snapshots (session, version, seq, body)
     select key, $2, $3, $4 from sessions where id = $1 for key share
     on conflict (session) do update set version = excluded.version, seq = excluded.seq, body = excluded.body`,
    [session, version, seq, body],
    "save-snapshot",
  )
}

interface Reading {
  readonly after: number
  readonly limit: number | undefined
  readonly only: readonly FactType[] | undefined
}

const FACTS = `select body, seq from facts where session = (select key from sessions where id = $1) and seq > $2`

async function readFacts(
  database: Database,
  session: string,
  { after, limit = Number.POSITIVE_INFINITY, only }: Reading,
): Promise<readonly Fact[]> {
  const found: Fact[] = []
  let from = after
  while (found.length < limit) {
    const size = Math.min(PAGE, limit - found.length)
    const rows = await database.read<{ readonly body: string; readonly seq: number }>(
      `${FACTS}${only === undefined ? "" : " and type = any($4)"} order by seq limit $3`,
      [session, from, size, ...(only === undefined ? [] : [only])],
      only === undefined ? "facts" : "facts-of-types",
    )
    for (const { body } of rows) found.push(parseFact(body, session))
    if (rows.length < size) break
    from = rows.at(-1)?.seq ?? from
  }
  return found
}
