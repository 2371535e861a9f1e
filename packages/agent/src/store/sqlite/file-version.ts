// A file's user_version holds two numbers: its schema in the lowest byte, and a count above it. The count starts at random
// and grows with the file's commits, so it distinguishes a file from another one and from an older copy of itself. It is in
// the file's header, where it can be read without SQLite.
import { randomInt } from "node:crypto"
import type { Database } from "better-sqlite3"

export function versionOf(db: Database): number {
  return Number(db.pragma("user_version", { simple: true }))
}

export function schemaOf(version: number): number {
  return version % SCHEMAS
}

export function countOf(version: number): number {
  return Math.floor(version / SCHEMAS)
}

export function versionWith(schema: number, count: number): number {
  return (count % COUNTS) * SCHEMAS + schema
}

/** Never 0, which marks files of versions without a count. */
export function firstCount(): number {
  return randomInt(1, COUNTS)
}

/** Whether a file may have this count `ms` after it had `before`: the same, or as many more as others can have added. */
export function canFollow(count: number, before: number, ms: number): boolean {
  return distance(before, count) <= SLACK + ms / MS_PER_COUNT
}

/** The distance from one count to another; large if the other came before. */
export function distance(from: number, to: number): number {
  return (to - from + COUNTS) % COUNTS
}

const SCHEMAS = 256
/** The rest of 31 bits. */
const COUNTS = 2 ** 23
const SLACK = 16
/** No process commits faster: one count stands for 64 commits. */
const MS_PER_COUNT = 3
