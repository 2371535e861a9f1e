// Finds the entry module of a plugin: a file, the index of a folder, or the module that a package names.
import { readFileSync, statSync } from "node:fs"
import { dirname, isAbsolute, join, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { isObject } from "../base/is-object.ts"
import { PawlError } from "../contracts/error.ts"

/** `from`: relative paths start there, and packages are looked for from there upwards. */
export function findEntry(given: string, from: string): string {
  const path = given.startsWith("file:") ? fileURLToPath(given) : given
  if (!/^[./\\]/.test(path) && !isAbsolute(path)) return entryIn(packageFolder(path, from))
  const full = resolve(from, path)
  const stats = statSync(full, { throwIfNoEntry: false })
  if (stats === undefined) throw missing(`There is no plugin at "${full}". Check the path.`)
  return stats.isDirectory() ? entryIn(full) : full
}

export const ENTRIES: readonly string[] = ["index", "main"].flatMap((name) =>
  ["mjs", "js", "ts", "mts"].map((ending) => `${name}.${ending}`),
)

function entryIn(folder: string): string {
  const named = namedIn(folder)
  const entry = named === undefined ? ENTRIES.find((name) => isFile(join(folder, name))) : named
  if (entry !== undefined && isFile(join(folder, entry))) return join(folder, entry)
  const wanted = named === undefined ? `one of ${ENTRIES.join(", ")}, or "pawl" in its package.json` : `"${named}"`
  throw missing(`The plugin folder "${folder}" has no entry: expected ${wanted}.`)
}

/** "pawl" in package.json: a path, or an object with one. Without it, the package's normal entry. */
function namedIn(folder: string): string | undefined {
  const { pawl, exports, main } = readPackage(folder)
  const plugin = isObject(pawl) ? pawl.plugin : pawl
  const known = [plugin, exportOf(exports), main].find((each) => typeof each === "string")
  return typeof known === "string" ? known : undefined
}

function exportOf(exports: unknown): unknown {
  if (!isObject(exports)) return exports
  const root: unknown = exports["."] ?? exports
  return isObject(root) ? (root.import ?? root.default) : root
}

function readPackage(folder: string): Readonly<Record<string, unknown>> {
  const path = join(folder, "package.json")
  if (!isFile(path)) return {}
  try {
    const read: unknown = JSON.parse(readFileSync(path, "utf8"))
    return isObject(read) ? read : {}
  } catch (error) {
    throw missing(`"${path}" is not valid JSON: ${error instanceof Error ? error.message : error}.`)
  }
}

function packageFolder(name: string, from: string): string {
  for (let folder = resolve(from); ; folder = dirname(folder)) {
    const path = join(folder, "node_modules", name)
    if (isFile(join(path, "package.json"))) return path
    if (dirname(folder) === folder) break
  }
  throw missing(
    `There is no package "${name}" in node_modules, from "${from}" upwards. Install it there, or begin a path with "./".`,
  )
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true
}

function missing(message: string): PawlError {
  return new PawlError("config-invalid", message)
}
