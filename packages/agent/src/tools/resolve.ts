// The name in a call -> the tool that is meant: exactly, by the end of its name, by an alias, by its spelling. Two that may be
// meant are none: to run the wrong tool is worse than to ask again.
import { serverName } from "../mcp/names.ts"
import { type Aliases, aliasesOf } from "./aliases.ts"
import { type Registered, type Registry, unknownTool } from "./registry.ts"
import { isMisspelled, isSpelledAlike, nearest } from "./similar.ts"

/** What a model writes for tools that belong to no server; and what is meant when it names none. */
export const LOCAL = "local"

export type Resolved =
  /** `repair`: how the name differs from the one that was written. */
  | { readonly kind: "found"; readonly registered: Registered; readonly repair?: string }
  /** For the model: what there is instead. */
  | { readonly kind: "missing"; readonly problem: string }

export interface ResolveHow {
  readonly aliases?: Aliases
  /** The tools that the model was offered: only these are suggested. All there are unless given. */
  readonly offered?: () => ReadonlySet<string>
}

/** A name as a call carries it: the full one, or `server__tool` as a dialect joins what a model wrote apart. */
export function resolveName(name: string, registry: Registry, how: ResolveHow = {}): Resolved {
  const found = registry.byName.get(name)
  if (found !== undefined) return { kind: "found", registered: found }
  const [, server = "", sign = "", tool = ""] = /^(.+?)(__|[./:])(.+)$/s.exec(name) ?? []
  const isApart = sign === "__" || (sign !== "" && isServer(server, registry))
  return resolveTool(isApart ? { server, tool } : { tool: name }, registry, how)
}

export function resolveTool(
  { server = "", tool }: { readonly server?: string; readonly tool: string },
  registry: Registry,
  how: ResolveHow = {},
): Resolved {
  const asked = server.trim()
  const all = [...registry.byName.values()]
  const theirs = all.filter((each) => each.tool.origin !== undefined && isCalled(each.tool.origin.server, asked))
  if (theirs.length > 0) {
    const exact = theirs.find((each) => ownName(each) === tool) ?? theirs.find((each) => each.tool.name === tool)
    if (exact !== undefined) return { kind: "found", registered: exact }
    return meantBy(tool, { group: theirs, near: theirs }, how) ?? missing(noSuchTool(asked, tool, theirs, how))
  }
  if (asked !== "" && asked !== LOCAL) return missing(unknownServer(asked, all))
  const found = registry.byName.get(tool)
  // "local" and the full name of a server's tool: the name alone is clear enough.
  if (found !== undefined) return { kind: "found", registered: found }
  // A name without a server that is no tool's name says nothing of a server.
  const near = all.filter((each) => each.tool.origin === undefined)
  return meantBy(tool, { group: all, near }, how) ?? missing(unknownTool(tool, namesOf(all, how)))
}

/** Undefined when none of them can be meant. `near`: those that may be meant by a name that is spelled otherwise. */
function meantBy(
  name: string,
  { group, near }: { readonly group: readonly Registered[]; readonly near: readonly Registered[] },
  how: ResolveHow,
): Resolved | undefined {
  const called = group.filter((each) => ownName(each) === name)
  // What destroys something is run by its name, or not at all; and so is what may, where the name is another.
  const alike = group.filter((each) => isSpelledAlike(name, ownName(each)) && each.tool.risk !== "destructive")
  const misspelled = near.filter((each) => isMisspelled(name, ownName(each)) && !mayDestroy(each))
  const one = (found: readonly Registered[]) => only(name, found, how)
  return one(called) ?? byAlias(name, group, how) ?? one(alike) ?? one(misspelled)
}

/** A server that does not say what its tools do may mean anything. */
function mayDestroy({ tool }: Registered): boolean {
  return tool.risk === "destructive" || tool.risk === "unknown"
}

function byAlias(name: string, group: readonly Registered[], how: ResolveHow): Resolved | undefined {
  for (const alias of aliasesOf(name, how.aliases)) {
    const exact = group.filter((each) => each.tool.name === alias)
    const found = only(name, exact.length > 0 ? exact : group.filter((each) => ownName(each) === alias), how)
    if (found !== undefined) return found
  }
  return undefined
}

function only(name: string, found: readonly Registered[], how: ResolveHow): Resolved | undefined {
  const [first, ...others] = found
  if (first === undefined) return undefined
  if (others.length === 0) {
    return { kind: "found", registered: first, repair: `"${name}" is taken as "${first.tool.name}"` }
  }
  const names = nearest(name, namesOf(found, how), MAX_SUGGESTED)
  const which = names.length === 0 ? "" : `: ${names.join(", ")}`
  return missing(`"${name}" may mean one of several tools${which}. Call one of them by its full name.`)
}

const MAX_SUGGESTED = 3

function noSuchTool(server: string, name: string, theirs: readonly Registered[], how: ResolveHow): string {
  const names = theirs.filter((each) => isOffered(each, how)).map(ownName)
  const some = nearest(name, names, MAX_SUGGESTED)
  const which = names.length > some.length ? "The nearest are" : "It has"
  return `Server "${server}" has no tool "${name}".${some.length === 0 ? "" : ` ${which}: ${some.join(", ")}.`}`
}

/** What may be suggested: a name that the model was not given would be a surprise to everybody. */
function namesOf(found: readonly Registered[], how: ResolveHow): readonly string[] {
  return found.filter((each) => isOffered(each, how)).map(({ tool }) => tool.name)
}

function isOffered({ tool }: Registered, { offered }: ResolveHow): boolean {
  return offered === undefined || offered().has(tool.name)
}

/** As its server calls it. */
function ownName({ tool }: Registered): string {
  return tool.origin?.tool ?? tool.name
}

function isServer(name: string, { byName }: Registry): boolean {
  return name === LOCAL || [...byName.values()].some(({ tool }) => tool.origin && isCalled(tool.origin.server, name))
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
