// A file's user_version holds two numbers: its schema in the lowest byte, and above it a count. The count begins at random and
// grows with the file's commits, so it tells a file from another one and from an older copy of itself. It stands in the file's
// header, where it can be read without SQLite.
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

/** Never 0: that is a file of a version that did not count. */
export function firstCount(): number {
  return randomInt(1, COUNTS)
}

/** May a file that had the count `before` have this one now, `ms` later? The same, or what others can have counted meanwhile; never less. */
export function canFollow(count: number, before: number, ms: number): boolean {
  return distance(before, count) <= SLACK + ms / MS_PER_COUNT
}

/** From one count to another one; far, if that came before. */
export function distance(from: number, to: number): number {
  return (to - from + COUNTS) % COUNTS
}

const SCHEMAS = 256
/** What is left of 31 bits. */
const COUNTS = 2 ** 23
const SLACK = 16
/** Nobody commits so fast: a count stands for 64 commits. */
const MS_PER_COUNT = 3
