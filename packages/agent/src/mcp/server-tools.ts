// The tools of one server, made from its list, and why a tool was added or removed.
import type { Tool } from "../tools/tool.ts"
import { effectOf, type ListedTool, toTool } from "./listed-tool.ts"
import { toolNames } from "./names.ts"
import type { ServerLink } from "./server-link.ts"
import { verifierOf, verifyingTool } from "./verify-effect.ts"

export class ServerTools {
  readonly link: ServerLink
  /** By listing: an unchanged tool stays the same object, and its schema stays compiled. */
  #known: ReadonlyMap<string, Tool> = new Map()
  #tools: readonly Tool[]
  /** Why a tool was added or removed, by its name. */
  readonly #changed = new Map<string, string>()

  constructor(link: ServerLink) {
    this.link = link
    this.#tools = this.#made()
  }

  get tools(): readonly Tool[] {
    return this.#tools
  }

  whyChanged(name: string): string | undefined {
    return this.#changed.get(name)
  }

  /** Updates the tools to what the server lists now. */
  refresh(): { readonly added: readonly string[]; readonly removed: readonly string[] } {
    const before = this.#tools
    this.#tools = this.#made()
    return { added: namesOnlyIn(this.#tools, before), removed: namesOnlyIn(before, this.#tools) }
  }

  noteWhy(names: readonly string[], why: string): void {
    for (const name of names) this.#changed.set(name, why)
  }

  #made(): readonly Tool[] {
    const { link } = this
    const names = toolNames(
      link.server.key,
      link.usable.map(({ name }) => name),
    )
    const next = new Map<string, Tool>()
    for (const listed of link.listed) {
      const name = names.get(listed.name) ?? listed.name
      const listing = JSON.stringify([name, listed, verifyingTool(link)])
      next.set(listing, this.#known.get(listing) ?? makeTool(link, listed, name))
    }
    this.#known = next
    return [...next.values()]
  }
}

function namesOnlyIn(these: readonly Tool[], those: readonly Tool[]): readonly string[] {
  const known = new Set(those.map(({ name }) => name))
  return these.map(({ name }) => name).filter((name) => !known.has(name))
}

function makeTool(link: ServerLink, listed: ListedTool, name: string): Tool {
  const effect = effectOf(listed.annotations)
  return toTool(listed, {
    name,
    server: link.server.key,
    // A remote server has its own file system.
    ...(link.server.kind === "stdio" && { localPaths: { isSupposed: true } }),
    ...link.limitsOf(listed.name),
    ...(effect === "once" && verifierOf(link)),
    run: (input, context) => link.call({ tool: listed.name, effect, arguments: input }, context),
  })
}
