// Writes a configuration file: atomically, because another process may be reading it, and with its own indentation.
import { randomUUID } from "node:crypto"
import { readFileSync, realpathSync, renameSync, statSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"
import { badConfig } from "../failure.ts"
import { makeFolder } from "../folders.ts"
import type { Tree } from "./read-file.ts"

export function writeJsonFile(path: string, file: Tree): void {
  makeFolder(dirname(path), "configuration")
  try {
    const { target, mode, indent } = existing(path)
    const draft = `${target}.${randomUUID()}`
    writeFileSync(draft, `${JSON.stringify(file, null, indent)}\n`, { mode })
    renameSync(draft, target)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw badConfig(`"${path}" cannot be written: ${why}. Make it writable for this user.`, error)
  }
}

/** A new file may hold keys, so only its owner can read it. */
function existing(path: string): { readonly target: string; readonly mode: number; readonly indent: string } {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats === undefined) return { target: path, mode: 0o600, indent: "  " }
  const [, indent = "  "] = /^\s*\{\r?\n([ \t]+)"/.exec(readFileSync(path, "utf8")) ?? []
  // Write to the target of a link, so that the link stays.
  return { target: realpathSync(path), mode: stats.mode & 0o777, indent }
}
