// Commands that list what the model may use: tools, MCP servers, plugins.
import { serversOf } from "../agent/servers.ts"
import { lineOf, stateText } from "../mcp/mcp.ts"
import { statusText } from "../plugins/text.ts"
import { named, short } from "../terminal/plain.ts"
import type { ReplCommand, Room } from "./command.ts"

export const TOOL_COMMANDS: readonly ReplCommand[] = [
  { name: "/tools", usage: "/tools", summary: "list the tools", run: tools },
  {
    name: "/mcp",
    usage: "/mcp",
    summary: "list the MCP servers and their state",
    details: '"pawl mcp" adds, tests and removes servers, and shows their logs.',
    isUsable: async ({ conversation }) => (await serversOf(conversation.settings)).length > 0,
    run: mcp,
  },
  {
    name: "/plugins",
    usage: "/plugins",
    summary: "list the plugins, their settings, and what is missing",
    isUsable: async ({ conversation }) => conversation.opened.agent.plugins().length > 0,
    run: plugins,
  },
]

async function tools({ conversation, terminal }: Room): Promise<void> {
  for (const { name, description } of await conversation.opened.agent.tools()) {
    terminal.tell(`  ${named(name).padEnd(24)} ${short(description, 90)}`)
  }
}

/** Settings may have changed: asking for the tools makes the agent read them again. */
async function plugins({ conversation, terminal }: Room): Promise<void> {
  const { agent } = conversation.opened
  await agent.tools()
  const all = agent.plugins()
  if (all.length === 0) terminal.tell('There are no plugins. "pawl plugins new NAME" writes one to start from.')
  for (const status of all) terminal.tell(statusText(status))
}

async function mcp({ conversation, terminal }: Room): Promise<void> {
  const servers = await serversOf(conversation.settings)
  const statuses = new Map(conversation.opened.agent.servers().map((status) => [status.key, status]))
  if (servers.length === 0)
    terminal.tell("No MCP servers are configured. Put them into .mcp.json, or start with --mcp-config FILE.")
  for (const server of servers) {
    const status = statuses.get(server.key)
    terminal.tell(`  ${lineOf(server)}${status === undefined ? "" : `\n    ${stateText(status)}`}`)
  }
}
