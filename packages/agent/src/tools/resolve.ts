// A call that names server and tool apart -> the tool that is meant. Dialects that write both need it; where a name stands
// alone it is the tool's full name, and the registry is enough.
import { serverName } from "./mcp/names.ts"
import { type Registered, type Registry, unknownTool } from "./registry.ts"

/** What a model writes for tools that belong to no server; and what is meant when it names none. */
export const LOCAL = "local"

export type Resolved =
  | { readonly kind: "found"; readonly registered: Registered }
  /** For the model: what there is instead. */
  | { readonly kind: "missing"; readonly problem: string }

export function resolveTool(
  { server = "", tool }: { readonly server?: string; readonly tool: string },
  registry: Registry,
): Resolved {
  const asked = server.trim()
  const all = [...registry.byName.values()]
  const theirs = all.filter((each) => each.tool.origin !== undefined && isCalled(each.tool.origin.server, asked))
  if (theirs.length > 0) return theirsOr(theirs, asked, tool)
  if (asked !== "" && asked !== LOCAL) return missing(unknownServer(asked, all))
  const found = registry.byName.get(tool)
  // "local" and the full name of a server's tool: the name alone is clear enough.
  return found === undefined ? missing(unknownTool(tool, registry)) : { kind: "found", registered: found }
}

/** A name as a call carries it: the full one, or `server__tool` as a dialect joins what a model wrote apart. */
export function resolveName(name: string, registry: Registry): Resolved {
  const found = registry.byName.get(name)
  if (found !== undefined) return { kind: "found", registered: found }
  const [server, ...rest] = name.split("__")
  return rest.length === 0
    ? resolveTool({ tool: name }, registry)
    : resolveTool({ server: server ?? "", tool: rest.join("__") }, registry)
}

/** By the name its server gave it, or by the full one. */
function theirsOr(theirs: readonly Registered[], server: string, name: string): Resolved {
  const registered =
    theirs.find(({ tool }) => tool.origin?.tool === name) ?? theirs.find(({ tool }) => tool.name === name)
  if (registered !== undefined) return { kind: "found", registered }
  const names = theirs.map(({ tool }) => tool.origin?.tool ?? tool.name)
  return missing(`Server "${server}" has no tool "${name}". It has: ${names.join(", ")}.`)
}

/** As our names have it, or as the configuration spells it. */
function isCalled(key: string, asked: string): boolean {
  return asked !== "" && (key === asked || key === serverName(asked))
}

function unknownServer(server: string, all: readonly Registered[]): string {
  const keys = new Set(all.flatMap(({ tool }) => tool.origin?.server ?? []))
  return `There is no server "${server}". There are: ${[LOCAL, ...keys].join(", ")}.`
}

function missing(problem: string): Resolved {
  return { kind: "missing", problem }
}
