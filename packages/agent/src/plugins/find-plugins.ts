// The plugins in a folder: one for each folder or module in it. Helpers are passed over.
import { readdirSync } from "node:fs"
import { join } from "node:path"

/** Paths, in the order of their names. A folder that is not there has none. */
export function findPlugins(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => !isHelper(entry.name) && (!entry.isFile() || isModule(entry.name)))
      .map(({ name }) => join(folder, name))
      .sort()
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "")) return []
    throw error
  }
}

/** Beginning with "_" or ".", tests, and what belongs to packages. */
function isHelper(name: string): boolean {
  return /^[._]/.test(name) || /\.(test|spec|d)\./.test(name) || name === "node_modules"
}

function isModule(name: string): boolean {
  return /\.(mjs|js|ts|mts)$/.test(name)
}
