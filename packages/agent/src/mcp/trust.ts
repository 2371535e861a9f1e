// A project's servers are programs that someone else chose. They start only after the user trusted the project with exactly
// these servers; if the servers change, the user is asked again.
import { createHash, randomUUID } from "node:crypto"
import { mkdir, readFile, realpath, rename, writeFile } from "node:fs/promises"
import { dirname } from "node:path"
import { isRecord } from "./config.ts"

/** Remembers which folders the user trusts with which servers. */
export interface Trust {
  /** Whether the user trusts this folder with these servers. `servers`: the entries of all its files together. */
  isTrusted(folder: string, servers: unknown): Promise<boolean>
  /** Remembers that the user trusts this folder with these servers. */
  trust(folder: string, servers: unknown): Promise<void>
}

/**
 * Makes a memory of trusted folders. `store`: the JSON file that maps real paths to hashes; private to the user.
 *
 * @example
 * ```ts
 * import { readFileSync } from "node:fs"
 * import { projectTrust } from "@pawl/agent/mcp"
 *
 * const trust = projectTrust("trusted.json")
 * const { mcpServers } = JSON.parse(readFileSync(".mcp.json", "utf8"))
 * if (!(await trust.isTrusted(".", mcpServers))) throw new Error("Ask the user first, then call trust.trust(...)")
 * ```
 */
export function projectTrust(store: string): Trust {
  return {
    async isTrusted(folder, servers) {
      const [known, path] = await Promise.all([read(store), realpath(folder)])
      return known[path]?.includes(printOf(servers)) === true
    },
    async trust(folder, servers) {
      const [known, path] = await Promise.all([read(store), realpath(folder)])
      const print = printOf(servers)
      const prints = [...(known[path] ?? []).filter((each) => each !== print), print].slice(-MAX_KEPT)
      await write(store, { ...known, [path]: prints })
    },
  }
}

// Several, because people switch branches.
const MAX_KEPT = 20

type Known = Readonly<Record<string, readonly string[]>>

/** A hash of the parsed entries: formatting and the order of keys do not matter. */
function printOf(servers: unknown): string {
  return createHash("sha256")
    .update(JSON.stringify(inOrder(servers)))
    .digest("hex")
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder)
  if (!isRecord(value)) return value
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([key, each]) => [key, inOrder(each)]))
}

/** A store that cannot be read trusts no folder. */
async function read(store: string): Promise<Known> {
  try {
    const stored: unknown = JSON.parse(await readFile(store, "utf8"))
    if (!isRecord(stored)) return {}
    const lists = Object.entries(stored).filter(([, prints]) => Array.isArray(prints))
    return Object.fromEntries(lists) as Known // Only compared, never run.
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
