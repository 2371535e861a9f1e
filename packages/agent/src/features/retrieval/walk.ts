// Walks the files below a folder in order of their names, without following links, skipping what git ignores and what
// is hidden. A generator, so that the walk can pause at any point.
import { type Dirent, lstatSync, readdirSync, type Stats } from "node:fs"
import { join } from "node:path"
import type { GitIgnore } from "../../workspace/git-ignore.ts"
import { rulesAbove, withRulesOf } from "./git-ignore.ts"

export interface Entry {
  /** Relative to the folder, with "/". */
  readonly path: string
  readonly size: number
  /** Changes when the file does. */
  readonly stamp: string
}

/** Yields undefined now and then when there is no file, so that the caller can check the time. */
export function* walk(root: string): Generator<Entry | undefined> {
  const { rules, prefix } = rulesAbove(root)
  // The root must be readable; an unreadable folder below it is skipped.
  const open = [enter({ root, prefix, folder: "", rules }, readdirSync(root, { withFileTypes: true }))]
  for (let folder = open.at(-1); folder !== undefined; folder = open.at(-1)) {
    const entry = folder.entries.pop()
    if (entry === undefined) {
      open.pop()
      continue
    }
    const path = folder.folder === "" ? entry.name : `${folder.folder}/${entry.name}`
    if (!isWanted(entry) || folder.rules.ignores(prefix + path, entry.isDirectory())) continue
    if (entry.isFile()) yield entryOf(root, path)
    else if (open.length < MAX_DEPTH) {
      open.push(enter({ ...folder, folder: path }, entriesOf(join(root, path))))
      yield undefined
    }
  }
}

export function stampOf({ mtimeMs, ctimeMs, size, ino }: Stats): string {
  return `${mtimeMs}:${ctimeMs}:${size}:${ino}`
}

const MAX_DEPTH = 100

interface Folder {
  readonly root: string
  readonly prefix: string
  readonly folder: string
  readonly rules: GitIgnore
}

/** Entries in descending order of names, because they are taken from the end. */
function enter(folder: Folder, entries: readonly Dirent[]): Folder & { readonly entries: Dirent[] } {
  const hasRules = entries.some(({ name }) => name === ".gitignore")
  const place = `${folder.prefix}${folder.folder}`.replace(/\/$/, "")
  const file = join(folder.root, folder.folder, ".gitignore")
  return {
    ...folder,
    rules: hasRules ? withRulesOf(folder.rules, place, file) : folder.rules,
    entries: entries.toSorted((a, b) => (a.name < b.name ? 1 : -1)),
  }
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}

/**
 * node_modules is never meant. Hidden files and keys hold secrets, and the user does not ask for these quotes by name.
 */
function isWanted(entry: Dirent): boolean {
  if (entry.name.startsWith(".") || entry.name === "node_modules") return false
  return entry.isDirectory() || (entry.isFile() && !KEYS.test(entry.name))
}

const KEYS = /^id_(rsa|dsa|ecdsa|ed25519)|\.(pem|key|p12|pfx|keystore|jks|kdbx|asc|gpg)$/i

function entryOf(root: string, path: string): Entry | undefined {
  try {
    const stats = lstatSync(join(root, path))
    return stats.isFile() ? { path, size: stats.size, stamp: stampOf(stats) } : undefined
  } catch {
    // Gone since the folder was read, or its name is not valid text.
    return undefined
  }
}
