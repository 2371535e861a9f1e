// Plans what putting changes back would do, file by file. A file that was changed by anything but these calls is
// skipped with the reason, unless it is forced.
import { ownValue } from "../../base/own-value.ts"
import type { RestorePlan } from "../../contracts/undo.ts"
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
    later.some((other) => other.seq > seq && other.root === root && isOpen(ownValue(other.files, path)))
  // A folder may have been created by a call that was undone before, when other files were still in it.
  const gone = all.filter(({ id, files }) => ids.has(id) || !Object.values(files).some(isOpen))
  return planFor(open, { ...how, folders: foldersOf(gone, how) }, (path, change) =>
    isChangedLater(path, change) ? "a later call changed it again: undo that one first" : undefined,
  )
}

/**
 * Takes back everything that happened to files since. `changes` are all from there on, including what was put back in
 * between.
 */
export function planRewind(changes: readonly Change[], how: PlanHow): RestorePlan {
  return planFor(changes, { ...how, folders: foldersOf(changes, how) }, () => undefined)
}

function foldersOf(changes: readonly Change[], { root }: PlanHow): readonly string[] {
  return [...new Set(changes.filter((change) => change.root === root).flatMap(({ folders }) => folders))]
}

type Objection = (path: string, change: Change) => string | undefined

/** What is known about the files, from the first change to the last. */
interface Draft {
  readonly chains: Map<string, FileChange[]>
  readonly skipped: Map<string, string>
  readonly never: Set<string>
}

function planFor(
  changes: readonly Change[],
  { root, force = false, folders }: PlanHow & Pick<Required<RestorePlan>, "folders">,
  objects: Objection,
): RestorePlan {
  const draft: Draft = { chains: new Map(), skipped: new Map(), never: new Set() }
  const { chains, skipped, never } = draft
  for (const change of changes) {
    if (change.root === root) addTo(draft, change, force ? () => undefined : objects)
    else for (const path of Object.keys(change.files)) lose(draft, `${change.root}/${path}`, elsewhere(change))
  }
  if (force) for (const path of skipped.keys()) if (!never.has(path)) skipped.delete(path)
  for (const [path, chain] of chains) if (!force && isBroken(chain) && !skipped.has(path)) skipped.set(path, IN_BETWEEN)
  for (const path of skipped.keys()) chains.delete(path)
  const isTogether = (change: Change) => change.root === root && Object.keys(change.files).length > 1
  return {
    root,
    ...combined(chains, force),
    skipped: Object.fromEntries(skipped),
    together: changes.filter(isTogether).map(({ files }) => Object.keys(files)),
    undoes: changes.map(({ id }) => id),
    ...(folders.length > 0 && { folders }),
    ...(never.size > 0 && { never: [...never] }),
    ...(force && { force }),
  }
}

const IN_BETWEEN = "somebody else changed it in between, or whether a call changed it is not known"

function addTo(draft: Draft, change: Change, objects: Objection): void {
  const { chains, skipped } = draft
  const [missing] = Object.keys(change.skipped)
  for (const [path, why] of Object.entries(change.skipped)) lose(draft, path, why)
  for (const [path, file] of Object.entries(change.files)) {
    // Taking back half of a move would lose the file.
    if (missing !== undefined) {
      lose(draft, path, `it was changed together with ${missing}, which could not be kept`)
      continue
    }
    const objection = objects(path, change)
    if (objection !== undefined) skipped.set(path, objection)
    chains.set(path, [...(chains.get(path) ?? []), file])
  }
}

/** What was kept before that can still be put back by force. */
function lose({ chains, skipped, never }: Draft, path: string, why: string): void {
  if (!chains.has(path)) never.add(path)
  skipped.set(path, why)
}

function elsewhere({ root }: Change): string {
  return `it is in another workspace: ${root}`
}

/** Whether a call did not find what the one before had left. */
function isBroken(chain: readonly FileChange[]): boolean {
  return chain.some((file, place) => place > 0 && chain[place - 1]?.after !== file.before)
}

/** Without files that all changes together left unchanged. */
function combined(
  chains: ReadonlyMap<string, readonly FileChange[]>,
  force: boolean,
): Pick<RestorePlan, "files" | "expect" | "modes"> {
  const files = new Map<string, string | null>()
  const expect = new Map<string, string | null>()
  const modes = new Map<string, number>()
  for (const [path, chain] of chains) {
    const first = chain[0]
    const last = chain.at(-1)
    if (first === undefined || (first.before === last?.after && !force && !wasRecreated(chain))) continue
    files.set(path, first.before)
    if (last?.after !== undefined) expect.set(path, last.after)
    if (first.mode !== undefined) modes.set(path, first.mode)
  }
  return {
    files: Object.fromEntries(files),
    expect: Object.fromEntries(expect),
    modes: Object.fromEntries(modes),
  }
}

/** Removed and created again: it may hold the same content with other permissions. */
function wasRecreated(chain: readonly FileChange[]): boolean {
  return chain[0]?.mode !== undefined && chain.some(({ after }) => after === null)
}

function withoutUndone({ files }: Change): Change["files"] {
  return Object.fromEntries(Object.entries(files).filter(([, file]) => isOpen(file)))
}

export function isOpen(file: FileChange | undefined): boolean {
  return file !== undefined && file.undone === undefined
}
