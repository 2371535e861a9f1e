// Compares a session in two stores: cheaply by its row, its last fact and its waiting commands, or fact by fact and blob by blob.
import { isDeepStrictEqual } from "node:util"
import type { QueuedCommand } from "../../contracts/command.ts"
import type { Fact } from "../../contracts/fact.ts"
import type { SessionRow, Store } from "../../contracts/store.ts"
import { blobHashesIn } from "./hashes.ts"

/** The two stores of a move. */
export interface Sides {
  readonly from: Store
  readonly to: Store
}

const PAGE = 500

/** Cheap: no log can have the same row, the same number of facts and the same last fact, and another past. */
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

/** The first `seq` up to `until` at which the logs differ; undefined if none does. */
export async function firstDifference(sides: Sides, id: string, until: number): Promise<number | undefined> {
  for (let seq = 0; seq < until; seq += PAGE) {
    const limit = Math.min(PAGE, until - seq)
    const [mine = [], theirs = []] = await Promise.all(
      [sides.from, sides.to].map(({ log }) => log.read(id, seq, limit)),
    )
    const at = Array.from({ length: limit }, (_, index) => index).find(
      (index) => mine[index] === undefined || JSON.stringify(mine[index]) !== JSON.stringify(theirs[index]),
    )
    if (at !== undefined) return seq + at + 1
  }
  return undefined
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

/** The hash of the first blob that is not the same on both sides. One that both have lost is the same. */
export async function firstOtherBlob({ from, to }: Sides, id: string, until: number): Promise<string | undefined> {
  const compared = new Set<string>()
  for await (const fact of factsOf(from, id, { after: 0, until })) {
    for (const hash of blobHashesIn(fact)) {
      if (compared.has(hash)) continue
      compared.add(hash)
      if (!(await isSameBlob({ from, to }, hash))) return hash
    }
  }
  return undefined
}

/** In memory at once. */
const PIECE_BYTES = 4 * 1024 * 1024

async function isSameBlob({ from, to }: Sides, hash: string): Promise<boolean> {
  const [size, theirSize] = await Promise.all([from.blobs.size(hash), to.blobs.size(hash)])
  // A store that holds the bytes for another session has more than the source had.
  if (size === undefined) return true
  if (size !== theirSize) return false
  for (let offset = 0; offset < size; offset += PIECE_BYTES) {
    const range = { offset, length: PIECE_BYTES }
    const [mine, theirs] = await Promise.all([from.blobs.read(hash, range), to.blobs.read(hash, range)])
    if (mine === undefined) return true
    if (theirs === undefined || Buffer.compare(mine, theirs) !== 0) return false
  }
  return true
}
