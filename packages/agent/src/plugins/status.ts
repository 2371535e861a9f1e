// How a plugin is doing, for people and programs: what can be used, what is missing, what is set where.
import { defined } from "../base/defined.ts"
import type { Loaded } from "./load-plugin.ts"
import type { Running } from "./running.ts"
import type { SettingStatus } from "./settings.ts"
import type { MissingSetting, Standby } from "./standing.ts"

export interface PluginStatus {
  /** Of one that is broken, where it is. */
  readonly name: string
  readonly version?: string
  readonly place: string
  /** `standby`: something of it cannot be used. `broken`: nothing of it can. */
  readonly state: "ready" | "standby" | "broken"
  /** Why it is broken. */
  readonly why?: string
  readonly tools: readonly PartStatus[]
  readonly contextProviders: readonly PartStatus[]
  readonly settings: readonly SettingStatus[]
  /** What is wrong with what is set. */
  readonly problems: readonly string[]
}

export interface PartStatus {
  readonly name: string
  readonly state: "ready" | "standby"
  readonly why?: string
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
