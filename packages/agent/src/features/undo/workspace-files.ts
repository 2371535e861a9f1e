// The files of a workspace for undo, read and written by the same functions as in the file tools: no link is followed,
// nothing outside is reached, and a file is replaced in one step.
import { rmdir, unlink } from "node:fs/promises"
import { sha256 } from "../../base/blob.ts"
import type { Blob } from "../../contracts/blobs.ts"
import { messageOf } from "../../contracts/error.ts"
import type { Files, KeepLimits, Kept } from "../../contracts/files.ts"
import type { FileHashes } from "../../contracts/undo.ts"
import { ToolFailure } from "../../tools/tool.ts"
import { lookAt, mustBeFile, readWhole, replaceFile } from "../../workspace/confined/files.ts"
import { type Place, withPlace } from "../../workspace/confined/open-folder.ts"
import { shownPath, type Workspace } from "../../workspace/confined/workspace.ts"

/** `isSecret`: content that must not be kept. */
export function workspaceFiles(workspace: Workspace, isSecret: IsSecret = () => false): Files {
  return {
    root: workspace.root,
    keep: (paths, limits) => keep(workspace, paths, { ...limits, isSecret }),
    hashes: (paths, maxFileBytes) => marks(workspace, paths, maxFileBytes, async () => undefined),
    marks: (paths, maxFileBytes) => marks(workspace, paths, maxFileBytes, (path) => stampOf(workspace, path)),
    put: (path, bytes, how = {}) =>
      withPlace(workspace, path, async (place) => void (await replaceFile(place, bytes, how)), { make: true }),
    remove: (path, beforeChange) => withPlace(workspace, path, (place) => remove(place, beforeChange)),
    mode: async (path) => {
      const stats = await withPlace(workspace, path, lookAt).catch(() => undefined)
      return stats === undefined ? undefined : stats.mode & 0o7777
    },
    // A folder that cannot be removed does no harm.
    removeFolder: (path) => withPlace(workspace, path, (place) => rmdir(place.path)).catch(() => {}),
  }
}

type IsSecret = (bytes: Uint8Array) => boolean

async function keep(
  workspace: Workspace,
  paths: readonly string[],
  { isSecret, ...limits }: KeepLimits & { readonly isSecret: IsSecret },
): Promise<Kept> {
  // Maps, because a file may be called "__proto__".
  const files = new Map<string, string | null>()
  const modes = new Map<string, number>()
  const skipped = new Map<string, string>()
  const secret: string[] = []
  const seen = new Map<string, string | null>()
  const folders = new Set<string>()
  const blobs = new Map<string, Blob>()
  let bytes = 0
  for (const given of new Set(paths)) {
    const path = shownOr(workspace, given)
    const held = await heldBy(workspace, given, limits.maxFileBytes).catch(reasonOf)
    if (typeof held === "string") {
      skipped.set(path, held)
      const stamp = await stampOf(workspace, given)
      if (stamp !== undefined) seen.set(path, stamp)
    } else if (held === undefined) {
      files.set(path, null)
      for (const folder of await missingFolders(workspace, path)) folders.add(folder)
    } else if (isSecret(held.bytes)) {
      skipped.set(path, HOLDS_SECRET)
      secret.push(path)
      seen.set(path, sha256(held.bytes))
    } else if (bytes + held.bytes.length > limits.maxBytes) {
      skipped.set(path, NO_ROOM)
      seen.set(path, sha256(held.bytes))
    } else {
      const hash = sha256(held.bytes)
      if (!blobs.has(hash)) bytes += held.bytes.length
      blobs.set(hash, { hash, bytes: held.bytes })
      files.set(path, hash)
      modes.set(path, held.mode)
    }
  }
  const named = {
    files: Object.fromEntries(files),
    modes: Object.fromEntries(modes),
    skipped: Object.fromEntries(skipped),
    seen: Object.fromEntries(seen),
  }
  return { root: workspace.root, ...named, secret, folders: [...folders], bytes, blobs: [...blobs.values()] }
}

