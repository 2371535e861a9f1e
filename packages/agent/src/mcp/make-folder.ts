// Makes a folder, and the folders above it, accessible to its owner only.
import { existsSync, mkdirSync } from "node:fs"
import { dirname } from "node:path"

/** One level at a time: Node's recursive mode never returns where a folder can never be made, as in /proc. */
export function makeFolder(path: string): void {
  if (existsSync(path)) return
  makeFolder(dirname(path))
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!existsSync(path)) throw error
  }
}
