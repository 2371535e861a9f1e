// Works with regular files at a verified place: opens them for reading, reads them whole up to a limit, or replaces them
// in one step.
import { randomBytes } from "node:crypto"
import { constants as flags, type Stats } from "node:fs"
import { type FileHandle, lstat, open, rename, unlink } from "node:fs/promises"
import { join } from "node:path"
import { ToolFailure } from "../../tools/tool.ts"
import { type Place, systemError } from "./open-folder.ts"
import { isMissing } from "./problems.ts"

const NO_FOLLOW = flags.O_NOFOLLOW ?? 0
/** A pipe that replaced the file since the check must not block us. */
const NO_WAIT = flags.O_NONBLOCK ?? 0

/** The entry's stats, without following a link; undefined when it does not exist. */
export async function lookAt({ path }: Pick<Place, "path">): Promise<Stats | undefined> {
  return lstat(path).catch((error: unknown) => {
    if (isMissing(error)) return undefined
    throw error
  })
}

export async function withFile<T>(
  place: Pick<Place, "path">,
  use: (file: FileHandle, stats: Stats) => Promise<T>,
): Promise<T> {
  // Checked before opening, because opening a device can have an effect, and again after opening.
  mustBeFile(await lstat(place.path))
  const file = await open(place.path, flags.O_RDONLY | NO_FOLLOW | NO_WAIT)
  try {
    const stats = await file.stat()
    mustBeFile(stats)
    return await use(file, stats)
  } finally {
    await file.close()
  }
}

export function mustBeFile(stats: Stats): void {
  if (stats.isFile()) return
  if (stats.isSymbolicLink()) throw systemError("ELOOP")
  throw systemError(stats.isDirectory() ? "EISDIR" : "ENXIO")
}

export async function readWhole(place: Place, maxBytes: number): Promise<{ bytes: Buffer; stats: Stats }> {
  return withFile(place, async (file, stats) => {
    const bytes = Buffer.allocUnsafe(Math.min(stats.size, maxBytes) + 1)
    const size = await fill(file, bytes, 0)
    if (size > maxBytes || stats.size > maxBytes) {
      throw new ToolFailure(
        "file-too-large",
        `"${place.shown}" is too large for this: ${stats.size} bytes, at most ${maxBytes}. Use run_command for it.`,
      )
    }
    return { bytes: bytes.subarray(0, size), stats }
  })
}

/** Reads until the buffer is full or the file ends, and returns how many bytes it read. */
export async function fill(file: FileHandle, buffer: Buffer, position: number): Promise<number> {
  let size = 0
  while (size < buffer.length) {
    const { bytesRead } = await file.read(buffer, size, buffer.length - size, position + size)
    if (bytesRead === 0) break
    size += bytesRead
  }
  return size
}

/**
 * Writes a temporary file beside it and renames it: a reader sees the old file or the new one, a full disk destroys
 * nothing, and a link that another process puts there meanwhile is replaced, not followed. The mode stays the same unless
 * `mode` is given.
 */
export async function replaceFile(
  place: Place,
  bytes: Uint8Array,
  { before, mode, beforeChange }: ReplaceOptions = {},
): Promise<{ created: boolean }> {
  const stats = await lookAt(place)
  if (stats !== undefined) await mustBeWritable(place, stats)
  const temporary = join(place.folder, `.pawl-${randomBytes(8).toString("hex")}.tmp`)
  const file = await open(temporary, flags.O_WRONLY | flags.O_CREAT | flags.O_EXCL | NO_FOLLOW, 0o666)
  try {
    try {
      await file.writeFile(bytes)
      if (stats !== undefined) await keepOwnerAndMode(file, stats)
      if (mode !== undefined) await file.chmod(mode)
      // Flushed before it is reported, because the log that reports it is flushed, too.
      await file.sync()
    } finally {
      await file.close()
    }
    if (before !== undefined && !isSame(before, await lookAt(place))) {
      throw new ToolFailure("file-changed", `"${place.shown}" was changed by somebody else meanwhile. Read it again.`)
    }
    await beforeChange?.()
    await rename(temporary, place.path)
  } catch (error) {
    await unlink(temporary).catch(() => {})
    throw error
  }
  return { created: stats === undefined }
}

export interface ReplaceOptions {
  /** Replace only if the file has not changed since these stats. */
  readonly before?: Stats
  readonly mode?: number
  /** Rejects when the file must no longer be changed. */
  readonly beforeChange?: (() => Promise<void>) | undefined
}

/** A rename checks only the folder's permissions; this checks the file's, too. */
async function mustBeWritable(place: Place, stats: Stats): Promise<void> {
  mustBeFile(stats)
  const file = await open(place.path, flags.O_WRONLY | NO_FOLLOW | NO_WAIT)
  await file.close()
}

async function keepOwnerAndMode(file: FileHandle, { mode, uid, gid }: Stats): Promise<void> {
  const now = await file.stat()
  // Only root can change the owner; for other users the new file is their own.
  if (now.uid !== uid || now.gid !== gid) await file.chown(uid, gid).catch(() => {})
  await file.chmod(mode & 0o7777)
}

function isSame(before: Stats, now: Stats | undefined): boolean {
  return now !== undefined && now.ino === before.ino && now.mtimeMs === before.mtimeMs && now.size === before.size
}
