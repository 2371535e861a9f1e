// A workspace as the server holds it: its agent may be replaced by one with other settings while turns run.
import { realpathSync } from "node:fs"
import type { Agent } from "@pawl/agent"
import type { Plugins } from "@pawl/agent/plugins"
import type { ManagedServers } from "./manage/mcp-servers.ts"
import { NONE_STORED } from "./manage/stored-servers.ts"
import type { Workspace } from "./workspaces.ts"

/** A workspace as the server holds it: its agent may be replaced by one with other settings. */
export interface HeldWorkspace extends Workspace {
  /** What its agent has of what the store holds of its MCP servers, as text. */
  storedServers: string
  /** The agent before finishes the turns that it runs, and ends. */
  renew(agent: Agent): Promise<void>
}

/** Longer than any turn. */
const A_WEEK_MS = 7 * 24 * 60 * 60 * 1000

export class Held implements HeldWorkspace {
  readonly name: string
  readonly folder?: string
  readonly profiles: readonly string[]
  readonly models: readonly string[]
  readonly maxFiles?: number
  readonly servers?: ManagedServers
  readonly plugins?: () => Promise<Plugins>
  readonly issues?: NonNullable<Workspace["issues"]>
  agent: Agent
  storedServers: string
  /** Agents that still finish turns. */
  readonly #before = new Set<Agent>()

  constructor({ folder, ...given }: Workspace) {
    Object.assign(this, given, folder === undefined ? {} : { folder: realpathSync(folder) })
    const { name, agent, profiles, models } = given
    this.name = name
    this.agent = agent
    this.profiles = profiles
    this.models = models
    listen(agent)
    this.storedServers = JSON.stringify(given.servers?.stored ?? NONE_STORED)
  }

  async renew(agent: Agent): Promise<void> {
    listen(agent)
    const { agent: before } = this
    this.agent = agent
    this.#before.add(before)
    void before.close({ deadlineMs: A_WEEK_MS }).finally(() => this.#before.delete(before))
  }

  async close(deadlineMs: number): Promise<void> {
    const late = new Promise((resolve) => setTimeout(resolve, deadlineMs).unref())
    const before = [...this.#before].map((agent) => agent.close())
    await Promise.all([this.agent.close({ deadlineMs }), Promise.race([Promise.allSettled(before), late])])
  }
}

/** Clients of the server read the inbox: the library need not warn that the process itself waits for nobody. */
function listen(agent: Agent): void {
  // Reading it once tells the agent so. What is in it does not matter here.
  agent.requests({ owner: "" }).catch(() => {})
}
