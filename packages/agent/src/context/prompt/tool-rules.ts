// The prompt's text about the tools of this request, besides their definitions.
import type { ToolDefinition } from "../../contracts/model.ts"
import type { StandbyTool } from "../../contracts/toolbox.ts"
import type { State } from "../../kernel/state/state.ts"

/** The profile's rules, and how names of MCP tools are formed. Empty without tools. */
export function toolRules(rules: string | undefined, tools: readonly ToolDefinition[]): string {
  if (tools.length === 0) return ""
  return [rules ?? "", namespaceHint(tools)].filter((text) => text !== "").join("\n")
}

function namespaceHint(tools: readonly ToolDefinition[]): string {
  const servers = tools.flatMap(({ name }) => /^(.+?)__./.exec(name)?.[1] ?? [])
  if (servers.length === 0) return ""
  const names = [...new Set(servers)].sort().join(", ")
  return `- Tools named server__tool come from an MCP server; the part before "__" is the server's name. There are: ${names}.`
}

/** Lists withheld tools and tools on standby by name, so that the model can say what is needed. */
export function unavailableTools({ withheld }: Pick<State, "withheld">, standby: readonly StandbyTool[] = []): string {
  const names = [...new Set(withheld.map(({ tool }) => tool))].sort()
  const failing = names.map((name) => `- ${name}: it kept failing, and is not offered any more.`)
  // The tools of a plugin often lack the same thing.
  const byReason = Map.groupBy(standby, ({ why }) => why)
  const disabled = Array.from(byReason, ([why, tools]) => {
    const list = tools.map(({ name }) => name).sort()
    return `- ${list.join(", ")}: disabled, because ${why}. Calling ${list.length === 1 ? "it" : "them"} does nothing; the user has to settle that first.`
  })
  return [...failing, ...disabled.sort()].join("\n")
}
