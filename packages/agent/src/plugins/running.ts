// One plugin in use: its tools wrapped as Pawl tools, its context providers, and its current availability.
import type { Json } from "../contracts/json.ts"
import { toolNames } from "../mcp/names.ts"
import type { Tool, ToolContext } from "../tools/tool.ts"
import type { Availability, AvailabilityPorts } from "./availability.ts"
import type { CheckedPlugin } from "./check-plugin.ts"
import { contextFor } from "./context.ts"
import type { Need, PluginTool, ProviderAbout, ToolRun } from "./plugin.ts"
import { toTool } from "./to-tool.ts"

export interface Running {
  readonly checked: CheckedPlugin
  /** From the plugin's tool names to Pawl's. */
  readonly names: ReadonlyMap<string, string>
  /** The same for its context providers. */
  readonly providerNames: ReadonlyMap<string, string>
  readonly tools: readonly Tool[]
  availability: Availability | undefined
  mark: string | undefined
  checkedAt: number
  checks: number
}

/** A context provider as the prompt uses it. */
export interface LiveProvider {
  readonly name: string
  isEligible(about: ProviderAbout): Promise<boolean>
  fetch(about: ProviderAbout): Promise<Json | string | undefined>
}

export function start(checked: CheckedPlugin, ports: AvailabilityPorts): Running {
  const { name: plugin } = checked
  const theirs: readonly PluginTool[] = checked.plugin.tools ?? []
  const names = toolNames(
    plugin,
    theirs.map((tool) => tool.name),
  )
  const wrap = (tool: PluginTool) =>
    toTool(tool, { name: names.get(tool.name) ?? tool.name, plugin, contextOf: (run) => contextOf(tool, run) })
  const contextOf = ({ name: tool, needs = [] }: PluginTool, run: ToolContext): ToolRun => {
    const { session, trace, signal } = run
    const context = contextFor({ plugin, tool, session, trace, needs }, valuesOf(one), signal, ports)
    // Assigned onto the context, because a copy would evaluate its getters.
    return Object.assign(context, run)
  }
  const tools = theirs.map(wrap)
  const providers = checked.plugin.contextProviders ?? []
  const providerNames = toolNames(
    plugin,
    providers.map((provider) => provider.name),
  )
  const one: Running = {
    checked,
    names,
    providerNames,
    tools,
    availability: undefined,
    mark: undefined,
    checkedAt: 0,
    checks: 0,
  }
  return one
}

export function providersOf(one: Running, ports: AvailabilityPorts): readonly LiveProvider[] {
  const { name: plugin } = one.checked
  return (one.checked.plugin.contextProviders ?? []).map((theirs) => {
    const contextOf = ({ session, signal }: ProviderAbout, needs: readonly Need[] = []) =>
      contextFor({ plugin, session, needs }, valuesOf(one), signal, ports)
    return {
      name: one.providerNames.get(theirs.name) ?? theirs.name,
      isEligible: async (about) =>
        one.availability?.providers.has(theirs.name) === false &&
        ((await theirs.isEligible?.(about, contextOf(about, theirs.needs))) ?? true),
      fetch: (about) => theirs.fetch(about, contextOf(about, theirs.needs)),
    }
  })
}

export function standbyOf({ availability }: Running, { origin }: Tool): string | undefined {
  return availability?.tools.get(origin?.tool ?? "")?.why
}

function valuesOf({ availability }: Running) {
  return availability?.settings.values ?? {}
}
