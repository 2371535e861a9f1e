// Which of an agent's tools a child gets, by its kind; and what else a child may do.
import type { Delegated } from "../../contracts/delegation.ts"
import { type OnlyTools, onlyTools, restricted } from "../../tools/only-tools.ts"
import { effectOf, type Tool, type ToolSource } from "../../tools/tool.ts"
import { type Delegation, type DelegationLimits, delegationOf, kindOf } from "./kinds.ts"

/** Not only what is offered: a tool that the agent or the child's kind excludes does not exist for it. */
export function sourcesFor(
  all: readonly ToolSource[],
  delegated: Delegated | undefined,
  options: Delegation & { readonly onlyTools?: OnlyTools },
): readonly ToolSource[] {
  const sources = onlyTools(all, options.onlyTools)
  const tools = toolsOf(delegated, options)
  if (tools === "all") return sources
  const isWanted = (name: string, tool: Tool) => (tools === "read" ? effectOf(tool) === "read" : tools.includes(name))
  return sources.map((source) => restricted(source, isWanted))
}

/** The limits within which a session may delegate; undefined where it may not. */
export function mayDelegate(delegated: Delegated | undefined, options: Delegation): DelegationLimits | undefined {
  const limits = delegationOf(options)
  if (limits === undefined || (delegated?.depth ?? 0) >= limits.maxDepth) return undefined
  const tools = toolsOf(delegated, options)
  // A child must not be able to delegate what it may not do itself.
  return tools === "all" || (tools !== "read" && tools.includes("delegate")) ? limits : undefined
}

/** A question changes nothing: only a list of tools can exclude it. */
export function mayAsk(delegated: Delegated | undefined, options: Delegation): boolean {
  const tools = toolsOf(delegated, options)
  return typeof tools === "string" || tools.includes("ask_user")
}

/** A kind that no longer exists does not allow everything. */
function toolsOf(delegated: Delegated | undefined, options: Delegation) {
  if (delegated === undefined) return "all"
  const { tools = "all" } = kindOf(delegated, options) ?? { tools: "read" as const }
  return tools
}
