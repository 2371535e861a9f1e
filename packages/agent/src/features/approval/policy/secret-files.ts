// Which files of a folder hold secrets: by their names, and files in a .git folder by their contents, for most of them
// hold none.
import { lstatSync, readdirSync, readFileSync, realpathSync } from "node:fs"
import { basename, join, relative, sep } from "node:path"
import { isSecretName } from "./secret-names.ts"
import { isLeftOut, isSecretPath } from "./secret-paths.ts"
import { looksLikeSecret } from "./secret-shapes.ts"

/** What a search through a folder skips. */
export interface Passed {
  /** Endings of the only files that are searched, as in ".ts"; all files unless given. */
  readonly endings?: readonly string[]
  /** Names of folders that are skipped. */
  readonly folders?: readonly string[]
  /** Whether files and folders named like secrets are skipped, and .git folders. */
  readonly names?: boolean
}

/** `path`: relative to the root. */
export function isSecretFile(root: string, path: string): boolean {
  if (isSecretPath(path)) return true
  return path.split(sep).includes(GIT) && holdsSecret(join(root, path))
}

/** Links inside are not followed. A folder with too many entries to check counts as holding secrets. */
export function hasSecretFiles(
  root: string,
  folder: string,
  { endings, folders = [], names = false }: Passed = {},
): boolean {
  const [top, start] = [realOr(root), realOr(join(root, folder))]
  const places = relative(top, start).split(sep)
  // Below a .git folder, names say nothing about contents; and a search that names the .git folder itself means it.
  if ((names ? places : places.slice(0, -1)).includes(GIT)) return true
  let left = MAX_ENTRIES
  const waiting = [start]
  const isRead = (name: string) => endings === undefined || endings.some((ending) => name.endsWith(ending))
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const isGit = basename(at) === GIT
    if (isGit && hasSecretInGit(at, isRead)) return true
    const entries = isGit ? [] : entriesOf(at)
    left -= entries.length
    if (left < 0) return true
    // Looked up once a folder: a file's own name is enough, unless it is hidden.
    const isAllSecret = isSecretPath(relative(top, at))
    const isPassed = (name: string) => names && (isLeftOut(name) || name === GIT)
    const isSecret = (name: string) =>
      !isPassed(name) && (isAllSecret || (/^[._]/.test(name) ? isSecretPath(name) : isSecretName(name)))
    if (entries.some((each) => each.isFile() && isRead(each.name) && isSecret(each.name))) return true
    const inside = entries.filter((each) => each.isDirectory() && !folders.includes(each.name) && !isPassed(each.name))
    waiting.push(...inside.map((each) => join(at, each.name)))
  }
  return false
}

const MAX_ENTRIES = 10_000

export const GIT = ".git"

/** Where git writes the URLs that it was given. */
const OF_GIT = ["config", "config.worktree", "FETCH_HEAD", "logs/HEAD"]
/** Where it keeps the same for submodules, whose names may be paths, and for further work trees. */
const INNER = ["modules", "worktrees"]

function hasSecretInGit(folder: string, isRead: (name: string) => boolean): boolean {
  let left = MAX_ENTRIES
  const waiting = [folder]
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const inside = at
    if (OF_GIT.some((name) => isRead(name) && holdsSecret(join(inside, name)))) return true
    const entries = entriesOf(at)
    left -= entries.length
    if (left < 0) return true
    const isRepository = at === folder || entries.some(({ name }) => name === "HEAD")
    const further = entries.filter((each) => each.isDirectory() && (!isRepository || INNER.includes(each.name)))
    waiting.push(...further.map(({ name }) => join(inside, name)))
  }
  return false
}

function realOr(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    // Not a folder, or not readable.
    return []
  }
}

const MAX_BYTES = 1024 * 1024

function holdsSecret(path: string): boolean {
  try {
    const stats = lstatSync(path)
    if (!stats.isFile()) return false
    return stats.size > MAX_BYTES || looksLikeSecret(readFileSync(path, "latin1"))
  } catch {
    return false
  }
}
