// The tools of all MCP servers as one source. One bad or slow server neither hides nor delays the others.
import type { FetchLike } from "@modelcontextprotocol/client"
import type { BytesPart, Part } from "../contracts/content.ts"
import type { KnownSecrets } from "../secrets/known-secrets.ts"
import type { ToolSource } from "../tools/tool.ts"
import { AllTools, type ToolsChange } from "./all-tools.ts"
import type { BrokenServer, McpServer } from "./config.ts"
import { entrySecrets } from "./entry-secrets.ts"
import { linkMaker } from "./link-maker.ts"
import type { McpPrompt } from "./prompts.ts"
import { forPeople } from "./prompts-and-resources.ts"
import { Readiness } from "./readiness.ts"
import type { RestartPolicy } from "./restart-policy.ts"
import type { ServerStatus } from "./server-link.ts"
import type { Timing } from "./supervisor.ts"
import { statusOfBroken, whyMissing } from "./why-missing.ts"

/** How MCP servers are started and supervised. */
export interface McpOptions {
  /** Where tool lists are kept. A server with a stored list starts only when one of its tools is called. */
  readonly cacheFolder?: string
  /** False: lists are written to the cache but not read from it, so every server is asked. */
  readonly readsCache?: boolean
  /** How long a stored list is used before its server is asked again. Default: no limit, or what the profile sets. */
  readonly maxListAgeMs?: number
  /** The limit for a server from its start to its list. */
  readonly startTimeoutMs?: number
  /** The limit for a call; an entry's own `timeoutMs` comes first. */
  readonly callTimeoutMs?: number
  /** The limit for a call whose server keeps reporting progress; an entry's own `maxTimeoutMs` comes first. */
  readonly maxCallTimeoutMs?: number
  /** When a server that failed is started again. */
  readonly restarts?: RestartPolicy
  /** Called with the server's key when it failed and is started again. */
  readonly onRestart?: (server: string) => void
  /** Where the stderr output of servers is kept, one file per server. */
  readonly logFolder?: string
  /** The clock; a test passes its own. */
  readonly clock?: Timing
  /** A server that writes more than this without a readable message is stopped. */
  readonly maxMessageBytes?: number
  /** For HTTP servers: proxies, certificates. */
  readonly fetch?: FetchLike
  /** Folders that are announced to servers. Default: the agent's workspace. */
  readonly roots?: readonly string[]
  /** Where logins to HTTP servers are kept, readable by their owner only. Without it, logging in is not possible. */
  readonly loginFolder?: string
  /** Entries that cannot be used: each appears as a server whose status says why. */
  readonly broken?: readonly BrokenServer[]
  /** The list to which the secrets of entries and logins are added; texts from servers are masked with it. */
  readonly secrets?: KnownSecrets
}

/** The tools of all MCP servers, and how each server is doing. */
export interface McpTools extends ToolSource {
  /** Resolves when the list of every server is known or has failed; never rejects. Servers without a stored list start. */
  ready(): Promise<void>
  /** Starts a server now and reads its list. */
  probe(key: string): Promise<ServerStatus | undefined>
  /** How each server is doing. */
  status(): readonly ServerStatus[]
  /** The end of what a server wrote to stderr. */
  log(key: string): string
  /** The prompts that servers offer. Starts the servers that have any, unless `onlyStarted` is set. */
  prompts(how?: { readonly onlyStarted?: boolean }): Promise<readonly McpPrompt[]>
  /** A prompt with its blanks filled in. */
  prompt(server: string, name: string, given?: Readonly<Record<string, string>>): Promise<readonly (Part | BytesPart)[]>
  /** The content of a server's resource at this address. */
  resource(server: string, uri: string): Promise<readonly (Part | BytesPart)[]>
  /** Calls the listener when `tools()` changes. Returns a function that stops listening. */
  onChange(listener: (change: ToolsChange) => void): () => void
  /** Ends every server and all processes it started. */
  close(): Promise<void>
}

export function mcpTools(servers: readonly McpServer[], options: McpOptions = {}): McpTools {
  const { clock = realTime, secrets } = options
  for (const secret of servers.flatMap((server) => entrySecrets(server))) secrets?.add(secret)
  const broken = (options.broken ?? []).map((each) => statusOfBroken(each, clock.now()))
  const all = new AllTools(servers, linkMaker(options, clock))
  const { links } = all
  const readiness = new Readiness(links)
  const statuses = () => [...links.map(({ status }) => status), ...broken]
  const linkOf = (key: string) => links.find(({ server }) => server.key === key)
  return {
    tools: () => all.list,
    group: "mcp",
    whyMissing: (called) => whyMissing(called, statuses(), clock.now()),
    whyChanged: (name) => all.whyChanged(name),
    ready: () => readiness.ready(),
    async probe(key) {
      const link = linkOf(key)
      await link?.probe()
      return link?.status ?? broken.find((each) => each.key === key)
    },
    ...forPeople(() => links),
    status: statuses,
    log: (key) => linkOf(key)?.log ?? "",
    onChange: (listener) => all.onChange(listener),
    async close() {
      await Promise.all(links.map((link) => link.close()))
    },
  }
}

/** Its timers do not keep a program alive that has nothing else to do. */
export const realTime: Timing = {
  now: () => Date.now(),
  after(ms, then) {
    const timer = setTimeout(then, ms).unref()
    return () => clearTimeout(timer)
  },
}
