// Keeps the files that a call is about to change, and records what it left behind, so that an undo can tell whether they
// were changed since. A failure here never stops the call.

import { sha256 } from "../../base/blob.ts"
import { defined } from "../../base/defined.ts"
import type { Clock } from "../../contracts/clock.ts"
import { messageOf } from "../../contracts/error.ts"
import type { Files, Kept } from "../../contracts/files.ts"
import { copyJson, type JsonObject } from "../../contracts/json.ts"
import type { Preparation, ToolResult } from "../../contracts/toolbox.ts"
import type { FileHashes } from "../../contracts/undo.ts"
import { within } from "../deadline.ts"
import type { Tool } from "../tool.ts"

export interface UndoPorts {
  readonly files: Files
  readonly maxFileBytes: number
  readonly clock: Clock
  /** Contents are not kept; their hashes still are, so that a late call does not overwrite an edit made meanwhile. */
  readonly isOff?: boolean
}

/** A disk that hangs must not hang the call. */
const MAX_MS = 10_000

export async function keepFor(
  tool: Tool,
  given: JsonObject,
  maxBytes: number,
  { files, maxFileBytes, clock, isOff = false }: UndoPorts,
): Promise<Kept | undefined> {
  const paths = changedBy(tool, given)
  if (paths.length === 0) return undefined
  const nothing = (why: string, known: Pick<Kept, "seen" | "secret"> = { seen: {} }): Kept => {
    const skipped = Object.fromEntries(paths.map((path) => [path, why]))
    return { root: files.root, files: {}, modes: {}, skipped, ...known, folders: [], bytes: 0, blobs: [] }
  }
  const keeping = isOff
    ? files
        .keep(paths, { maxFileBytes, maxBytes: 0 })
        .then(({ files: held, seen, secret = [] }) =>
          nothing("undo is switched off", { seen: { ...held, ...seen }, secret }),
        )
    : files.keep(paths, { maxFileBytes, maxBytes })
  return within(
    keeping.catch((error: unknown) => nothing(messageOf(error))),
    { ms: MAX_MS, clock, late: () => nothing("it could not be read in time") },
  )
}

/** Only for a call that has ended: one that timed out may still be writing. */
export async function leftBy(
  tool: Tool,
  given: JsonObject,
  { outcome }: ToolResult,
  { files, maxFileBytes, clock }: UndoPorts,
): Promise<Pick<ToolResult, "left">> {
  const paths = changedBy(tool, given)
  if (paths.length === 0 || (outcome !== "ok" && outcome !== "error")) return {}
  const found = await within(
    files.hashes(paths, maxFileBytes).catch(() => undefined),
    { ms: MAX_MS, clock, late: () => undefined },
  )
  return found === undefined ? {} : { left: found }
}

/** The hashes its files would have after the call. */
export function leavesOf(tool: Tool, given: JsonObject): FileHashes {
  try {
    const contents = Object.entries(tool.leaves?.(copyJson(given)) ?? {})
    return Object.fromEntries(contents.map(([path, content]) => [path, content === null ? null : sha256(content)]))
  } catch {
    // The tool cannot say.
    return {}
  }
}

/**
 * Adds to the approval preview whether the call can be undone, and records the files' hashes, so that the approval holds
 * for the files as they were shown.
 */
export async function withUndoNote(prepared: Preparation, tool: Tool, ports: UndoPorts): Promise<Preparation> {
  if (prepared.kind === "immediate") return prepared
  const { approval } = prepared
  if (approval === undefined || approval.refusal !== undefined) return prepared
  const { line, base } = await undoNote(tool, prepared.arguments, ports)
  return { ...prepared, approval: { ...approval, preview: approval.preview + line, ...defined({ base }) } }
}

/** A line that says whether the call can be undone, and the hashes of the files at this moment. */
async function undoNote(
  tool: Tool,
  given: JsonObject,
  ports: UndoPorts,
): Promise<{ readonly line: string; readonly base?: FileHashes }> {
  const kept = await keepFor(tool, given, Number.POSITIVE_INFINITY, ports)
  if (kept === undefined) return { line: "" }
  const [first] = Object.entries(kept.skipped)
  const line = first === undefined ? "\n(can be undone)" : `\n(cannot be undone: of ${first[0]}, ${first[1]})`
  const base = { ...kept.files, ...kept.seen }
  return { line, ...(Object.keys(base).length > 0 && { base }) }
}

function changedBy(tool: Tool, given: JsonObject): readonly string[] {
  try {
    const named: unknown = tool.changes?.(copyJson(given))
    return Array.isArray(named) ? named.filter((each): each is string => typeof each === "string") : []
  } catch {
    // Validation refuses such arguments.
    return []
  }
}
