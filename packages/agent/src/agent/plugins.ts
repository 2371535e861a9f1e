// An agent's plugins, loaded only if there are any: their tools, their context providers, and their secrets.
import { systemClock } from "../base/system-clock.ts"
import type { ContextProvider } from "../context/providers/provider.ts"
import { messageOf, PawlError } from "../contracts/error.ts"
import type { Plugins } from "../plugins/plugins.ts"
import { cleanValue } from "../tools/clean.ts"
import type { AgentOptions } from "./options.ts"

export async function pluginsOf(options: AgentOptions): Promise<Plugins> {
  const { plugins: given = [], pluginOptions = {}, clock = systemClock, workspace, tools = [] } = options
  const { loadPlugins } = await import("../plugins/plugins.ts")
  const plugins = await loadPlugins(given, pluginOptions, { clock, workspace })
  // A tool on standby may be offered later, and must not have the name of another tool then.
  const taken = tools.find(({ name }) => plugins.names.includes(name))
  if (taken === undefined) return plugins
  throw new PawlError(
    "tool-duplicate",
    `One of your tools and a tool of a plugin are both named "${taken.name}". Rename one of them.`,
  )
}

/**
 * A server and a plugin with the same name could bring tools with the same name, as soon as the
 * server lists another tool.
 */
export function refuseSameNames(plugins: Plugins, servers: readonly { readonly key: string }[]): void {
  const keys = new Set(servers.map(({ key }) => key))
  const both = plugins.status().find(({ name }) => keys.has(name))
  if (both === undefined) return
  throw new PawlError(
    "tool-duplicate",
    `The MCP server "${both.name}" and the plugin "${both.name}" (${both.place}) have the same name. Rename the server.`,
  )
}

/** The agent's own providers come first. Their output goes into the prompt, so secrets are removed from it. */
export function providersWith(own: readonly ContextProvider[], plugins: Plugins): readonly ContextProvider[] {
  const { clean } = plugins.secrets
  return [...own, ...plugins.providers].map((provider) => ({
    name: provider.name,
    ...(provider.isEligible !== undefined && {
      isEligible: (about) => cleaned(async () => provider.isEligible?.(about) ?? true),
    }),
    fetch: (about) => cleaned(async () => cleanValue(await provider.fetch(about), clean) as undefined), // Same shape.
  }))

  /** Error messages are shown in the status, so secrets are removed from them too. */
  async function cleaned<Value>(work: () => Promise<Value>): Promise<Value> {
    try {
      return await work()
    } catch (error) {
      throw new Error(clean(messageOf(error)))
    }
  }
}
