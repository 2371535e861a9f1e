// Tool lists kept on disk by server identity, so that nothing starts until a tool is called. An edited entry has another
// identity and finds nothing.
import { createHash, randomUUID } from "node:crypto"
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { redact } from "../../contracts/redact.ts"
import { isRecord, type McpServer } from "./config.ts"
import { type ListedTool, readListed } from "./listed-tool.ts"

const VERSION = 1

export interface ListCache {
  read(server: McpServer): readonly ListedTool[] | undefined
  write(server: McpServer, tools: readonly ListedTool[]): void
}

export function listCache(folder: string | undefined): ListCache {
  if (folder === undefined) return { read: () => undefined, write: () => {} }
  return {
    read(server) {
      try {
        const stored: unknown = JSON.parse(readFileSync(join(folder, fileOf(server)), "utf8"))
        return isRecord(stored) && stored.v === VERSION ? readListed(stored.tools) : undefined
      } catch {
        // Missing or damaged: the server is asked instead.
        return undefined
      }
    },
    write(server, tools) {
      try {
        mkdirSync(folder, { recursive: true, mode: 0o700 })
        const target = join(folder, fileOf(server))
        const draft = `${target}.${randomUUID()}`
        writeFileSync(draft, JSON.stringify({ v: VERSION, server: server.key, tools }), { mode: 0o600 })
        renameSync(draft, target)
        forgetOlder(folder, server)
      } catch {
        // A cache that cannot be written costs time at the next start, nothing else.
      }
    },
  }
}

/** Changes whenever the entry does, but holds no secret: not even the hash of one. */
export function identityOf(server: McpServer): string {
  const plain =
    server.kind === "stdio"
      ? { ...server, args: server.args.map(redact), env: withoutSecrets(server.env) }
      : { ...server, url: redact(server.url), headers: Object.keys(server.headers).sort() }
  return createHash("sha256").update(JSON.stringify(plain)).digest("hex").slice(0, 24)
}

const SECRET_NAME = /key|token|secret|pass|auth|cred|cookie|session/i

function withoutSecrets(env: Readonly<Record<string, string>>): readonly (readonly [string, string])[] {
  const shown = ([name, value]: [string, string]) => [name, SECRET_NAME.test(name) ? "" : redact(value)] as const
  return Object.entries(env)
    .map(shown)
    .sort(([a], [b]) => (a < b ? -1 : 1))
}

function fileOf(server: McpServer): string {
  return `${server.key}.${identityOf(server)}.json`
}

function forgetOlder(folder: string, server: McpServer): void {
  const older = (file: string) => file.startsWith(`${server.key}.`) && file !== fileOf(server)
  for (const file of readdirSync(folder).filter(older)) rmSync(join(folder, file), { force: true })
}
