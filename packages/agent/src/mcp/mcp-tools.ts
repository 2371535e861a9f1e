// The tools of all MCP servers as one source. One bad or slow server neither hides nor delays the others.
import type { FetchLike } from "@modelcontextprotocol/client"
import { defined } from "../base/defined.ts"
import type { BytesPart, Part } from "../contracts/content.ts"
import type { KnownSecrets } from "../secrets/known-secrets.ts"
import type { Tool, ToolSource } from "../tools/tool.ts"
import type { BrokenServer, McpServer } from "./config.ts"
import { entrySecrets } from "./entry-secrets.ts"
import { forPeople } from "./for-people.ts"
import { listCache } from "./list-cache.ts"
import { effectOf, type ListedTool, toTool } from "./listed-tool.ts"
import { toolNames } from "./names.ts"
import { offersCache } from "./offers.ts"
import type { McpPrompt } from "./prompts.ts"
import { resourceTools } from "./resources.ts"
import { RESTARTS, type RestartPolicy } from "./restart-policy.ts"
import { ServerLink, type ServerStatus } from "./server-link.ts"
import { noLog, serverLog } from "./server-log.ts"
import type { Timing } from "./supervisor.ts"
import { verifierOf, verifyingTool } from "./verify-effect.ts"
import { statusOfBroken, whyMissing } from "./why-missing.ts"
import { hideSecrets } from "./words.ts"

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

