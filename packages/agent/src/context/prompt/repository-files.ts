// Finds and reads the files in which a folder says how to work in it. Whatever is wrong with one becomes a note: a file
// that somebody left in a folder must never fail a request, nor bring in what lies outside of the repository.
import { constants, lstatSync, realpathSync, statSync } from "node:fs"
import { open } from "node:fs/promises"
import { dirname, join, relative, sep } from "node:path"

/** The first that a folder has. */
const NAMES = ["AGENTS.md", "CLAUDE.md"]
const MAX_BYTES = 2 ** 20

/** A file that is there. The stamp is another one as soon as its content may be. */
export interface FoundFile {
  /** Relative to the root. */
  readonly name: string
  readonly path: string
  readonly stamp: string
  /** Why it cannot be read, as far as its looks tell. */
  readonly problem?: string
}

export type ReadFile =
  | { readonly name: string; readonly text: string }
  | { readonly name: string; readonly problem: string }

/**
 * From the root of the repository down to the workspace; outside of a repository the workspace alone. Every request looks,
 * and one look is some twenty of these calls: waiting for each would cost ten times as much as they do.
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

/** Links inside of the repository are common: CLAUDE.md that is AGENTS.md under another name. */
function linked(link: string, root: string): Omit<FoundFile, "name"> {
  try {
    const path = realpathSync(link)
    if (!path.startsWith(root.endsWith(sep) ? root : root + sep))
      return { path, stamp: path, problem: "it is a link that leaves the repository" }
    return { path, stamp: `${path}:${stampOf(statSync(path, { bigint: true }))}` }
  } catch (error) {
    // A link to nothing is there all the same.
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

/** Does not wait for a pipe, and follows no link that was put there meanwhile. A string says why not. */
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
