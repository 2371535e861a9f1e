// Copies the small documents of a store into another. What the target changed by itself is never overwritten: a mark in the
// target remembers which version of a document this copy has written.
import { isDeepStrictEqual } from "node:util"
import type { ListedRecord, Records } from "../../contracts/records.ts"

/** What became of the records. */
export interface MovedRecords {
  /** Stored in the target. */
  readonly copied: number
  /** Equal before. */
  readonly same: number
  /** Gone in the source since the last copy, and so here. */
  readonly removed: number
  /** The target has another document there, as "kind/key". */
  readonly refused: readonly string[]
}

export interface RecordsMove {
  readonly from: Records
  readonly to: Records
  /** The source's name: a target may be moved to from several. */
  readonly name: string
  /** Kinds of which the target keeps its own. */
  readonly keeps: readonly string[]
  readonly dryRun: boolean
}

/** The kind of the marks. They are about one target, so no copy takes them along. */
const MARK = "moved"

export async function moveRecords(move: RecordsMove): Promise<MovedRecords> {
  const counts = { copied: 0, same: 0, removed: 0 }
  const refused: string[] = []
  const there = new Set<string>()
  for (const kind of await move.from.kinds()) {
    if (kind === MARK) continue
    for await (const record of recordsOf(move.from, kind)) {
      there.add(markOf(move, kind, record.key))
      const outcome = await moveRecord(move, kind, record)
      if (outcome === "refused") refused.push(`${kind}/${record.key}`)
      else counts[outcome] += 1
    }
  }
  for await (const mark of recordsOf(move.to, MARK)) {
    if (there.has(mark.key)) continue
    const outcome = await removeMarked(move, mark)
    if (outcome) counts.removed += 1
  }
  return { ...counts, refused }
}

async function moveRecord(move: RecordsMove, kind: string, record: ListedRecord) {
  const { from: _from, to, keeps, dryRun } = move
  const { key, value } = record
  const found = await to.get(kind, key)
  if (found !== undefined && (keeps.includes(kind) || isDeepStrictEqual(found.value, value))) return "same"
  const mark = markOf(move, kind, key)
  const isOurs = found === undefined || (await to.get(MARK, mark))?.value === found.version
  if (!isOurs) return "refused"
  if (dryRun) return "copied"
  const version = await to.put(kind, key, value, found?.version ?? 0)
  if (version === undefined) return "refused"
  await to.put(MARK, mark, version)
  return "copied"
}

/** Removes what was removed in the source, such as a revoked token, unless the target has changed it. */
async function removeMarked({ to, name, dryRun }: RecordsMove, { key: mark, value }: ListedRecord): Promise<boolean> {
  const [source, kind = "", key = ""] = JSON.parse(mark) as readonly string[]
  if (source !== name) return false
  if (dryRun) return (await to.get(kind, key))?.version === value
  const isRemoved = await to.remove(kind, key, Number(value))
  await to.remove(MARK, mark)
  return isRemoved
}

function markOf({ name }: RecordsMove, kind: string, key: string): string {
  return JSON.stringify([name, kind, key])
}

const PAGE = 500

async function* recordsOf(records: Records, kind: string): AsyncGenerator<ListedRecord, void, void> {
  let after: string | undefined
  for (;;) {
    const page: readonly ListedRecord[] = await records.list(kind, {
      limit: PAGE,
      ...(after !== undefined && { after }),
    })
    yield* page
    after = page.at(-1)?.key
    if (page.length < PAGE) return
  }
}
