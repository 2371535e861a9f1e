// The tools of a server for people to look at: what each is called, what it does, and whether it is offered.
import { defined } from "../base/defined.ts"
import type { EffectClass, Risk } from "../contracts/fact.ts"
import type { McpServer } from "./config.ts"
import { effectOf, type ListedTool, riskOf } from "./listed-tool.ts"
import { toolNames } from "./names.ts"

/** A tool of an MCP server. */
export interface ServerTool {
  /** What the server calls it. */
  readonly name: string
  /** What models call it. */
  readonly calledAs: string
  /** What the server says of it. */
  readonly description: string
  /** What a call of it does to the world. */
  readonly effect: EffectClass
  /** How grave a call of it is, where the server says so. */
  readonly risk?: Risk
  /** The entry leaves it out (`excludeTools`). */
  readonly isExcluded: boolean
}

export function serverTools(
  { key, excludeTools = [] }: McpServer,
  listed: readonly ListedTool[],
): readonly ServerTool[] {
  const names = toolNames(
    key,
    listed.map(({ name }) => name),
  )
  return listed.map(({ name, description = "", annotations }) => {
    const risk = riskOf(annotations)
    const calledAs = names.get(name) ?? name
    const isExcluded = excludeTools.includes(name)
    return { name, calledAs, description, effect: effectOf(annotations), ...defined({ risk }), isExcluded }
  })
}
