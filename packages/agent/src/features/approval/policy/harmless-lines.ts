// Shell lines that run without approval: every command in them is known to look only, and every path stays in the
// workspace.
import { type Dir, lstatSync, opendirSync, readFileSync, realpathSync } from "node:fs"
import { dirname, join, relative, sep } from "node:path"
import { homesIn } from "./home-folders.ts"
import { type KnownWords, knownWords } from "./known-words.ts"
import { hasSecretFiles, isSecretFile } from "./secret-files.ts"
import { isSecretPath } from "./secret-paths.ts"
import { readShellLine } from "./shell-words.ts"

/** By its words alone: what the line does is known. Where its paths lead is not checked. */
export function isKnownLine(line: string): boolean {
  return commandsOf(line) !== undefined
}

/** What may name a file in a line that is known; undefined for any other line. */
export function wordsBesidePatterns(line: string): readonly string[] | undefined {
  return commandsOf(line)?.flatMap(({ paths, others }) => [...others, ...paths])
}

/** `root`: the workspace, in which the line is run. */
export function isHarmlessLine(line: string, root: string): boolean {
  // Every path would lie in the workspace.
  if (root === "/") return false
  const commands = commandsOf(line)
  if (commands?.every((command) => staysInside(root, command, { leavesOut: true })) !== true) return false
  // A search there would go through private files, and by far not all of them have names that say so.
  if (commands.some(({ searches }) => searches !== undefined) && homesIn(root).length > 0) return false
  return !commands.some(({ isGit }) => isGit) || isPlainRepository(root)
}

/** Also for commands granted by their first words. `leavesOut`: the search skips files that are named like secrets. */
export function staysInside(root: string, { paths, searches }: KnownWords, { leavesOut = false } = {}): boolean {
  if (!paths.every((path) => !isSecretPath(path) && leadsToPlain(root, path))) return false
  if (searches === undefined) return true
  return !(paths.length === 0 ? ["."] : paths).some((path) =>
    hasSecretFiles(root, path, { ...searches, names: leavesOut }),
  )
}

function commandsOf(line: string): readonly KnownWords[] | undefined {
  const read = readShellLine(line)
  if (read.kind === "unclear") return undefined
  const known = read.commands.map(knownWords)
  return known.every((each) => each !== undefined) ? known : undefined
}

/**
 * With all links followed, the path is in the workspace and no secret. A path that does not exist yet counts as where
 * the deepest existing folder on its way is.
 */
function leadsToPlain(root: string, path: string): boolean {
  const top = realPath(root)
  if (top === undefined) return true
  for (let at = join(top, path); ; at = dirname(at)) {
    const real = realPath(at)
    // Relative to the workspace: the names of the folders above it say nothing about the file.
    if (real !== undefined)
      return real === top || (real.startsWith(`${top}${sep}`) && !isSecretFile(top, relative(top, real)))
    // A broken link may lead somewhere a moment later.
    if (exists(at)) return false
  }
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path)
  } catch {
    return undefined
  }
}

function exists(path: string): boolean {
  try {
    lstatSync(path)
    return true
  } catch {
    return false
  }
}

/**
 * Whether the workspace itself holds a repository that belongs to the user. Git runs what the repository's files name:
 * most of that is switched off when it runs, but not filters, whose names are unknown in advance, nor what other files
 * are included for.
 */
export function isPlainRepository(root: string): boolean {
  const folder = join(root, ".git")
  try {
    const parts = [folder, ...["objects", "refs"].map((name) => join(folder, name))].map((each) => lstatSync(each))
    const isOwn = parts.every((each) => each.isDirectory() && each.uid === process.getuid?.())
    const redirects = ["commondir", "objects/info/alternates", "objects/info/http-alternates"]
    if (!isOwn || redirects.some((name) => exists(join(folder, name)))) return false
    return hasPlainConfig(folder) && hasPlainEntries(folder)
  } catch {
    return false
  }
}

function hasPlainConfig(folder: string): boolean {
  return ["config", "config.worktree"].every((name) => {
    const path = join(folder, name)
    if (!exists(path)) return true
    return lstatSync(path).isFile() && !/\[\s*(?:filter|include)/i.test(readFileSync(path, "utf8"))
  })
}

/**
 * No link on any level: git prints what it finds in its own files, and a link can make that any other file. No pipe
 * either; a socket is allowed, for it belongs to git's own watcher, which is switched off. A folder with too many
 * entries to check counts as not plain: git packs its objects long before there are so many.
 */
function hasPlainEntries(folder: string): boolean {
  let left = MAX_ENTRIES
  const waiting = [folder]
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const entries = openFolder(at)
    try {
      for (let each = entries.readSync(); each !== null; each = entries.readSync()) {
        if (--left < 0 || !(each.isFile() || each.isDirectory() || each.isSocket())) return false
        if (each.isDirectory()) waiting.push(join(at, each.name))
      }
    } finally {
      entries.closeSync()
    }
  }
  return true
}

/** Read in pieces, so that a huge folder is read only as far as it is checked. */
function openFolder(path: string): Dir {
  return opendirSync(path, { bufferSize: 1024 })
}

const MAX_ENTRIES = 20_000
