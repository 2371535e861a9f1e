// What a session's calls changed in files, and what was put back: a projection of its log. Nothing of it is stored.
import { defined } from "../../base/defined.ts"
import { ownValue } from "../../base/own-value.ts"
import type { Fact } from "../../contracts/fact.ts"
import type { RestorePlan } from "../../contracts/undo.ts"
import type { FilesRestored } from "./facts/files-restored.ts"

/** What one call, or one undo, did to files. */
export interface Change {
  /** The call, or `restore:` and the command that put files back. */
  readonly id: string
  /** A tool did it, or a user put files back. */
  readonly kind: "call" | "restore"
  /** The tool; empty for a restore. */
  readonly tool: string
  /** The turn's number, from 1. */
  readonly turn: number
  /** The seq of the fact that records it. */
  readonly seq: number
  /** When, in milliseconds since 1970. */
  readonly at: number
  /** The folder that its paths are relative to. */
  readonly root: string
  /** What happened to each file, by its path. */
  readonly files: Readonly<Record<string, FileChange>>
  /** What could not be kept, and why: it cannot be undone. */
  readonly skipped: Readonly<Record<string, string>>
  /** Folders that it created for its files. */
  readonly folders: readonly string[]
}

/** What happened to one file, by hashes. */
export interface FileChange {
  /** The hash of what it held; null when there was no such file. */
  readonly before: string | null
  /** The hash of what it held afterwards, null when it was gone; undefined when that is not known. */
  readonly after?: string | null
  /** The permissions it had. */
  readonly mode?: number
  /** The command that put it back. */
  readonly undone?: string
}

type FactOf<T extends Fact["type"]> = Extract<Fact, { type: T }>

/** In the order they were made; calls that left every file unchanged are no changes. */
export function changesOf(facts: readonly Fact[]): readonly Change[] {
  const begun = new Map<string, Change>()
  const made = new Map<string, Change>()
  const plans = new Map<string, RestorePlan>()
  /** For each restore, the changes it put back. */
  const undid = new Map<string, readonly string[]>()
  let turn = 0
  for (const fact of facts) {
    if (fact.type === "turn-started") turn = fact.turn
    else if (fact.type === "checkpoint-made") begun.set(fact.checkpoint, begin(fact, turn))
    else if (fact.type === "tool-started") start(fact)
    else if (fact.type === "tool-finished") finish(fact)
    else if (fact.type === "restore-asked" && fact.files !== undefined) plans.set(fact.command, fact.files)
    else if (fact.type === "files-restored") restore(fact)
  }
  return [...made.values()].filter(isAChange)

  function start({ call, name }: FactOf<"tool-started">): void {
    const change = begun.get(call)
    if (change !== undefined) made.set(call, { ...change, tool: name })
  }

  function finish({ call, outcome, left }: FactOf<"tool-finished">): void {
    const change = made.get(call)
    if (change === undefined) return
    // Stopped before its body ran.
    if (outcome === "skipped" || outcome === "refused") {
      made.delete(call)
      return
    }
    // A call that failed at a file that could not be kept has not changed it either.
    const skipped = outcome === "error" ? {} : change.skipped
    made.set(call, { ...change, skipped, files: left === undefined ? change.files : changed(change.files, left) })
  }

  function restore(fact: FactOf<"files-restored">): void {
    const { checkpoint, command, undoes = [] } = fact
    const change = begun.get(checkpoint)
    const plan = plans.get(command)
    if (change === undefined || plan === undefined) return
    const done = Object.entries(change.files).filter(([path]) => isDone(fact, path))
    const files = changed(Object.fromEntries(done), plan.files)
    made.set(checkpoint, { ...change, files })
    undid.set(checkpoint, undoes)
    // Changes that an earlier restore had put back are in effect again, unless this one puts them back, too.
    for (const id of undoes) for (const again of undid.get(id) ?? []) mark(again, fact, undefined)
    for (const id of undoes) mark(id, fact, command)
  }

  function mark(id: string, fact: FilesRestored, by: string | undefined): void {
    const change = made.get(id)
    if (change === undefined) return
    const files = Object.entries(change.files).map(([path, { undone, ...file }]) => {
      const now = isDone(fact, path) ? by : undone
      return [path, now === undefined ? file : { ...file, undone: now }] as const
    })
    made.set(id, { ...change, files: Object.fromEntries(files) })
  }
}

function begin(fact: FactOf<"checkpoint-made">, turn: number): Change {
  const { checkpoint: id, files, root = "", modes = {}, skipped = {}, folders = [], seq, at } = fact
  const kept = Object.entries(files).map(([path, before]) => {
    const mode = ownValue(modes, path)
    return [path, { before, ...defined({ mode }) }] as const
  })
  const about = { id, tool: "", turn, seq, at, root, folders, files: Object.fromEntries(kept) }
  // A restore does not overwrite what could not be kept.
  return id.startsWith("restore:") ? { ...about, kind: "restore", skipped: {} } : { ...about, kind: "call", skipped }
}

/** Without files whose content is unchanged. */
function changed(files: Change["files"], left: Readonly<Record<string, string | null>>): Change["files"] {
  const known = Object.entries(files).map(([path, file]) => {
    const after = ownValue(left, path)
    return [path, after === undefined ? file : { ...file, after }] as const
  })
  return Object.fromEntries(known.filter(([, { before, after }]) => before !== after))
}

function isDone({ report }: FilesRestored, path: string): boolean {
  const outcome = ownValue(report, path)
  return outcome === "restored" || outcome === "removed"
}

function isAChange({ files, skipped }: Change): boolean {
  return Object.keys(files).length > 0 || Object.keys(skipped).length > 0
}
