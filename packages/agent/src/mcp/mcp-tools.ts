// The tools of all MCP servers as one source. One bad or slow server neither hides nor delays the others.
import type { FetchLike } from "@modelcontextprotocol/client"
import type { BytesPart, Part } from "../contracts/content.ts"
import type { KnownSecrets } from "../secrets/known-secrets.ts"
import type { ToolSource } from "../tools/tool.ts"
import { AllTools, type ToolsChange } from "./all-tools.ts"
import type { BrokenServer, McpServer } from "./config.ts"
import { entrySecrets } from "./entry-secrets.ts"
import { forPeople } from "./for-people.ts"
import { linkMaker } from "./link-maker.ts"
import type { McpPrompt } from "./prompts.ts"
import { Readiness } from "./readiness.ts"
import type { RestartPolicy } from "./restart-policy.ts"
import type { ServerStatus } from "./server-link.ts"
import type { Timing } from "./supervisor.ts"
import { statusOfBroken, whyMissing } from "./why-missing.ts"

/** How MCP servers are started and looked after. */
export interface McpOptions {
  /** Where tool lists are kept. With a list at hand no server starts until one of its tools is called. */
  readonly cacheFolder?: string
  /** False: lists are written there, and every server is asked. */
  readonly readsCache?: boolean
  /** A stored list counts for so long, then its server is asked; for ever unless given, or as the profile says. */
  readonly maxListAgeMs?: number
  /** From start to list, a server. */
  readonly startTimeoutMs?: number
  /** A call; an entry's own `timeoutMs` comes first. */
  readonly callTimeoutMs?: number
  /** A call whose server reports progress gets its time anew, up to this in all; an entry's own `maxTimeoutMs` comes first. */
  readonly maxCallTimeoutMs?: number
  /** When a server that failed is started again. */
  readonly restarts?: RestartPolicy
  /** Where what servers write to stderr is kept, a file each. */
  readonly logFolder?: string
  /** The time; a test hands in its own. */
  readonly clock?: Timing
  /** A server that writes more than this without a readable message is stopped. */
  readonly maxMessageBytes?: number
  /** For HTTP servers: proxies, certificates. */
  readonly fetch?: FetchLike
  /** Folders that servers are told of: the agent's workspace, unless you say otherwise. */
  readonly roots?: readonly string[]
  /** Where logins to HTTP servers are kept, for their owner only. Without it nobody can log in. */
  readonly loginFolder?: string
  /** Entries that cannot be used: each is a server with a status that says why. */
  readonly broken?: readonly BrokenServer[]
  /** The list that the secrets of entries and logins are added to, for whoever cleans what servers say. */
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
  /** What servers suggest to say. Servers that have any are started for it, unless only those that run are wanted. */
  prompts(how?: { readonly onlyStarted?: boolean }): Promise<readonly McpPrompt[]>
  /** A prompt with its blanks filled in. */
  prompt(server: string, name: string, given?: Readonly<Record<string, string>>): Promise<readonly (Part | BytesPart)[]>
  /** What a server has to read at this address. */
  resource(server: string, uri: string): Promise<readonly (Part | BytesPart)[]>
  /** Hears when `tools()` has become another list. Returns how to stop listening. */
  onChange(listener: (change: ToolsChange) => void): () => void
  /** Ends every server and all it started. */
  close(): Promise<void>
}

export function mcpTools(servers: readonly McpServer[], options: McpOptions = {}): McpTools {
  const { clock = realTime, secrets } = options
  for (const secret of servers.flatMap(entrySecrets)) secrets?.add(secret)
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

/** A timer of ours keeps no program alive that has nothing else to do. */
export const realTime: Timing = {
  now: () => Date.now(),
  after(ms, then) {
    const timer = setTimeout(then, ms).unref()
    return () => clearTimeout(timer)
  },
}
