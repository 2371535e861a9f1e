// Visits the files below a folder in order of their names, without following links and without files that git ignores.
import type { Dirent } from "node:fs"
import { readdir } from "node:fs/promises"
import { join } from "node:path"
import { readWhole } from "../confined/files.ts"
import { type Place, withFolder, withPlace } from "../confined/open-folder.ts"
import { namesOf, type Workspace } from "../confined/workspace.ts"
import { GitIgnore } from "../git-ignore.ts"

/** Returns whether to go on. */
export type Visit = (place: Place) => Promise<boolean>

const MAX_RULE_BYTES = 1024 * 1024
const MAX_DEPTH = 100

export async function walk(workspace: Workspace, start: string, visit: Visit): Promise<void> {
  const names = namesOf(workspace, start)
  let ignored = await rulesIn(workspace, ".git/info/exclude", "", new GitIgnore())
  for (let depth = 0; depth < names.length; depth++) {
    const folder = names.slice(0, depth).join("/")
    ignored = await rulesIn(workspace, join(folder, ".gitignore"), folder, ignored)
    // An ignored folder that the caller names is searched all the same.
    if (ignored.ignores(names.slice(0, depth + 1).join("/"), true)) ignored = new GitIgnore()
  }
  await walkFolder(names.join("/"), { workspace, visit, ignored, depth: 0 })
}

interface Walking {
  readonly workspace: Workspace
  readonly visit: Visit
  readonly ignored: GitIgnore
  readonly depth: number
}

async function walkFolder(folder: string, walking: Walking): Promise<boolean> {
  const { workspace, visit, depth } = walking
  if (depth > MAX_DEPTH) return true
  const ignored = await rulesIn(workspace, join(folder, ".gitignore"), folder, walking.ignored)
  return withFolder(workspace, folder || ".", async (path) => {
    const entries = await readdir(path, { withFileTypes: true })
    for (const entry of entries.sort(byName)) {
      const shown = folder === "" ? entry.name : `${folder}/${entry.name}`
      if (entry.name === ".git" || ignored.ignores(shown, entry.isDirectory())) continue
      const goesOn = entry.isDirectory()
        ? await walkFolder(shown, { ...walking, ignored, depth: depth + 1 }).catch(() => true) // Not readable, or deleted meanwhile.
        : !entry.isFile() || (await visit({ shown, folder: path, path: join(path, entry.name) }))
      if (!goesOn) return false
    }
    return true
  })
}

function byName(a: Dirent, b: Dirent): number {
  return a.name < b.name ? -1 : 1
}

async function rulesIn(workspace: Workspace, path: string, folder: string, above: GitIgnore): Promise<GitIgnore> {
  try {
    const { bytes } = await withPlace(workspace, path, (place) => readWhole(place, MAX_RULE_BYTES))
    return above.with(folder, bytes.toString("utf8"))
  } catch {
    // There are no rules here, or they cannot be read.
    return above
  }
}
