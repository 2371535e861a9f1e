// The keys of providers that the user typed at the first start: in a file that only the owner can read. The environment wins.

import { readJsonObject } from "../config/read-file.ts"
import { type Folders, files } from "../folders.ts"
import { world } from "../world.ts"

/** Puts the kept keys where the library looks for keys, so that they are masked like those of the environment. */
export function useKeptKeys(folders: Folders): void {
  const kept = readJsonObject(files.keys(folders), "file of keys", { isPrivate: true }) ?? {}
  const env = world().env as Record<string, string | undefined> // The process's own, or one that a test made.
  for (const [name, key] of Object.entries(kept))
    if ((env[name] ?? "") === "" && typeof key === "string") env[name] = key
}
