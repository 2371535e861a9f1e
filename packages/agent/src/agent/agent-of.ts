// Builds the public `Agent` for a runtime: each method is passed on to the part that does the work.
import { PawlError } from "../contracts/error.ts"
import type { Toolbox } from "../contracts/toolbox.ts"
import { withSchemaNotes } from "../mcp/schema-notes.ts"
import type { ServerStatus } from "../mcp/server-link.ts"
import type { Agent } from "./agent.ts"
import type { AgentParts } from "./parts.ts"
import type { Runtime } from "./runtime.ts"
import { storedSessions } from "./stored-sessions.ts"

/** `tools`: the toolbox of new sessions. */
export function agentOf(runtime: Runtime, tools: Toolbox): Agent {
  const { parts } = runtime.setup
  return {
    open: (options) => runtime.open(options),
    close: (how) => runtime.close(how),
    evict: (id) => runtime.runner.evict(id),
    tools: async () => {
      await parts.ready()
      return tools.definitions()
    },
    servers: () => serversOf(parts, tools),
    ...mcpFor(parts),
    plugins: () => parts.plugins?.status() ?? [],
    approvalModes: runtime.handle.approvalModes ?? [],
    clean: (text) => parts.secrets?.clean(text) ?? text,
    [Symbol.asyncDispose]: () => runtime.close(),
    requests: async (query) => {
      runtime.news.unheard?.seen()
      return (await import("../session/request-inbox.ts")).requestsIn(parts.store, query)
    },
    usage: async (query) => (await import("../session/usage-of.ts")).usageOf(parts.store, query),
    sessions: { ...storedSessions(runtime.setup), get: (id, whose) => runtime.get(id, whose) },
  }
}

/** Does not wait for tool lists: some may still be missing. */
function serversOf(parts: AgentParts, tools: Toolbox): readonly ServerStatus[] {
  const servers = parts.servers()
  if (servers.length === 0) return servers
  const { sentOtherwise = () => [] } = parts.models[0] ?? {}
  const serverOf = (name: string) => tools.serverOf?.(name)
  return withSchemaNotes(servers, { definitions: tools.definitions(), serverOf, sentOtherwise })
}

function mcpFor({ mcp, ready }: AgentParts): Pick<Agent, "prompts" | "prompt" | "resource"> {
  const servers = async () => {
    await ready()
    if (mcp === undefined)
      throw new PawlError("config-invalid", "This agent has no MCP servers. Configure them with the option `mcp`.")
    return mcp
  }
  return {
    prompts: async (how) => (mcp === undefined ? [] : (await servers()).prompts(how)),
    prompt: async (server, name, given) => (await servers()).prompt(server, name, given),
    resource: async (server, uri) => (await servers()).resource(server, uri),
  }
}