const HOLDS_SECRET = "it holds a secret, which is never stored"
const NO_ROOM = "the session keeps as much for undo as it may"

/** From the outermost folder that does not exist. */
async function missingFolders(workspace: Workspace, path: string): Promise<readonly string[]> {
  const names = path.split("/").slice(0, -1)
  const folders = names.map((_, place) => names.slice(0, place + 1).join("/"))
  for (const [place, folder] of folders.entries()) {
    const found = await withPlace(workspace, folder, lookAt).catch(() => undefined)
    if (found === undefined) return folders.slice(place)
  }
  return []
}

type Mark = string | null | undefined

/** The hash of each file's content; for a file that is not read, what `otherwise` returns, if anything. */
async function marks(
  workspace: Workspace,
  paths: readonly string[],
  maxFileBytes: number,
  otherwise: (path: string) => Promise<Mark>,
): Promise<FileHashes> {
  const found = new Map<string, string | null>()
  for (const given of new Set(paths)) {
    const held = await heldBy(workspace, given, maxFileBytes).catch(reasonOf)
    const mark = typeof held === "string" ? await otherwise(given) : held === undefined ? null : sha256(held.bytes)
    if (mark !== undefined) found.set(shownPath(workspace, given), mark)
  }
  return Object.fromEntries(found)
}

/**
 * Changes with every write to a file, without reading a byte of it, and when something takes the place of a link or a
 * folder. Undefined for what cannot be read.
 */
async function stampOf(workspace: Workspace, path: string): Promise<string | undefined> {
  const stats = await withPlace(workspace, path, lookAt).catch(() => undefined)
  if (stats === undefined) return undefined
  // A folder's times change with what is put into it.
  if (stats.isDirectory()) return `folder:${stats.dev}:${stats.ino}`
  return `${stats.dev}:${stats.ino}:${stats.size}:${stats.mtimeMs}:${stats.ctimeMs}`
}

interface Held {
  readonly bytes: Uint8Array
  readonly mode: number
}

/** Undefined when there is no such file, and no folder for it either. */
async function heldBy(workspace: Workspace, path: string, maxBytes: number): Promise<Held | undefined> {
  const look = async (place: Place): Promise<Held | undefined> => {
    const stats = await lookAt(place)
    if (stats === undefined) return undefined
    mustBeFile(stats)
    if (stats.size > maxBytes) throw new ToolFailure("file-too-large", tooLarge(stats.size, maxBytes))
    const { bytes, stats: read } = await readWhole(place, maxBytes)
    return { bytes, mode: read.mode & 0o7777 }
  }
  try {
    return await withPlace(workspace, path, look)
  } catch (error) {
    if (codeOf(error) === "file-missing") return undefined
    throw error
  }
}

function tooLarge(size: number, most: number): string {
  const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MB`
  return `it is too large to be kept: ${megabytes(size)}, at most ${megabytes(most)}`
}

async function remove(place: Place, beforeChange?: () => Promise<void>): Promise<void> {
  const stats = await lookAt(place)
  if (stats === undefined) return
  mustBeFile(stats)
  await beforeChange?.()
  await unlink(place.path)
}

const REASONS: Readonly<Record<string, string>> = {
  "outside-workspace": "it is outside the workspace",
  "symbolic-link": "it is, or leads through, a symbolic link",
  "file-kind": "only files are kept: moving or removing a folder cannot be undone",
  "file-special": "it is no regular file",
  "permission-denied": "its permissions do not allow it to be read",
}

function reasonOf(error: unknown): string {
  return REASONS[codeOf(error) ?? ""] ?? messageOf(error)
}

function codeOf(error: unknown): string | undefined {
  return error instanceof ToolFailure ? error.code : undefined
}

function shownOr(workspace: Workspace, path: string): string {
  try {
    return shownPath(workspace, path)
  } catch {
    return path
  }
}
