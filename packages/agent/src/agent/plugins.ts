// An agent's plugins, loaded only where there are any: their tools, their context providers, and the secrets nobody may hear.
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
  // One on standby may be offered later, and then it must not meet another.
  const taken = tools.find(({ name }) => plugins.names.includes(name))
  if (taken === undefined) return plugins
  throw new PawlError("tool-duplicate", `A tool of yours and one of a plugin are named "${taken.name}". Rename one.`)
}

/** A server and a plugin of one name could bring tools of one name, whenever the server lists another. */
export function refuseSameNames(plugins: Plugins, servers: readonly { readonly key: string }[]): void {
  const keys = new Set(servers.map(({ key }) => key))
  const both = plugins.status().find(({ name }) => keys.has(name))
  if (both === undefined) return
  throw new PawlError(
    "tool-duplicate",
    `The MCP server "${both.name}" and the plugin "${both.name}" (${both.place}) have one name. Rename the server.`,
  )
}

/** Theirs after ours; what any of them says goes into the prompt, so it is cleaned first. */
export function providersWith(own: readonly ContextProvider[], plugins: Plugins): readonly ContextProvider[] {
  const { clean } = plugins.secrets
  return [...own, ...plugins.providers].map((provider) => ({
    name: provider.name,
    ...(provider.isEligible !== undefined && {
      isEligible: (about) => cleaned(async () => provider.isEligible?.(about) ?? true),
    }),
    fetch: (about) => cleaned(async () => cleanValue(await provider.fetch(about), clean) as undefined), // The same shape.
  }))

  /** A failure's words are shown in the status. */
  async function cleaned<Value>(work: () => Promise<Value>): Promise<Value> {
    try {
      return await work()
    } catch (error) {
      throw new Error(clean(messageOf(error)))
    }
  }
}
