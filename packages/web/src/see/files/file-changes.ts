// What calls changed in files, newest first, in words that a person reads.
import type { Change } from "@pawl/client"

export type FileOutcome = "created" | "changed" | "removed" | "unknown"

export interface ChangedFile {
  readonly path: string
  readonly outcome: FileOutcome
  /** Hashes of the contents; null: no file. */
  readonly before: string | null
  readonly after: string | null | undefined
  readonly isUndone: boolean
}

export function filesOf({ files }: Pick<Change, "files">): readonly ChangedFile[] {
  return Object.entries(files)
    .map(([path, { before, after, undone }]) => ({
      path,
      before,
      after,
      outcome: outcomeOf(before, after),
      isUndone: undone !== undefined,
    }))
    .sort((a, b) => a.path.localeCompare(b.path))
}

/** What the file is after the call is not known when the call never ended. */
function outcomeOf(before: string | null, after: string | null | undefined): FileOutcome {
  if (after === undefined) return "unknown"
  if (before === null) return "created"
  return after === null ? "removed" : "changed"
}

/** Whether there is something left to undo. */
export function canUndo(change: Pick<Change, "files" | "kind">): boolean {
  return change.kind === "call" && filesOf(change).some(({ isUndone }) => !isUndone)
}

export interface TurnChanges {
  readonly turn: number
  /** Newest first. */
  readonly own: readonly Change[]
}

/** Newest first. */
export function byTurn(changes: readonly Change[]): readonly TurnChanges[] {
  const turns = new Map<number, Change[]>()
  for (const change of changes.toReversed()) turns.set(change.turn, [...(turns.get(change.turn) ?? []), change])
  return [...turns].map(([turn, own]) => ({ turn, own })).sort((a, b) => b.turn - a.turn)
}
