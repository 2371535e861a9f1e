// A server whose MCP servers admins manage while it runs: Eve and Max are admins, Ann is a user.
import { mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type AgentOptions, createAgent, type McpConfig } from "../../../packages/agent/src/index.ts"
import { person, type Running, running } from "../../../packages/server/src/__fixtures__/ops-server.ts"
import { serversWith } from "../../../packages/server/src/manage/stored-servers.ts"

export interface ManagingHow {
  readonly model: NonNullable<AgentOptions["model"]>
  /** Whether admins may add programs. */
  readonly commands?: boolean
  readonly configured?: McpConfig["mcpServers"]
  /** Another process on the same database. */
  readonly folder?: string
}

export async function managing({ model, commands = true, configured = {}, folder }: ManagingHow): Promise<Running> {
  const place = folder ?? mkdtempSync(join(tmpdir(), "pawl-mcp-"))
  const options = {
    cacheFolder: join(place, "lists"),
    logFolder: join(place, "logs"),
    loginFolder: join(place, "logins"),
  }
  const agent = { model, approve: "auto", run: "all" } satisfies Partial<AgentOptions>
  const made: Running = await running({
    folder: place,
    agent: { ...agent, mcp: { mcpServers: configured }, mcpOptions: options },
    people: { eve: person("eve", "admin"), max: person("max", "admin"), ann: person("ann", "user") },
    server: { lookEveryMs: 50 },
    workspace: {
      servers: {
        configured,
        commands,
        options,
        renew: (stored) =>
          createAgent({
            ...agent,
            store: made.store,
            mcp: { mcpServers: serversWith(configured, stored) },
            mcpOptions: options,
          }),
      },
    },
  })
  return made
}
