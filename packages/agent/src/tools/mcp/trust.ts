// A project's own servers are programs that somebody else chose: they start only after the user trusted the project, and a
// file that changed is another file.
import { createHash, randomUUID } from "node:crypto"
import { mkdir, readFile, realpath, rename, writeFile } from "node:fs/promises"
import { dirname } from "node:path"
import { isRecord } from "./config.ts"

export interface Trust {
  /** Did the user trust this folder with this file as it stands now? */
  isTrusted(folder: string, file: string): Promise<boolean>
  trust(folder: string, file: string): Promise<void>
}

/** `store`: the JSON file that remembers, real path to hash; private to the user. */
export function projectTrust(store: string): Trust {
  return {
    async isTrusted(folder, file) {
      const [known, path, hash] = await Promise.all([read(store), realpath(folder), hashOf(file)])
      return known[path]?.includes(hash) === true
    },
    async trust(folder, file) {
      const [known, path, hash] = await Promise.all([read(store), realpath(folder), hashOf(file)])
      const hashes = [...(known[path] ?? []).filter((each) => each !== hash), hash].slice(-MOST_KEPT)
      await write(store, { ...known, [path]: hashes })
    },
  }
}

// A project may hold more than one file, and people switch branches.
const MOST_KEPT = 20

type Known = Readonly<Record<string, readonly string[]>>

async function hashOf(file: string): Promise<string> {
  return createHash("sha256")
    .update(await readFile(file))
    .digest("hex")
}

/** A store that cannot be read trusts nobody. */
async function read(store: string): Promise<Known> {
  try {
    const stored: unknown = JSON.parse(await readFile(store, "utf8"))
    if (!isRecord(stored)) return {}
    const lists = Object.entries(stored).filter(([, hashes]) => Array.isArray(hashes))
    return Object.fromEntries(lists) as Known // Compared only, never run.
  } catch {
    return {}
  }
}

async function write(store: string, known: Known): Promise<void> {
  await mkdir(dirname(store), { recursive: true, mode: 0o700 })
  const draft = `${store}.${randomUUID()}`
  await writeFile(draft, `${JSON.stringify(known, null, 2)}\n`, { mode: 0o600 })
  await rename(draft, store)
}
