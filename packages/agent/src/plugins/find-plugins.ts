// Finds the plugins in a folder: one for each subfolder or module. Helper files are skipped.
import { readdirSync } from "node:fs"
import { join } from "node:path"

/** The paths of the plugins in a folder, in the order of their names. A missing folder has none. */
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

/** Names that begin with "_" or ".", tests, type declarations and node_modules. */
function isHelper(name: string): boolean {
  return /^[._]/.test(name) || /\.(test|spec|d)\./.test(name) || name === "node_modules"
}

function isModule(name: string): boolean {
  return /\.(mjs|js|ts|mts)$/.test(name)
}
