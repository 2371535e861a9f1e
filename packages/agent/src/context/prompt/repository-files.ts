// Finds and reads the instruction files of a repository. Any problem with a file becomes a note: a file in a folder
// must never fail a request, nor bring in content from outside the repository.
import { constants, lstatSync, realpathSync, statSync } from "node:fs"
import { open } from "node:fs/promises"
import { dirname, join, relative, sep } from "node:path"

/** The first of these that exists in a folder counts. */
const NAMES = ["AGENTS.md", "CLAUDE.md"]
const MAX_BYTES = 2 ** 20

/** A file that exists. Its stamp changes whenever its content may have changed. */
export interface FoundFile {
  /** Path relative to the root. */
  readonly name: string
  readonly path: string
  readonly stamp: string
  /** Why the file cannot be read, as far as its metadata shows. */
  readonly problem?: string
}

export type ReadFile =
  | { readonly name: string; readonly text: string }
  | { readonly name: string; readonly problem: string }

/**
 * Searches from the root of the repository down to the workspace; outside a repository, only the workspace. It runs for
 * every request and makes about twenty calls, which are synchronous because awaiting each would cost ten times as much.
 */
export function findFiles(workspace: string): readonly FoundFile[] {
  const upward = ancestors(workspace)
  const depth = upward.findIndex((folder) => isThere(join(folder, ".git")))
  const folders = depth < 0 ? [workspace] : upward.slice(0, depth + 1).reverse()
  const root = folders[0] ?? workspace
  return folders.flatMap((folder) => findIn(folder, root) ?? [])
}

export async function readFound({ name, path, problem }: FoundFile): Promise<ReadFile> {
  if (problem !== undefined) return { name, problem }
  try {
    const bytes = await readBytes(path)
    return typeof bytes === "string" ? { name, problem: bytes } : { name, ...decoded(bytes) }
  } catch (error) {
    return { name, problem: unreadable(error) }
  }
}

function ancestors(folder: string): readonly string[] {
  const parent = dirname(folder)
  return parent === folder ? [folder] : [folder, ...ancestors(parent)]
}

function isThere(path: string): boolean {
  try {
    return lstatSync(path, QUIET) !== undefined
  } catch {
    return false
  }
}

const QUIET = { throwIfNoEntry: false } as const

function findIn(folder: string, root: string): FoundFile | undefined {
  for (const file of NAMES) {
    const path = join(folder, file)
    const name = relative(root, path)
      .split(sep)
      .join("/")
      .replace(/\p{Cc}/gu, "?")
    try {
      const stats = lstatSync(path, { ...QUIET, bigint: true })
      if (stats === undefined) continue
      return { name, ...(stats.isSymbolicLink() ? linked(path, root) : { path, stamp: stampOf(stats) }) }
    } catch (error) {
      return { name, path, stamp: codeOf(error), problem: unreadable(error) }
    }
  }
  return undefined
}

/** Links inside the repository are common: CLAUDE.md is often a link to AGENTS.md. */
function linked(link: string, root: string): Omit<FoundFile, "name"> {
  try {
    const path = realpathSync(link)
    if (!path.startsWith(root.endsWith(sep) ? root : root + sep))
      return { path, stamp: path, problem: "it is a link that leaves the repository" }
    return { path, stamp: `${path}:${stampOf(statSync(path, { bigint: true }))}` }
  } catch (error) {
    // A broken link still counts as a file that was found.
    return { path: link, stamp: codeOf(error), problem: unreadable(error) }
  }
}

interface Stamped {
  readonly mtimeNs: bigint
  readonly ctimeNs: bigint
  readonly size: bigint
}

function stampOf({ mtimeNs, ctimeNs, size }: Stamped): string {
  return `${mtimeNs}:${ctimeNs}:${size}`
}

/** Does not block on a pipe, and does not follow a link created in the meantime. A string is the reason for a failure. */
async function readBytes(path: string): Promise<Uint8Array | string> {
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW)
  try {
    const stats = await file.stat()
    if (!stats.isFile()) return "it is no file"
    if (stats.size > MAX_BYTES) return `it has ${stats.size} bytes, and the most is ${MAX_BYTES}`
    return await file.readFile()
  } finally {
    await file.close()
  }
}

function decoded(bytes: Uint8Array): { readonly text: string } | { readonly problem: string } {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes)
    return text.includes("\0") ? { problem: "it is binary" } : { text: text.trim() }
  } catch {
    return { problem: "it is no text in UTF-8" }
  }
}

function unreadable(error: unknown): string {
  return `it cannot be read (${codeOf(error)})`
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? "unknown error"
}
