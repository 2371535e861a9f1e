// Tool lists kept on disk by server identity, so that no server starts until one of its tools is called. An edited entry
// has a new identity and therefore no stored list.
import { createHash, randomUUID } from "node:crypto"
import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { isRecord, type McpServer } from "./config.ts"
import { type ListedTool, readListed } from "./listed-tool.ts"
import { makeFolder } from "./make-folder.ts"

const VERSION = 1

export interface ListCache {
  read(server: McpServer): readonly ListedTool[] | undefined
  /** When the list was written, in milliseconds. */
  writtenAt(server: McpServer): number | undefined
  write(server: McpServer, tools: readonly ListedTool[]): void
}

export function listCache(folder: string | undefined): ListCache {
  if (folder === undefined) return { read: () => undefined, writtenAt: () => undefined, write: () => {} }
  return {
    read(server) {
      try {
        const stored: unknown = JSON.parse(readFileSync(join(folder, fileOf(server)), "utf8"))
        return isRecord(stored) && stored.v === VERSION ? readListed(stored.tools) : undefined
      } catch {
        // Missing or damaged: the list is read from the server instead.
        return undefined
      }
    },
    writtenAt(server) {
      return statSync(join(folder, fileOf(server)), { throwIfNoEntry: false })?.mtimeMs
    },
    write(server, tools) {
      try {
        makeFolder(folder)
        const target = join(folder, fileOf(server))
        const draft = `${target}.${randomUUID()}`
        writeFileSync(draft, JSON.stringify({ v: VERSION, server: server.key, tools }), { mode: 0o600 })
        renameSync(draft, target)
        forgetOlder(folder, server)
      } catch {
        // A cache that cannot be written only costs time at the next start.
      }
    },
  }
}

/** Changes whenever the entry does, because another key may lead to another list of tools. A truncated hash of the whole
 * entry, so it reveals no secret. What we leave out ourselves does not change what the server lists. */
export function identityOf({ excludeTools: _ours, ...server }: McpServer): string {
  const whole =
    server.kind === "stdio"
      ? { ...server, env: inOrder(server.env) }
      : { ...server, headers: inOrder(server.headers), oauth: inOrder({ ...server.oauth }) }
  return createHash("sha256").update(JSON.stringify(whole)).digest("hex").slice(0, 24)
}

/** The same entry may be written in another order. */
function inOrder(values: Readonly<Record<string, unknown>>): readonly (readonly [string, unknown])[] {
  return Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1))
}

function fileOf(server: McpServer): string {
  return `${server.key}.${identityOf(server)}.json`
}

// Several projects may use the same name for different servers.
const MAX_KEPT = 20

/** Deletes lists of entries that were edited since; the newest are kept. */
function forgetOlder(folder: string, server: McpServer): void {
  const mine = readdirSync(folder).filter((file) => file.startsWith(`${server.key}.`) && file.endsWith(".json"))
  const age = (file: string) => statSync(join(folder, file)).mtimeMs
  const older = mine.sort((a, b) => age(b) - age(a)).slice(MAX_KEPT)
  for (const file of older) rmSync(join(folder, file), { force: true })
}
