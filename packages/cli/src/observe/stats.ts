// `pawl stats`: statistics of models and tools over one session or many, counted anew from the logs, a page at a time.
import type { SessionRow, Store } from "@pawl/agent"
import { applyStats, noStats, recorder, type Stats } from "@pawl/agent/observe"
import { openStore } from "../agent/agent.ts"
import { loadSettings } from "../config/settings.ts"
import { wrongUsage } from "../failure.ts"
import type { Flags, Request } from "../line/parse.ts"
import { redactor } from "../redact.ts"
import { allSessions, findSession } from "../sessions/find-session.ts"
import { out } from "../terminal/screen.ts"
import { world } from "../world.ts"
import { statsJson, statsText } from "./stats-text.ts"

export async function stats({ words, flags }: Request): Promise<number> {
  const since = sinceFrom(flags.get("since"), Date.now())
  const store = await openStore(await loadSettings(flags))
  try {
    const [name] = words
    const rows = name === undefined ? sessionsSince(store, flags, since) : [await findSession(store, name)]
    let summed = noStats
    let sessions = 0
    for await (const row of rows) {
      const next = await addSession(summed, row, { store, since })
      if (next !== summed) sessions += 1
      summed = next
    }
    const clean = redactor(world().env)
    if (flags.has("json")) out.jsonText(clean(`${JSON.stringify(statsJson(summed, sessions))}\n`))
    else out.write(clean(statsText(summed, sessions)))
    return 0
  } finally {
    await store.close()
  }
}

/** A time, or how long ago: 30m, 24h, 7d, 4w. */
export function sinceFrom(given: string | undefined, now: number): number {
  if (given === undefined) return 0
  const [, number, unit] = /^(\d{1,6})([mhdw])$/.exec(given) ?? []
  if (number !== undefined) return now - Number(number) * UNITS[unit as keyof typeof UNITS] // Matched above.
  const time = Date.parse(given)
  if (Number.isNaN(time)) throw wrongUsage(`--since cannot be "${given}". Use 30m, 24h, 7d, 4w, or a date: 2026-01-31.`)
  return time
}

const UNITS = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const

async function* sessionsSince(store: Store, flags: Flags, since: number): AsyncGenerator<SessionRow> {
  for await (const row of allSessions(store)) {
    // Newest first: all further ones are older.
    if (row.updatedAt < since) return
    if (flags.has("all") || !row.metadata.archived) yield row
  }
}

const PAGE = 1000

/** Returns `before` itself when the session has nothing newer than `since`. */
async function addSession(
  before: Stats,
  { id }: SessionRow,
  { store, since }: { readonly store: Store; readonly since: number },
): Promise<Stats> {
  const record = recorder()
  let summed = before
  for (let seq = 0; ; ) {
    const facts = await store.log.read(id, seq, PAGE)
    for (const fact of facts) {
      for (const each of record(fact)) if (each.at >= since) summed = applyStats(summed, each)
    }
    seq = facts.at(-1)?.seq ?? seq
    if (facts.length < PAGE) return summed
  }
}
