// Files of a folder for a menu, found by letters of their names.
import { readdirSync } from "node:fs"
import { join } from "node:path"

const MAX_FILES = 5000
const MAX_OFFERED = 30
const SKIPPED = new Set(["node_modules", ".git", "dist", "build", "target", ".venv", "__pycache__"])

/** The letters in their order, close together and late in the path first: people type the name of a file. */
export function filesFor(typed: string, files: readonly string[]): readonly string[] {
  const wanted = typed.toLowerCase()
  const rated = files.flatMap((path) => {
    const rate = rateOf(path.toLowerCase(), wanted)
    return rate === undefined ? [] : [{ path, rate }]
  })
  return rated
    .sort((a, b) => a.rate - b.rate || a.path.length - b.path.length || (a.path < b.path ? -1 : 1))
    .slice(0, MAX_OFFERED)
    .map(({ path }) => path)
}

/** Smaller is better; undefined: the letters are not there. */
function rateOf(path: string, wanted: string): number | undefined {
  if (wanted === "") return path.split("/").length
  const name = path.slice(path.lastIndexOf("/", path.length - 2) + 1)
  if (name.startsWith(wanted)) return 0
  const at = path.indexOf(wanted)
  if (at >= 0) return 1
  let from = 0
  let gaps = 0
  for (const letter of wanted) {
    const found = path.indexOf(letter, from)
    if (found < 0) return undefined
    gaps += found - from
    from = found + 1
  }
  return 2 + gaps
}

/** Relative to the folder, level by level, so that the nearest are known in a folder with too many files. */
export function filesIn(folder: string): readonly string[] {
  const found: string[] = []
  const open = [""]
  for (let parent = open.shift(); parent !== undefined && found.length < MAX_FILES; parent = open.shift()) {
    for (const { name, isFolder } of entriesOf(join(folder, parent))) {
      if (SKIPPED.has(name)) continue
      found.push(`${parent}${name}${isFolder ? "/" : ""}`)
      if (isFolder) open.push(`${parent}${name}/`)
    }
  }
  return found
}

function entriesOf(folder: string): readonly { readonly name: string; readonly isFolder: boolean }[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).map((entry) => ({
      name: entry.name,
      isFolder: entry.isDirectory(),
    }))
  } catch {
    return []
  }
}
