// What a prompt says about the tools of this request, besides their definitions.
import type { ToolDefinition } from "../../contracts/model.ts"
import type { State } from "../../state/state.ts"

/** The profile's rules, and how names of MCP tools are made. Nothing where there is no tool. */
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

export function unavailableTools({ withheld }: State): string {
  const names = [...new Set(withheld.map(({ tool }) => tool))].sort()
  return names.map((name) => `- ${name}: it kept failing, and is not offered any more.`).join("\n")
}
