// From changes to what putting them back would do, file by file. Whoever else changed a file is asked first: it is skipped, with
// the reason, unless it is forced.
import type { RestorePlan } from "../contracts/undo.ts"
import type { Change, FileChange } from "./changes.ts"

export interface PlanHow {
  /** The workspace at hand. */
  readonly root: string
  readonly force?: boolean
}

/** Takes back these changes and no others. */
export function planUndo(chosen: readonly Change[], all: readonly Change[], how: PlanHow): RestorePlan {
  const open = chosen.map((change) => ({ ...change, files: withoutUndone(change) }))
  const ids = new Set(chosen.map(({ id }) => id))
  const later = all.filter(({ id, kind, seq }) => kind === "call" && !ids.has(id) && seq > (chosen[0]?.seq ?? 0))
  const isChangedLater = (path: string, { seq, root }: Change) =>
    later.some((other) => other.seq > seq && other.root === root && isOpen(other.files[path]))
  return planFor(open, how, (path, change) =>
    isChangedLater(path, change) ? "a later call changed it again: undo that one first" : undefined,
  )
}

/** Takes back all that happened to files since; `changes` are all from there on, and what was put back in between counts. */
export function planRewind(changes: readonly Change[], how: PlanHow): RestorePlan {
  return planFor(changes, how, () => undefined)
}

type Objection = (path: string, change: Change) => string | undefined

function planFor(changes: readonly Change[], { root, force = false }: PlanHow, objects: Objection): RestorePlan {
  const skipped: Record<string, string> = {}
  const together: string[][] = []
  const byPath = new Map<string, FileChange[]>()
  for (const change of changes) {
    const paths = Object.keys(change.files)
    const isHere = change.root === root
    if (isHere && paths.length > 1) together.push(paths)
    for (const [path, why] of Object.entries(change.skipped)) skipped[path] = why
    for (const [path, file] of Object.entries(change.files)) {
      const objection = objectionTo(change, path, { isHere, objects, force })
      if (objection !== undefined) skipped[isHere ? path : `${change.root}/${path}`] = objection
      else byPath.set(path, [...(byPath.get(path) ?? []), file])
    }
  }
  for (const [path, chain] of byPath) if (!force && isBroken(chain)) skipped[path] ??= IN_BETWEEN
  for (const path of Object.keys(skipped)) byPath.delete(path)
  return {
    root,
    ...fold(byPath, force),
    skipped,
    together,
    undoes: changes.map(({ id }) => id),
    ...(force && { force }),
  }
}

const IN_BETWEEN = "somebody else changed it in between, or whether a call changed it is not known"

function objectionTo(
  change: Change,
  path: string,
  { isHere, objects, force }: { readonly isHere: boolean; readonly objects: Objection; readonly force: boolean },
): string | undefined {
  if (!isHere) return `it is in another workspace: ${change.root}`
  // Half of a move taken back would lose the file.
  const [missing] = Object.keys(change.skipped)
  if (missing !== undefined) return `it was changed together with ${missing}, which could not be kept`
  return force ? undefined : objects(path, change)
}

/** Each call found what the one before had left. */
function isBroken(chain: readonly FileChange[]): boolean {
  return chain.some((file, place) => place > 0 && chain[place - 1]?.after !== file.before)
}

/** Without what all of it together left as it was. */
function fold(
  byPath: ReadonlyMap<string, readonly FileChange[]>,
  force: boolean,
): Pick<RestorePlan, "files" | "expect" | "modes"> {
  const files: Record<string, string | null> = {}
  const expect: Record<string, string | null> = {}
  const modes: Record<string, number> = {}
  for (const [path, chain] of byPath) {
    const first = chain[0]
    const last = chain.at(-1)
    if (first === undefined || (first.before === last?.after && !force)) continue
    files[path] = first.before
    if (last?.after !== undefined) expect[path] = last.after
    if (first.mode !== undefined) modes[path] = first.mode
  }
  return { files, expect, modes }
}

function withoutUndone({ files }: Change): Change["files"] {
  return Object.fromEntries(Object.entries(files).filter(([, file]) => isOpen(file)))
}

export function isOpen(file: FileChange | undefined): boolean {
  return file !== undefined && file.undone === undefined
}
