// Puts files back to what they held: only those that are still as Pawl's calls left them, unless it is forced.

import { defined } from "../../base/defined.ts"
import { ownValue } from "../../base/own-value.ts"
import type { BlobReader } from "../../contracts/blobs.ts"
import { isPawlError, messageOf } from "../../contracts/error.ts"
import type { Files } from "../../contracts/files.ts"
import type { StopSignal } from "../../contracts/stop-signal.ts"
import type { FileHashes, Restored, RestorePlan } from "../../contracts/undo.ts"
import type { FilesRestored } from "./facts/files-restored.ts"

export interface PutBackPorts {
  readonly files: Files
  readonly blobs: BlobReader
  readonly signal: StopSignal
  /** Rejects when another process runs the session by now. */
  readonly fence: () => Promise<void>
}

export type PutBack = Required<Pick<FilesRestored, "report" | "why">>

/**
 * `unkept`: files whose present content could not be kept, so they must not be overwritten. Undefined when it is
 * stopped.
 */
export async function putBack(
  plan: RestorePlan,
  unkept: Readonly<Record<string, string>>,
  { files, blobs, signal, fence }: PutBackPorts,
): Promise<PutBack | undefined> {
  const report = new Map<string, Restored>()
  const why = new Map<string, string>()
  const say = (path: string, what: Restored, reason?: string) => {
    report.set(path, what)
    if (reason !== undefined) why.set(path, reason)
  }
  for (const [path, reason] of Object.entries(plan.skipped)) say(path, "skipped", reason)
  const present = await files.hashes(Object.keys(plan.files), Number.MAX_SAFE_INTEGER)
  for (const [path, wanted] of writesFirst(plan.files)) {
    if (signal.aborted) return undefined
    const done = wanted === null ? "removed" : "restored"
    const isThere = ownValue(present, path) === wanted
    const objection = isThere ? undefined : objectionTo(path, { plan, present, unkept, report })
    if (isThere && (wanted === null || (await hasMode(path)))) say(path, done)
    else if (objection !== undefined) say(path, "skipped", objection)
    else
      await (wanted === null ? files.remove(path, () => stillIs(path)) : write(path, wanted)).then(
        () => say(path, done),
        (error: unknown) => {
          if (isPawlError(error, "lease-lost")) throw error
          if (error instanceof Changed) say(path, "skipped", CHANGED)
          else say(path, "failed", messageOf(error))
        },
      )
  }
  for (const folder of emptied(plan, report)) await files.removeFolder(folder)
  return { report: Object.fromEntries(report), why: Object.fromEntries(why) }

  async function hasMode(path: string): Promise<boolean> {
    const wanted = ownValue(plan.modes, path)
    return wanted === undefined || (await files.mode(path)) === wanted
  }

  async function write(path: string, hash: string): Promise<void> {
    const bytes = await blobs.read(hash)
    if (bytes === undefined) throw new Error("its former bytes are missing in the store")
    const mode = ownValue(plan.modes, path)
    await files.put(path, bytes, { ...defined({ mode }), beforeChange: () => stillIs(path) })
  }

  /** Checked right before the change: a process that was suspended must not overwrite what was written meanwhile. */
  async function stillIs(path: string): Promise<void> {
    await fence()
    if (plan.force === true) return
    const now = await files.hashes([path], Number.MAX_SAFE_INTEGER)
    if (ownValue(now, path) !== ownValue(present, path)) throw new Changed(CHANGED)
  }
}

class Changed extends Error {}

/** Innermost first. Only folders that lost a file now: other empty folders stay. */
function emptied({ folders = [] }: RestorePlan, report: ReadonlyMap<string, Restored>): readonly string[] {
  const removed = [...report].flatMap(([path, what]) => (what === "removed" ? [path] : []))
  return folders
    .filter((folder) => removed.some((path) => path.startsWith(`${folder}/`)))
    .toSorted((a, b) => b.split("/").length - a.split("/").length)
}

/** Writes come first: a file that is to be removed may be the only copy until its former place has it again. */
function writesFirst(files: FileHashes): readonly (readonly [string, string | null])[] {
  const all = Object.entries(files)
  return [...all.filter(([, wanted]) => wanted !== null), ...all.filter(([, wanted]) => wanted === null)]
}

interface PutBackState {
  readonly plan: RestorePlan
  readonly present: FileHashes
  readonly unkept: Readonly<Record<string, string>>
  readonly report: ReadonlyMap<string, Restored>
}

function objectionTo(path: string, { plan, present, unkept, report }: PutBackState): string | undefined {
  const { force = false, expect, files, together } = plan
  const partners = ownValue(files, path) === null ? together.filter((paths) => paths.includes(path)).flat() : []
  // A file that already is as it should be does not count.
  const missing = partners.find((each) =>
    typeof ownValue(files, each) === "string"
      ? report.get(each) !== "restored"
      : each !== path && report.get(each) === "skipped",
  )
  if (missing !== undefined) return `it stays, because ${missing} could not be put back`
  if (force) return undefined
  if (!Object.hasOwn(expect, path)) return "whether the call changed it is not known"
  if (ownValue(present, path) !== ownValue(expect, path)) return CHANGED
  const reason = ownValue(unkept, path)
  return reason === undefined ? undefined : `what it holds now cannot be kept: ${reason}`
}

const CHANGED = "changed since, not by this session's tools"
