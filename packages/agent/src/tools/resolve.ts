// Resolves the name in a call to a tool: exact name, name without the server, alias, then spelling. If two tools match,
// none is chosen: running the wrong tool is worse than asking the model again.

import { nearest } from "../base/nearest.ts"
import { serverName } from "../mcp/names.ts"
import { type Aliases, aliasesOf } from "./aliases.ts"
import { type Registered, type Registry, unknownTool } from "./registry.ts"
import { isMisspelled, isSpelledAlike } from "./similar.ts"

/** The server name that models write for tools without a server; also assumed when they name no server. */
export const LOCAL = "local"

export type Resolved =
  | Found
  /** `problem`: for the model, with the names it can use instead. */
  | { readonly kind: "missing"; readonly problem: string }

/** `repair`: describes how the tool's name differs from the name in the call. */
export interface Found {
  readonly kind: "found"
  readonly registered: Registered
  readonly repair?: string
}

export interface ResolveHow {
  readonly aliases?: Aliases | undefined
  /** The tools that the model was offered: only these are suggested. Default: all tools. */
  readonly offered?: (() => ReadonlySet<string>) | undefined
}

/** Takes the name as it stands in a call: the full name, or `server__tool` where a dialect joined two fields. */
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
  // "local" with the full name of a server's tool: the name alone is clear.
  if (found !== undefined) return { kind: "found", registered: found }
  // A misspelled name without a server is compared only with tools that belong to no server.
  const near = all.filter((each) => each.tool.origin === undefined)
  return meantBy(tool, { group: all, near }, how) ?? missing(unknownTool(tool, namesOf(all, how)))
}

/** Undefined when no tool of the group matches. `near`: the tools that a misspelled name may match. */
function meantBy(
  name: string,
  { group, near }: { readonly group: readonly Registered[]; readonly near: readonly Registered[] },
  how: ResolveHow,
): Resolved | undefined {
  const called = group.filter((each) => ownName(each) === name)
  // A destructive tool is never chosen by spelling. A tool that may be destructive is not chosen by a misspelled name.
  const alike = group.filter((each) => isSpelledAlike(name, ownName(each)) && each.tool.risk !== "destructive")
  const misspelled = near.filter((each) => isMisspelled(name, ownName(each)) && !mayDestroy(each))
  const one = (found: readonly Registered[]) => unambiguous(name, found, how)
  return one(called) ?? byAlias(name, group, how) ?? one(alike) ?? one(misspelled)
}

/** An unknown risk counts as destructive: the server does not say what the tool does. */
function mayDestroy({ tool }: Registered): boolean {
  return tool.risk === "destructive" || tool.risk === "unknown"
}

function byAlias(name: string, group: readonly Registered[], how: ResolveHow): Resolved | undefined {
  for (const alias of aliasesOf(name, how.aliases)) {
    const exact = group.filter((each) => each.tool.name === alias)
    const found = unambiguous(name, exact.length > 0 ? exact : group.filter((each) => ownName(each) === alias), how)
    if (found !== undefined) return found
  }
  return undefined
}

function unambiguous(name: string, found: readonly Registered[], how: ResolveHow): Resolved | undefined {
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

/** The names that may be suggested: only offered tools, because the model was not given the other names. */
function namesOf(found: readonly Registered[], how: ResolveHow): readonly string[] {
  return found.filter((each) => isOffered(each, how)).map(({ tool }) => tool.name)
}

function isOffered({ tool }: Registered, { offered }: ResolveHow): boolean {
  return offered === undefined || offered().has(tool.name)
}

/** The tool's name on its server. */
function ownName({ tool }: Registered): string {
  return tool.origin?.tool ?? tool.name
}

function isServer(name: string, { byName }: Registry): boolean {
  return name === LOCAL || [...byName.values()].some(({ tool }) => tool.origin && isCalled(tool.origin.server, name))
}

/** Accepts the server's key as tool names contain it, and as the configuration spells it. */
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
