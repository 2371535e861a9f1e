// What stands in a project's plugins, file by file: trust is in exactly that.
import { createHash } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import { join, relative } from "node:path"
import { badConfig } from "../failure.ts"

const MAX_FILES = 5000

/** Path to hash. What cannot be looked at cannot be trusted: links lead out of the folder, and anywhere. */
export function filesIn(folder: string): Readonly<Record<string, string>> {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true })
  if (entries.length > MAX_FILES)
    throw badConfig(`"${folder}" holds more than ${MAX_FILES} files: too many to look at. Remove what no plugin needs.`)
  const found = entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => {
      const path = join(entry.parentPath, entry.name)
      if (!entry.isFile()) throw badConfig(`"${path}" is no plain file, and a project's plugins may hold nothing else.`)
      return [relative(folder, path), createHash("sha256").update(readFileSync(path)).digest("hex")] as const
    })
  return Object.fromEntries(found)
}
