// `pawl trace`: shows what happened in a turn, ordered by start, with durations.
import type { Fact, SessionRow, Store } from "@pawl/agent"
import { type LogRecord, recordsOf, traceFrom, traceIdOf } from "@pawl/agent/observe"
import { openStore } from "../agent/agent.ts"
import { loadSettings } from "../config/settings.ts"
import { badInput } from "../failure.ts"
import type { Request } from "../line/parse.ts"
import { redactor } from "../redact.ts"
import { allSessions } from "../sessions/find-session.ts"
import { sessionFor } from "../sessions/undo-agent.ts"
import { out } from "../terminal/screen.ts"
import { world } from "../world.ts"
import { traceText } from "./trace-text.ts"

export interface Traced {
  readonly session: string
  readonly title: string | null
  /** In order. Records between turns form an entry without a turn. */
  readonly turns: readonly TracedTurn[]
}

export interface TracedTurn {
  readonly turn?: number
  readonly trace?: string
  /** The trace id in OpenTelemetry's format. */
  readonly traceId?: string
  readonly records: readonly LogRecord[]
}

export async function trace({ words, flags }: Request): Promise<number> {
  const settings = await loadSettings(flags)
  const store = await openStore(settings)
  try {
    const id = words[0] ?? (await sessionFor(store, settings, undefined)).id
    const traced = await find(store, id)
    const clean = redactor(world().env)
    if (flags.has("json")) out.jsonText(clean(`${JSON.stringify(traced)}\n`))
    else out.write(clean(traceText(traced)))
    return 0
  } finally {
    await store.close()
  }
}

async function find(store: Store, id: string): Promise<Traced> {
  const rows = await store.sessions.find(id)
  const [row] = rows
  if (row !== undefined && rows.length === 1) return tracedOf(row, await store.log.read(row.id, 0))
  const turns = await turnsNamed(store, id.toLowerCase())
  const [turn] = turns
  if (turn !== undefined && turns.length === 1) return turn
  const ids = [...rows.map((each) => each.id), ...turns.map((each) => each.turns[0]?.trace ?? "")].slice(0, 5)
  if (ids.length > 0) throw badInput(`Several ids begin with "${id}": ${ids.join(", ")}. Give more of the id.`)
  throw badInput(
    `There is no session and no turn "${id}". "pawl sessions list" shows sessions, "pawl trace SESSION" their turns.`,
  )
}

/** Traces have no index: search the logs, newest first, until a trace matches exactly. */
async function turnsNamed(store: Store, id: string): Promise<readonly Traced[]> {
  const isWhole = (trace: string) => trace === (traceFrom(id) ?? id) || traceIdOf(trace) === id
  const found: Traced[] = []
  for await (const row of allSessions(store)) {
    const facts = await store.log.read(row.id, 0)
    const traces = facts.flatMap((fact) => (fact.type === "turn-started" ? [fact.trace] : []))
    const meant = traces.find(isWhole)
    const fit = meant === undefined ? traces.filter((trace) => trace.startsWith(id)) : [meant]
    if (fit.length === 0) continue
    const { turns, ...about } = tracedOf(row, facts)
    const named = turns.filter(({ trace }) => trace !== undefined && fit.includes(trace))
    if (meant !== undefined) return [{ ...about, turns: named }]
    found.push(...named.map((turn) => ({ ...about, turns: [turn] })))
  }
  return found
}

export function tracedOf({ id, metadata }: Pick<SessionRow, "id" | "metadata">, facts: readonly Fact[]): Traced {
  const turns: (TracedTurn & { readonly records: LogRecord[] })[] = []
  for (const record of recordsOf(facts)) {
    const { turn, trace } = record
    const last = turns.at(-1)
    const ids = trace === undefined ? {} : { trace, traceId: traceIdOf(trace) }
    if (last !== undefined && last.turn === turn) last.records.push(record)
    else turns.push({ ...(turn !== undefined && { turn }), ...ids, records: [record] })
  }
  return { session: id, title: metadata.title, turns }
}
