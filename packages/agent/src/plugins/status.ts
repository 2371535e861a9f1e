// The status of a plugin, for people and programs: what can be used, what is missing, what is set where.
import { defined } from "../base/defined.ts"
import type { MissingSetting, Standby } from "./availability.ts"
import type { Loaded } from "./load-plugin.ts"
import type { Running } from "./running.ts"
import type { SettingStatus } from "./settings.ts"

/** The status of a plugin. */
export interface PluginStatus {
  /** The plugin's name; of a broken plugin, its place. */
  readonly name: string
  /** The version that the plugin states. */
  readonly version?: string
  /** Where it was loaded from. */
  readonly place: string
  /** `standby`: some of its parts cannot be used. `broken`: none can. */
  readonly state: "ready" | "standby" | "broken"
  /** Why it is broken. */
  readonly why?: string
  /** The status of each tool. */
  readonly tools: readonly PartStatus[]
  /** The status of each context provider. */
  readonly contextProviders: readonly PartStatus[]
  /** The settings, with the source of each value. */
  readonly settings: readonly SettingStatus[]
  /** What is wrong with the settings. */
  readonly problems: readonly string[]
}

/** The status of a tool or context provider of a plugin. */
export interface PartStatus {
  /** Its full name, such as `plugin__tool`. */
  readonly name: string
  /** Whether it can be used now. */
  readonly state: "ready" | "standby"
  /** Why it cannot be used. */
  readonly why?: string
  /** The settings that have to be set. */
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
  const tools = parts(namesOf(plugin.tools), one?.availability?.tools, (tool) => one?.names.get(tool) ?? tool)
  const contextProviders = parts(
    namesOf(plugin.contextProviders),
    one?.availability?.providers,
    (provider) => one?.providerNames.get(provider) ?? provider,
  )
  const { settings = [], problems = [] } = one?.availability?.settings ?? {}
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
