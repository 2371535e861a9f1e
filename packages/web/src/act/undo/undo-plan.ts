// What an undo would do, in groups that people read, and which changes of a file it takes back.
import type { Change, UndoReport } from "@pawl/client"

export type FileReport = UndoReport["files"][number]
export type Outcome = FileReport["outcome"]

export interface Group {
  readonly outcome: Outcome
  readonly files: readonly FileReport[]
}

const ORDER: readonly Outcome[] = ["restored", "removed", "skipped", "failed"]

/** What happens first, then what does not. Groups without files are left out. */
export function groupsOf(files: readonly FileReport[]): readonly Group[] {
  return ORDER.map((outcome) => ({ outcome, files: files.filter((file) => file.outcome === outcome) })).filter(
    (group) => group.files.length > 0,
  )
}

export function isPutBack({ outcome }: FileReport): boolean {
  return outcome === "restored" || outcome === "removed"
}

/** Force would put something back that stays otherwise. */
export function canForce(files: readonly FileReport[]): boolean {
  return files.some(({ outcome, isLost }) => outcome === "skipped" && isLost !== true)
}

export interface Span {
  /** The content that comes back is what the file held before this change. */
  readonly first: Change
  /** What it holds now is what this change left, as far as the session knows. */
  readonly last: Change
  readonly file: Change["files"][string]
}

/** The changes of a file that are taken back, from the first to the last; undefined when there are none. */
export function spanOf(changes: readonly Change[], ids: readonly string[], path: string): Span | undefined {
  const own = changes.filter(({ id, files }) => ids.includes(id) && Object.hasOwn(files, path))
  const [first] = own
  const last = own.at(-1)
  const [before, after] = [first?.files[path], last?.files[path]]
  if (first === undefined || last === undefined || before === undefined || after === undefined) return undefined
  return { first, last, file: { before: before.before, ...(after.after !== undefined && { after: after.after }) } }
}
