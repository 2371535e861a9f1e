// Finds the passages for a query, with their text as it is in the files now: what changed or was deleted since it was
// indexed is not quoted.
import { statSync } from "node:fs"
import type { FileIndex, Hit } from "./file-index.ts"
import { isDamage } from "./index-file.ts"
import type { Query } from "./query.ts"
import type { Found } from "./quote.ts"
import { type FileText, type ReadLimits, readText } from "./read-text.ts"

export interface FindOptions extends ReadLimits {
  readonly passages: number
}

/**
 * How many hits are fetched for each passage: some are skipped, because they overlap better ones, or their file has its
 * share.
 */
const CANDIDATES = 4

export function find(index: FileIndex, query: Query, options: FindOptions): readonly Found[] {
  const first = look(index, query, options)
  if (first.outdated.length === 0 || !isFolder(options.root)) return first.found
  // Another process is writing, or the disk is full: then only the passages that are up to date are returned.
  if (!update(index, first.outdated, options)) return first.found
  return look(index, query, options).found
}

interface Look {
  readonly found: readonly Found[]
  readonly outdated: readonly Hit[]
}

function look(index: FileIndex, { match }: Query, options: FindOptions): Look {
  const texts = new Map<number, FileText>()
  const outdated = new Map<number, Hit>()
  const chosen: Chosen[] = []
  for (const hit of index.search(match, options.passages * CANDIDATES)) {
    if (chosen.length === options.passages) break
    if (chosen.filter(({ file }) => file === hit.file).length >= Math.ceil(options.passages / 2)) continue
    const file = texts.get(hit.file) ?? readText(options, hit.path)
    texts.set(hit.file, file)
    if (file.kind !== "text" || file.stamp !== hit.stamp) {
      outdated.set(hit.file, hit)
      continue
    }
    const apart = apartFrom(chosen, hit, file.text)
    if (apart !== undefined) chosen.push(apart)
  }
  return { found: chosen.map(({ path, first, text }) => ({ path, first, text })), outdated: [...outdated.values()] }
}

interface Chosen extends Found {
  readonly file: number
  readonly start: number
  readonly end: number
}

/** Without what better passages of the same file already show. */
function apartFrom(chosen: readonly Chosen[], hit: Hit, text: string): Chosen | undefined {
  let { start, end } = hit
  for (const other of chosen) {
    if (other.file !== hit.file || other.end <= start || other.start >= end) continue
    if (other.start <= start) start = Math.min(end, other.end + 1)
    else end = other.start - 1
  }
  const kept = text.slice(start, end)
  if (!/\S/.test(kept)) return undefined
  const first = hit.first + newlines(text.slice(hit.start, start))
  return { file: hit.file, path: hit.path, first, text: kept, start, end }
}

function newlines(text: string): number {
  return text.split("\n").length - 1
}

function update(index: FileIndex, hits: readonly Hit[], options: FindOptions): boolean {
  try {
    for (const { file, path } of hits) {
      const now = readText(options, path)
      if (now.kind === "text" || now.kind === "binary") index.put(path, now)
      else index.remove({ id: file, path })
    }
    index.commit()
    return true
  } catch (error) {
    index.rollback()
    if (isDamage(error)) throw error
    return false
  }
}

/** A folder that is gone may come back, so its index entries stay. */
function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}
