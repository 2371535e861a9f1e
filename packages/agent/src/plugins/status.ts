// How a plugin is doing, for people and programs: what can be used, what is missing, what is set where.
import { defined } from "../base/defined.ts"
import type { MissingSetting, Standby } from "./availability.ts"
import type { Loaded } from "./load-plugin.ts"
import type { Running } from "./running.ts"
import type { SettingStatus } from "./settings.ts"

/** How a plugin is doing. */
export interface PluginStatus {
  /** Of one that is broken, where it is. */
  readonly name: string
  /** As it says itself. */
  readonly version?: string
  /** Where it was loaded from. */
  readonly place: string
  /** `standby`: something of it cannot be used. `broken`: nothing of it can. */
  readonly state: "ready" | "standby" | "broken"
  /** Why it is broken. */
  readonly why?: string
  /** How each of its tools is doing. */
  readonly tools: readonly PartStatus[]
  /** How each of its context providers is doing. */
  readonly contextProviders: readonly PartStatus[]
  /** What is set, and where. */
  readonly settings: readonly SettingStatus[]
  /** What is wrong with what is set. */
  readonly problems: readonly string[]
}

/** How a tool or a context provider of a plugin is doing. */
export interface PartStatus {
  /** What the plugin calls it. */
  readonly name: string
  /** Whether it can be used now. */
  readonly state: "ready" | "standby"
  /** Why it cannot. */
  readonly why?: string
  /** What would have to be set. */
  readonly missing: readonly MissingSetting[]
}

const NOTHING = { tools: [], contextProviders: [], settings: [], problems: [] }

export function statusOf(loaded: Loaded, running: readonly Running[]): PluginStatus {
  if (loaded.kind === "broken")
    return { name: loaded.place, place: loaded.place, state: "broken", why: loaded.why, ...NOTHING }
  const { name, place, plugin } = loaded.plugin
  const one = running.find(({ checked }) => checked === loaded.plugin)
  const parts = (
    names: readonly string[],
    off: ReadonlyMap<string, Standby> | undefined,
    ours: (name: string) => string,
  ) => names.map((each) => partOf(ours(each), off?.get(each)))
  const tools = parts(namesOf(plugin.tools), one?.standing?.tools, (tool) => one?.names.get(tool) ?? tool)
  const contextProviders = parts(
    namesOf(plugin.contextProviders),
    one?.standing?.providers,
    (provider) => one?.providerNames.get(provider) ?? provider,
  )
  const { settings = [], problems = [] } = one?.standing?.settings ?? {}
  const isReady = [...tools, ...contextProviders].every(({ state }) => state === "ready")
  return {
    name,
    place,
    state: isReady ? "ready" : "standby",
    ...defined({ version: plugin.version }),
    tools,
    contextProviders,
    settings,
    problems,
  }
}

function namesOf(parts: readonly { readonly name: string }[] = []): readonly string[] {
  return parts.map(({ name }) => name)
}

function partOf(name: string, standby: Standby | undefined): PartStatus {
  if (standby === undefined) return { name, state: "ready", missing: [] }
  return { name, state: "standby", why: standby.why, missing: standby.missing }
}
