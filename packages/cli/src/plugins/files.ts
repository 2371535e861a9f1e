// Hashes the files of a project's plugins: the user's trust covers exactly this content.
import { createHash } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import { join, relative } from "node:path"
import { badConfig } from "../failure.ts"

const MAX_FILES = 5000

/** Path to hash. Only plain files can be trusted: links may lead out of the folder. */
export function filesIn(folder: string): Readonly<Record<string, string>> {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true })
  if (entries.length > MAX_FILES)
    throw badConfig(
      `"${folder}" holds more than ${MAX_FILES} files, which are too many to check. Remove those that no plugin needs.`,
    )
  const found = entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => {
      const path = join(entry.parentPath, entry.name)
      if (!entry.isFile())
        throw badConfig(
          `"${path}" is not a plain file. A project's plugins may contain only plain files: remove or replace it.`,
        )
      return [relative(folder, path), createHash("sha256").update(readFileSync(path)).digest("hex")] as const
    })
  return Object.fromEntries(found)
}
