// The tools of all servers in one list, with the tools that read their resources. Notifies listeners when the list changes.
import type { Tool } from "../tools/tool.ts"
import type { McpServer } from "./config.ts"
import { resourceTools } from "./resources.ts"
import type { ServerLink } from "./server-link.ts"
import { ServerTools } from "./server-tools.ts"

/** Which tools came and went. */
export interface ToolsChange {
  readonly server: string
  readonly added: readonly string[]
  readonly removed: readonly string[]
  /** The reason, as in `MCP server "x" announced another list`. */
  readonly why: string
}

/** `onListed` is called with what the server did when its list may have changed: "announced another list". */
export type MakeLink = (server: McpServer, onListed: (what: string) => void) => ServerLink

export class AllTools {
  readonly #servers: readonly ServerTools[]
  readonly #listeners = new Set<(change: ToolsChange) => void>()
  #list: readonly Tool[]
  /** The servers that offer resources, and the tools that read them. The tools are made anew only when the servers change. */
  #readable = ""
  #reading: readonly Tool[] = []

  constructor(servers: readonly McpServer[], linkTo: MakeLink) {
    this.#servers = servers.map((server) => {
      const tools: ServerTools = new ServerTools(linkTo(server, (what) => this.#update(tools, what)))
      return tools
    })
    this.#list = this.#together()
  }

  get links(): readonly ServerLink[] {
    return this.#servers.map(({ link }) => link)
  }

  get list(): readonly Tool[] {
    return this.#list
  }

  whyChanged(name: string): string | undefined {
    return this.#servers.map((tools) => tools.whyChanged(name)).find((why) => why !== undefined)
  }

  onChange(listener: (change: ToolsChange) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #update(tools: ServerTools, what: string): void {
    const { added, removed } = tools.refresh()
    const now = this.#together()
    // An unchanged list stays the same array, so that callers can compare by identity.
    if (now.length === this.#list.length && now.every((tool, index) => tool === this.#list[index])) return
    this.#list = now
    const { key } = tools.link.server
    const why = `MCP server "${key}" ${what}`
    tools.noteWhy([...added, ...removed], why)
    const change = { server: key, added, removed, why }
    for (const listener of this.#listeners) listener(change)
  }

  #together(): readonly Tool[] {
    const links = this.links.filter((link) => link.offers("resources"))
    const readable = links.map(({ server }) => server.key).join("\n")
    if (readable !== this.#readable)
      this.#reading = resourceTools(links.map(({ server, ask }) => ({ server: server.key, ask })))
    this.#readable = readable
    return [...this.#servers.flatMap(({ tools }) => tools), ...this.#reading]
  }
}
