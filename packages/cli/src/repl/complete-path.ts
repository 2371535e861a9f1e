// Tab completion after an @: the paths that begin with what is typed.
import { readdirSync } from "node:fs"
import { homedir } from "node:os"
import { join, resolve } from "node:path"

const MAX_OFFERED = 200

/** In the form of the line editor: the candidates, and the end of the line that they replace. */
export function completePath(line: string, folder: string): [string[], string] {
  // Without quotes a space ends the word.
  const [typed, quoted, bare = ""] = /(?<=^|[\s(])@(?:["']([^"'\n]*)|([^\s"']*))$/.exec(line) ?? []
  if (typed === undefined) return [[], line]
  const path = quoted ?? bare
  const at = path.lastIndexOf("/") + 1
  const [parent, begun] = [path.slice(0, at), path.slice(at)]
  const names = entriesOf(resolve(folder, parent.startsWith("~/") ? join(homedir(), parent.slice(2)) : parent))
    .filter((name) => name.startsWith(begun) && (begun !== "" || !name.startsWith(".")))
    .slice(0, MAX_OFFERED)
  return [names.map((name) => spelled(parent + name)), typed]
}

function entriesOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name))
      .sort()
  } catch {
    return []
  }
}

/** As a mention that is read again as this path. A folder gets no closing quote, so that the user can type on. */
export function spelled(path: string): string {
  if (!/[\s"'()]/.test(path)) return `@${path}`
  return path.endsWith("/") ? `@"${path}` : `@"${path}"`
}
