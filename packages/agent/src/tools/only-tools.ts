// The `onlyTools` option: restricts an agent to some of its tools. The others do not exist for it.
import { defined } from "../base/defined.ts"
import { isNamed } from "../base/is-named.ts"
import type { Tool, ToolSource } from "./tool.ts"

/** Names of tools, prefixes ("server__*"), or a group: "builtin", "mcp". An empty list means no tools at all. */
export type OnlyTools = readonly string[]

export function onlyTools(sources: readonly ToolSource[], only: OnlyTools | undefined): readonly ToolSource[] {
  if (only === undefined) return sources
  return sources.map((source) => {
    if (source.group !== undefined && only.includes(source.group)) return source
    return restricted(source, (name) => isNamed(name, only))
  })
}

/** Whether the list may select anything of a group, by the group's name or by a tool's. */
export function mayInclude(group: "builtin" | "mcp", only: OnlyTools | undefined): boolean {
  return only === undefined || only.some((each) => each === group || (each !== "builtin" && each !== "mcp"))
}

/** What is wrong with an `onlyTools` value, for a message. */
export function onlyToolsProblem(only: unknown): string | undefined {
  if (only === undefined) return undefined
  const isFine = Array.isArray(only) && only.every((each) => typeof each === "string" && each !== "")
  return isFine ? undefined : 'onlyTools: a list of names, "builtin" or "mcp"; an empty one for no tools'
}

/** Returns the same array for as long as the source does, so that callers can detect changes by identity. */
export function restricted(source: ToolSource, isWanted: (name: string, tool: Tool) => boolean): ToolSource {
  let last: { readonly all: readonly Tool[]; readonly wanted: readonly Tool[] } | undefined
  return {
    tools() {
      const all = source.tools()
      if (last?.all !== all) last = { all, wanted: all.filter((tool) => isWanted(tool.name, tool)) }
      return last.wanted
    },
    ...(source.whyChanged && { whyChanged: (name: string) => source.whyChanged?.(name) }),
    ...(source.whyMissing && { whyMissing: (name: string) => source.whyMissing?.(name) }),
    ...defined({ isProven: source.isProven }),
  }
}
