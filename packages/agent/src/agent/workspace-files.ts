// Files of a workspace for a menu: those that a person may mention, and those that fit what the person typed.

/**
 * The paths of files in a folder, relative to it: without links, what git ignores, and what may hold secrets by its name. At most
 * so many; 20,000 unless given.
 *
 * @example
 * ```ts
 * import { matchingPaths, workspaceFiles } from "@pawl/agent/sessions"
 *
 * const paths = await workspaceFiles(".")
 * console.log(matchingPaths(paths, "readme", 10))
 * ```
 */
export async function workspaceFiles(folder: string, most = 20_000): Promise<readonly string[]> {
  const { listFiles } = await import("../workspace/search/list-files.ts")
  return listFiles(folder, most)
}

/** The paths that fit a text, best first: by the file's name, then anywhere in the path, then by letters in this order. */
export function matchingPaths(paths: readonly string[], text: string, limit: number): readonly string[] {
  const wanted = text.toLowerCase()
  const ranked = paths.flatMap((path) => {
    const rank = rankOf(path.toLowerCase(), wanted)
    return rank < 0 ? [] : [{ path, rank }]
  })
  ranked.sort((a, b) => a.rank - b.rank || a.path.length - b.path.length || (a.path < b.path ? -1 : 1))
  return ranked.slice(0, limit).map(({ path }) => path)
}

/** From the best way to fit to the worst. */
const FITS: readonly ((path: string, name: string, wanted: string) => boolean)[] = [
  (path, name, wanted) => name === wanted || path === wanted,
  (_path, name, wanted) => name.startsWith(wanted),
  (_path, name, wanted) => name.includes(wanted),
  (path, _name, wanted) => path.includes(wanted),
  (path, _name, wanted) => hasLetters(path, wanted),
]

function rankOf(path: string, wanted: string): number {
  const name = path.slice(path.lastIndexOf("/") + 1)
  return FITS.findIndex((fits) => fits(path, name, wanted))
}

function hasLetters(path: string, wanted: string): boolean {
  let from = 0
  for (const letter of wanted) {
    from = path.indexOf(letter, from) + 1
    if (from === 0) return false
  }
  return true
}
