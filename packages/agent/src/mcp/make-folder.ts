// A folder for its owner only, with those above it.
import { existsSync, mkdirSync } from "node:fs"
import { dirname } from "node:path"

/** One by one: Node's own way never returns where a folder cannot be made for good, as in /proc. */
export function makeFolder(path: string): void {
  if (existsSync(path)) return
  makeFolder(dirname(path))
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    // Another process may have been faster.
    if (!existsSync(path)) throw error
  }
}
