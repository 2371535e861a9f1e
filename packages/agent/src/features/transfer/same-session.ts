// Compares a session in two stores cheaply: by its row, its last fact and its waiting commands.
import { isDeepStrictEqual } from "node:util"
import type { QueuedCommand } from "../../contracts/command.ts"
import type { Fact } from "../../contracts/fact.ts"
import type { SessionRow } from "../../contracts/sessions.ts"
import type { Store } from "../../contracts/store.ts"

/** The two stores of a move. */
export interface Sides {
  readonly from: Store
  readonly to: Store
}

const PAGE = 500

/** Says that neither side went on. It cannot say that nobody changed what was written before: `compareSession` can. */
export async function looksSame({ from, to }: Sides, row: SessionRow, other: SessionRow): Promise<boolean> {
  if (!isSameRow(row, other)) return false
  const [mine, theirs] = await Promise.all([from, to].map(({ log }) => log.read(row.id, row.seq - 1, 1)))
  if (JSON.stringify(mine) !== JSON.stringify(theirs)) return false
  const [waiting = [], there = []] = await Promise.all([from, to].map(({ inbox }) => inbox.read(row.id)))
  return isSameQueue(waiting, there)
}

/** `dueAt` is left out while the lease is held: the release sets it. */
export function isSameRow(a: SessionRow, b: SessionRow, how: { readonly exceptDue?: boolean } = {}): boolean {
  const [left, right] = [a, b].map((row) => asKept(how.exceptDue === true ? { ...row, dueAt: null } : row))
  return isDeepStrictEqual(left, right)
}

/** The places differ from store to store; the order does not. */
export function isSameQueue(a: readonly QueuedCommand[], b: readonly QueuedCommand[]): boolean {
  return a.length === b.length && beginsWith(a, b)
}

/** Whether the first commands of one queue are all those of another. */
export function beginsWith(all: readonly QueuedCommand[], first: readonly QueuedCommand[]): boolean {
  return first.every(({ command }, index) => isDeepStrictEqual(asKept(command), asKept(all[index]?.command)))
}

/** Without absent fields, and without what PostgreSQL's texts cannot hold: NUL, and halves of surrogate pairs. */
function asKept(value: unknown): unknown {
  if (value === undefined) return undefined
  return JSON.parse(JSON.stringify(value), (_key, each: unknown) =>
    typeof each === "string" ? each.toWellFormed().replaceAll("\0", "\u{fffd}") : each,
  )
}

/** Facts after `seq`, up to `until`, as a log has them. */
export async function* factsOf(store: Store, id: string, range: Range): AsyncGenerator<Fact, void, void> {
  let { after } = range
  while (after < range.until) {
    const page = await store.log.read(id, after, Math.min(PAGE, range.until - after))
    yield* page
    if (page.length === 0) return
    after += page.length
  }
}

interface Range {
  readonly after: number
  readonly until: number
}