export interface McpTools extends ToolSource {
  /** Resolves when the list of every server is known or has failed; never rejects. Servers without a stored list start. */
  ready(): Promise<void>
  /** Starts a server now and reads its list. */
  probe(key: string): Promise<ServerStatus | undefined>
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

export interface ToolsChange {
  readonly server: string
  readonly added: readonly string[]
  readonly removed: readonly string[]
  /** As in `MCP server "x" announced another list`. */
  readonly why: string
}

export function mcpTools(servers: readonly McpServer[], options: McpOptions = {}): McpTools {
  const { startTimeoutMs = 30_000, callTimeoutMs = 30_000, maxMessageBytes = 64 * 2 ** 20 } = options
  const { maxCallTimeoutMs = 600_000, restarts = RESTARTS, clock = realTime, logFolder } = options
  const limits = {
    startTimeoutMs,
    callTimeoutMs,
    maxCallTimeoutMs,
    maxMessageBytes,
    restarts,
    clock,
    ...defined({ maxListAgeMs: options.maxListAgeMs }),
    ...(options.fetch && { fetch: options.fetch }),
    ...(options.roots && { roots: options.roots }),
    ...defined({ loginFolder: options.loginFolder }),
    ...(options.secrets && { onSecret: options.secrets.add }),
  }
  for (const secret of servers.flatMap(entrySecrets)) options.secrets?.add(secret)
  const broken = (options.broken ?? []).map((each) => statusOfBroken(each, clock.now()))
  const logOf = (server: McpServer) =>
    logFolder === undefined ? noLog : serverLog(logFolder, server.key, (text) => hideSecrets(text, server))
  const stored = listCache(options.cacheFolder)
  const cache = options.readsCache === false ? { ...stored, read: () => undefined } : stored
  const offers = offersCache(options.cacheFolder)
  const listeners = new Set<(change: ToolsChange) => void>()
  const sources = servers.map((server) => {
    const link: ServerLink = new ServerLink(server, {
      ...limits,
      cache,
      offers,
      log: logOf(server),
      onListed: (why) => update(source, why),
    })
    const source: Source = { link, known: new Map(), tools: [], changed: new Map() }
    source.tools = toolsOf(source)
    return source
  })
  const withResources = together(sources)
  let tools = withResources()
  let readying: Promise<void> | undefined
  let renewing: Promise<void> | undefined

  function update(source: Source, what: string): void {
    const before = source.tools
    source.tools = toolsOf(source)
    const now = withResources()
    // The same list stays the same array: nobody has to look at it again.
    if (now.length === tools.length && now.every((tool, index) => tool === tools[index])) return
    tools = now
    const { key } = source.link.server
    const why = `MCP server "${key}" ${what}`
    const [added, removed] = [namesOnlyIn(source.tools, before), namesOnlyIn(before, source.tools)]
    for (const name of [...added, ...removed]) source.changed.set(name, why)
    const change = { server: key, added, removed, why }
    for (const listener of listeners) listener(change)
  }

  /** Whoever asks while it is done waits for the same. */
  function renewed(links: readonly ServerLink[]): Promise<void> {
    const renew = () => Promise.all(links.map((link) => (link.isOld ? link.renew() : undefined)))
    renewing ??= renew().then(() => {
      renewing = undefined
    })
    return renewing
  }

  function statuses(): readonly ServerStatus[] {
    return [...sources.map(({ link }) => link.status), ...broken]
  }

  return {
    tools: () => tools,
    group: "mcp",
    whyMissing: (called) => whyMissing(called, statuses(), clock.now()),
    whyChanged: (name) => sources.map(({ changed }) => changed.get(name)).find((why) => why !== undefined),
    ready() {
      const links = sources.map(({ link }) => link)
      readying ??= Promise.all(links.map((link) => (link.isKnown ? undefined : link.probe()))).then(() => {})
      const isRenewed = renewing !== undefined || links.some(({ isOld }) => isOld)
      return isRenewed ? readying.then(() => renewed(links)) : readying
    },
    async probe(key) {
      const link = sources.find((source) => source.link.server.key === key)?.link
      await link?.probe()
      return link?.status ?? broken.find((each) => each.key === key)
    },
    ...forPeople(() => sources.map(({ link }) => link)),
    status: statuses,
    log: (key) => sources.find(({ link }) => link.server.key === key)?.link.log ?? "",
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async close() {
      await Promise.all(sources.map(({ link }) => link.close()))
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

/** The tools of all servers, and those for what they offer to read. They stay the same ones as long as the servers do. */
function together(sources: readonly Source[]): () => readonly Tool[] {
  let known: readonly ServerLink[] = []
  let reading: readonly Tool[] = []
  return () => {
    const links = sources.map(({ link }) => link).filter((link) => link.offers("resources"))
    if (links.length !== known.length)
      reading = resourceTools(links.map(({ server, ask }) => ({ server: server.key, ask })))
    known = links
    return [...sources.flatMap((source) => source.tools), ...reading]
  }
}

function namesOnlyIn(these: readonly Tool[], those: readonly Tool[]): readonly string[] {
  const known = new Set(those.map(({ name }) => name))
  return these.map(({ name }) => name).filter((name) => !known.has(name))
}

interface Source {
  readonly link: ServerLink
  /** By their listing: a tool that did not change stays the same object, and its schema stays compiled. */
  known: Map<string, Tool>
  tools: readonly Tool[]
  /** Why a tool came or went, by its name. */
  readonly changed: Map<string, string>
}

function toolsOf(source: Source): readonly Tool[] {
  const { link } = source
  const names = toolNames(
    link.server.key,
    link.listed.map(({ name }) => name),
  )
  const next = new Map<string, Tool>()
  for (const listed of link.listed) {
    const name = names.get(listed.name) ?? listed.name
    const listing = JSON.stringify([name, listed, verifyingTool(link)])
    next.set(listing, source.known.get(listing) ?? makeTool(link, listed, name))
  }
  source.known = next
  return [...next.values()]
}

function makeTool(link: ServerLink, listed: ListedTool, name: string): Tool {
  const effect = effectOf(listed.annotations)
  return toTool(listed, {
    name,
    server: link.server.key,
    // A server elsewhere has a file system of its own.
    ...(link.server.kind === "stdio" && { localPaths: { isSupposed: true } }),
    ...link.limitsOf(listed.name),
    ...(effect === "once" && verifierOf(link)),
    run: (input, context) => link.call({ tool: listed.name, effect, arguments: input }, context),
  })
}
