// The tools of all MCP servers as one source. One bad or slow server neither hides nor delays the others.
import type { FetchLike } from "@modelcontextprotocol/client"
import type { Tool, ToolSource } from "../tool.ts"
import type { McpServer } from "./config.ts"
import { listCache } from "./list-cache.ts"
import { effectOf, type ListedTool, toTool } from "./listed-tool.ts"
import { toolNames } from "./names.ts"
import { ServerLink, type ServerStatus } from "./server-link.ts"

export interface McpOptions {
  /** Where tool lists are kept. With a list at hand no server starts until one of its tools is called. */
  readonly cacheFolder?: string
  /** From start to list, a server. */
  readonly startTimeoutMs?: number
  /** A call; an entry's own `timeoutMs` comes first. */
  readonly callTimeoutMs?: number
  /** A server that writes more than this without a readable message is stopped. */
  readonly maxMessageBytes?: number
  /** For HTTP servers: proxies, certificates. */
  readonly fetch?: FetchLike
}

export interface McpTools extends ToolSource {
  /** Resolves when the list of every server is known or has failed; never rejects. Servers without a stored list start. */
  ready(): Promise<void>
  /** Starts a server now and reads its list. */
  probe(key: string): Promise<ServerStatus | undefined>
  status(): readonly ServerStatus[]
  /** The end of what a server wrote to stderr. */
  log(key: string): string
  /** Hears when `tools()` has become another list. Returns how to stop listening. */
  onChange(listener: (change: ToolsChange) => void): () => void
  /** Ends every server and all it started. */
  close(): Promise<void>
}

export interface ToolsChange {
  readonly server: string
  readonly added: readonly string[]
  readonly removed: readonly string[]
}

export function mcpTools(servers: readonly McpServer[], options: McpOptions = {}): McpTools {
  const { startTimeoutMs = 30_000, callTimeoutMs = 30_000, maxMessageBytes = 64 * 2 ** 20 } = options
  const limits = { startTimeoutMs, callTimeoutMs, maxMessageBytes, ...(options.fetch && { fetch: options.fetch }) }
  const cache = listCache(options.cacheFolder)
  const listeners = new Set<(change: ToolsChange) => void>()
  const sources = servers.map((server) => {
    const link: ServerLink = new ServerLink(server, { ...limits, cache, onListed: () => update(source) })
    const source: Source = { link, known: new Map(), tools: [] }
    source.tools = toolsOf(source)
    return source
  })
  let tools = sources.flatMap((source) => source.tools)
  let readying: Promise<void> | undefined

  function update(source: Source): void {
    const before = source.tools
    source.tools = toolsOf(source)
    tools = sources.flatMap((each) => each.tools)
    const change = {
      server: source.link.server.key,
      added: namesOnlyIn(source.tools, before),
      removed: namesOnlyIn(before, source.tools),
    }
    for (const listener of listeners) listener(change)
  }

  return {
    tools: () => tools,
    ready() {
      readying ??= Promise.all(sources.map(({ link }) => (link.isKnown ? undefined : link.probe()))).then(() => {})
      return readying
    },
    async probe(key) {
      const link = sources.find((source) => source.link.server.key === key)?.link
      await link?.probe()
      return link?.status
    },
    status: () => sources.map(({ link }) => link.status),
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

function namesOnlyIn(these: readonly Tool[], those: readonly Tool[]): readonly string[] {
  const known = new Set(those.map(({ name }) => name))
  return these.map(({ name }) => name).filter((name) => !known.has(name))
}

interface Source {
  readonly link: ServerLink
  /** By their listing: a tool that did not change stays the same object, and its schema stays compiled. */
  known: Map<string, Tool>
  tools: readonly Tool[]
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
    const listing = JSON.stringify([name, listed])
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
    timeoutMs: link.callTimeoutMs,
    run: (input, context) => link.call({ tool: listed.name, effect, arguments: input }, context),
  })
}
