// The shape of a diff: hunks of lines with their numbers, from a unified diff or from two texts.
import { withoutBlankLines } from "../call/long-text.ts"

export interface DiffLine {
  readonly kind: "same" | "removed" | "added"
  readonly text: string
  /** Line numbers from 1, where the line stands. */
  readonly before?: number
  readonly after?: number
}

export interface Hunk {
  readonly lines: readonly DiffLine[]
}

export interface Preview {
  /** "Edit poem.txt" */
  readonly title: string
  readonly hunks: readonly Hunk[]
  /** What stands below: whether it can be undone, what was left out. */
  readonly notes: readonly string[]
}

const HEADER = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/

/** The preview of a tool that changes a file; undefined when there is no diff in it. */
export function previewDiff(preview: string): Preview | undefined {
  const rows = preview.split("\n")
  const first = rows.findIndex((row) => HEADER.test(row))
  if (first < 0) return undefined
  const head = rows.slice(0, first)
  const { hunks, rest } = readHunks(rows.slice(first))
  const [title = "", ...more] = head
  return { title, hunks, notes: [...more, ...rest].filter((row) => row !== "") }
}

function readHunks(rows: readonly string[]): { readonly hunks: readonly Hunk[]; readonly rest: readonly string[] } {
  const hunks: DiffLine[][] = []
  let [before, after] = [1, 1]
  for (const [place, row] of rows.entries()) {
    const header = HEADER.exec(row)
    if (header !== null) {
      // An empty side is written as line 0.
      ;[before, after] = [Math.max(1, Number(header[1])), Math.max(1, Number(header[2]))]
      hunks.push([])
      continue
    }
    const sign = row.charAt(0)
    if (sign === "\\") continue
    if (sign !== " " && sign !== "-" && sign !== "+") return { hunks: asHunks(hunks), rest: rows.slice(place) }
    const text = row.slice(1)
    const lines = hunks.at(-1)
    if (sign === " ") lines?.push({ kind: "same", text, before: before++, after: after++ })
    else if (sign === "-") lines?.push({ kind: "removed", text, before: before++ })
    else lines?.push({ kind: "added", text, after: after++ })
  }
  return { hunks: asHunks(hunks), rest: [] }
}

function asHunks(hunks: readonly (readonly DiffLine[])[]): readonly Hunk[] {
  return hunks.map((lines) => ({ lines }))
}

/** Long runs of blank lines are counted: what stands below them stays in sight. */
export function withoutBlankRows(hunks: readonly Hunk[]): readonly Hunk[] {
  return hunks.map(({ lines }) => ({ lines: sameKinds(lines).flatMap(countedBlanks) }))
}

function countedBlanks(run: readonly DiffLine[]): readonly DiffLine[] {
  return withoutBlankLines(
    run,
    ({ text }) => text,
    (text, first) => ({ ...first, text }),
  )
}

/** Lines of one kind that follow each other. */
function sameKinds(lines: readonly DiffLine[]): readonly (readonly DiffLine[])[] {
  const runs: DiffLine[][] = []
  for (const line of lines) {
    const last = runs.at(-1)
    if (last?.[0]?.kind === line.kind) last.push(line)
    else runs.push([line])
  }
  return runs
}

/** How much is added and removed. */
export function changeCount(hunks: readonly Hunk[]): { readonly added: number; readonly removed: number } {
  const all = hunks.flatMap(({ lines }) => lines)
  const count = (kind: DiffLine["kind"]) => all.filter((line) => line.kind === kind).length
  return { added: count("added"), removed: count("removed") }
}
