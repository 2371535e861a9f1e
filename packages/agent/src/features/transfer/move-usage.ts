// Raises the sums of what owners used to those of another store. Sums outlive their sessions, and stores add to them only with an
// append: so a session of the owner's is made for one append that has no facts, and removed again.

import { readDay, type Spent, type UsageRow } from "../../contracts/limits.ts"
import type { Columns } from "../../contracts/sessions.ts"
import { noUsage, roundCost, type Usage } from "../../contracts/usage.ts"
import { taken } from "./hold-target.ts"
import type { Moving } from "./moving.ts"

/** The id of the session that carries sums. It is left behind only by a copy that was killed, and removed by the next. */
export const CARRIER = "moving-usage"

/** Returns how many sums were raised. None is lowered, so a second copy adds nothing. */
export async function moveUsage(moving: Moving): Promise<number> {
  if (!moving.dryRun) await removeLeft(moving)
  const there = new Map((await moving.to.usage.list()).map((row) => [keyOf(row), row]))
  const lacks = (await moving.from.usage.list()).flatMap((row) => {
    const lack = lackOf(row, there.get(keyOf(row)))
    return lack === undefined ? [] : [{ owner: row.owner, lack }]
  })
  if (moving.dryRun) return lacks.length
  for (const owner of new Set(lacks.map((each) => each.owner))) {
    const spent = lacks.flatMap((each) => (each.owner === owner ? [each.lack] : []))
    await carry(moving, owner, spent)
  }
  return lacks.length
}

function keyOf({ owner, day, model }: UsageRow): string {
  return JSON.stringify([owner, day, model])
}

/** What the target's sum has less; undefined if nothing. */
function lackOf(row: UsageRow, there: UsageRow | undefined): Spent | undefined {
  const less = (field: "requests" | "unpriced" | "toolCalls" | "ms") => Math.max(0, row[field] - (there?.[field] ?? 0))
  const counts = {
    requests: less("requests"),
    unpriced: less("unpriced"),
    toolCalls: less("toolCalls"),
    ms: less("ms"),
  }
  const usage = usageLess(row.usage, there?.usage ?? noUsage)
  const isNothing =
    Object.values(counts).every((count) => count === 0) && Object.values(usage).every((each) => each === 0)
  if (isNothing && there !== undefined) return undefined
  return { day: readDay(row.day) ?? 0, model: row.model, usage, ...counts }
}

function usageLess(mine: Usage, theirs: Usage): Usage {
  const names = ["cacheReadTokens", "cacheWriteTokens", "costUsd"] as const
  const optional = names.flatMap((name) => {
    const [value, other] = [mine[name], theirs[name]]
    if (value === undefined || (other !== undefined && other >= value)) return []
    return [[name, roundCost(value - (other ?? 0))] as const]
  })
  return {
    inputTokens: Math.max(0, mine.inputTokens - theirs.inputTokens),
    outputTokens: Math.max(0, mine.outputTokens - theirs.outputTokens),
    ...Object.fromEntries(optional),
    ...(mine.estimated === true && theirs.estimated !== true && { estimated: true as const }),
  }
}

/** One that a killed copy left may be another owner's. */
async function removeLeft({ to, keeper }: Moving): Promise<void> {
  if ((await to.sessions.get(CARRIER)) === undefined) return
  if ((await keeper.acquire(CARRIER, () => {})) === undefined) throw taken()
  keeper.forget(CARRIER)
  await to.sessions.remove(CARRIER)
}

async function carry({ to, keeper, clock }: Moving, owner: string | null, spent: readonly Spent[]): Promise<void> {
  const at = clock.now()
  const about = { id: CARRIER, profile: "default", ...(owner !== null && { owner }) }
  const opened = { type: "session-opened", session: CARRIER, profile: "default", v: 1, seq: 1, at } as const
  if (!(await to.sessions.create({ ...about, opened }))) throw taken()
  const lease = await keeper.acquire(CARRIER, () => {})
  if (lease === undefined) throw taken()
  const { epoch, seq: expectedSeq } = lease
  await to.log.append({ session: CARRIER, epoch, expectedSeq, facts: [], columns: { ...EMPTY, updatedAt: at }, spent })
  keeper.forget(CARRIER)
  await to.sessions.remove(CARRIER)
}

const EMPTY: Omit<Columns, "updatedAt"> = {
  status: "idle",
  dueAt: null,
  openRequests: [],
  turns: 0,
  messages: 0,
  usage: noUsage,
  preview: "",
  error: null,
}
