// Lines that run unasked: every command in them is known to look only, and every path leads to somewhere in the workspace.
import { type Dir, lstatSync, opendirSync, readFileSync, realpathSync } from "node:fs"
import { dirname, join, relative, sep } from "node:path"
import { homesIn } from "./home-folders.ts"
import { type KnownWords, knownWords } from "./known-words.ts"
import { hasSecretFiles, isSecretFile } from "./secret-files.ts"
import { isSecretPath } from "./secret-paths.ts"
import { readShellLine } from "./shell-words.ts"

/** By its words alone: what it does is known. Where its paths lead is not looked at. */
export function isKnownLine(line: string): boolean {
  return commandsOf(line) !== undefined
}

/** What may name a file in a line that is known; undefined of any other. */
export function wordsBesidePatterns(line: string): readonly string[] | undefined {
  return commandsOf(line)?.flatMap(({ paths, others }) => [...others, ...paths])
}

/** `root`: the workspace, in which the line is run. */
export function isHarmlessLine(line: string, root: string): boolean {
  // There everything would lie in the workspace.
  if (root === "/") return false
  const commands = commandsOf(line)
  if (commands?.every((command) => staysInside(root, command, { leavesOut: true })) !== true) return false
  // There a search would go through what is nobody's business, and by far not all of it has a name that says so.
  if (commands.some(({ searches }) => searches !== undefined) && homesIn(root).length > 0) return false
  return !commands.some(({ isGit }) => isGit) || isPlainRepository(root)
}

/** Also for what somebody allowed by its first words. `leavesOut`: while it runs it passes by files with names of secrets. */
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
 * With all links followed, it is in the workspace and no secret. What is not there yet is where the last folder on its way is
 * that is there.
 */
function leadsToPlain(root: string, path: string): boolean {
  const top = realPath(root)
  if (top === undefined) return true
  for (let at = join(top, path); ; at = dirname(at)) {
    const real = realPath(at)
    // Seen from the workspace: how the folders above it are called says nothing of the file.
    if (real !== undefined)
      return real === top || (real.startsWith(`${top}${sep}`) && !isSecretFile(top, relative(top, real)))
    // A link that leads nowhere may lead somewhere in a moment.
    if (isThere(at)) return false
  }
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path)
  } catch {
    return undefined
  }
}

function isThere(path: string): boolean {
  try {
    lstatSync(path)
    return true
  } catch {
    return false
  }
}

/**
 * A repository of the user's own in the workspace itself. What git runs follows from its files: most of that is switched off
 * when it runs, but not filters, whose names nobody knows, nor what other files are included for.
 */
export function isPlainRepository(root: string): boolean {
  const folder = join(root, ".git")
  try {
    const parts = [folder, ...["objects", "refs"].map((name) => join(folder, name))].map((each) => lstatSync(each))
    const isOwn = parts.every((each) => each.isDirectory() && each.uid === process.getuid?.())
    const led = ["commondir", "objects/info/alternates", "objects/info/http-alternates"]
    if (!isOwn || led.some((name) => isThere(join(folder, name)))) return false
    return hasPlainConfig(folder) && hasPlainEntries(folder)
  } catch {
    return false
  }
}

function hasPlainConfig(folder: string): boolean {
  return ["config", "config.worktree"].every((name) => {
    const path = join(folder, name)
    if (!isThere(path)) return true
    return lstatSync(path).isFile() && !/\[\s*(?:filter|include)/i.test(readFileSync(path, "utf8"))
  })
}

/**
 * No link on any level: git prints what it finds in its own files, and a link makes that a file of somebody else. Nor a pipe;
 * but a socket, which is that of git's own watcher, and switched off. Where there is too much to look at, nobody knows: git
 * packs its objects long before there are so many.
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

/** Read piece by piece: of a folder without end no more than is looked at. */
function openFolder(path: string): Dir {
  return opendirSync(path, { bufferSize: 1024 })
}

const MAX_ENTRIES = 20_000
