// The second check of a plugin: are its settings there, and can it be used? Repeated when its settings have changed.
import { defined } from "../base/defined.ts"
import type { Clock } from "../contracts/clock.ts"
import { messageOf } from "../contracts/error.ts"
import type { JsonObject } from "../contracts/json.ts"
import { redact } from "../secrets/redact.ts"
import { within } from "../tools/deadline.ts"
import type { CheckedPlugin } from "./check-plugin.ts"
import { type ContextPorts, contextFor } from "./context.ts"
import type { Need, Plugin, PluginTool } from "./plugin.ts"
import { type ResolvedSettings, resolveSettings } from "./settings.ts"

export interface Availability {
  readonly settings: ResolvedSettings
  /** The tools on standby, by name. A tool that is not in it can be used. */
  readonly tools: ReadonlyMap<string, Standby>
  readonly providers: ReadonlyMap<string, Standby>
  /** An `available` function of the plugin returned no. Its answer may change, so it is asked again later. */
  readonly isRefused: boolean
}

export interface Standby {
  readonly why: string
  /** The settings that are not set. */
  readonly missing: readonly MissingSetting[]
}

/** A setting that is needed and not set. */
export interface MissingSetting {
  /** What the plugin calls it. */
  readonly setting: string
  /** The environment variable that would set it. */
  readonly variable: string
}

export interface AvailabilityPorts extends ContextPorts {
  readonly clock: Clock
  readonly env: Readonly<Record<string, string | undefined>>
  /** The time limit of a plugin's `available`. */
  readonly availableMs: number
}

/** `stored`: the stored settings, or the error of reading them. */
export async function availabilityOf(
  checked: CheckedPlugin,
  stored: JsonObject | Error,
  ports: AvailabilityPorts,
): Promise<Availability> {
  const { plugin } = checked
  const settings = await settingsOf(checked, stored, ports)
  const { tools = [], contextProviders = [] } = plugin
  const ask = (asked: Pick<Plugin, "available">, needs: readonly Need[], tool?: string) =>
    refusalOf(asked, { plugin: checked.name, needs, ...defined({ tool }) }, settings, ports)
  // `available` may use the settings, so it is not called while some are missing.
  const isSet = settings.problems.length === 0 && missingIn(["settings"], settings).length === 0
  const refusal = isSet ? await ask(plugin, ALL) : undefined
  const lacking = (needs: readonly Need[] = []) => standbyFor(needs, settings, ports) ?? standby(refusal)
  const asked = await Promise.all(
    tools.map(async (tool: PluginTool) => {
      const lacks = lacking(tool.needs)
      const refused = lacks === undefined ? standby(await ask(tool, tool.needs ?? [], tool.name)) : undefined
      return { name: tool.name, standby: lacks ?? refused, isRefused: refused !== undefined }
    }),
  )
  return {
    settings,
    tools: new Map(asked.flatMap(({ name, standby }) => (standby === undefined ? [] : [[name, standby]]))),
    providers: new Map(
      contextProviders.flatMap(({ name, needs }) => {
        const lacks = lacking(needs)
        return lacks === undefined ? [] : [[name, lacks]]
      }),
    ),
    isRefused: refusal !== undefined || asked.some(({ isRefused }) => isRefused),
  }
}

const ALL: readonly Need[] = ["settings", "dataFolder", "cacheFolder", "workspace"]

async function settingsOf(
  plugin: CheckedPlugin,
  stored: JsonObject | Error,
  { env, secrets }: AvailabilityPorts,
): Promise<ResolvedSettings> {
  const known = stored instanceof Error ? {} : stored
  const settings = await resolveSettings(plugin, { env, stored: known, secrets })
  return stored instanceof Error ? { ...settings, problems: [stored.message, ...settings.problems] } : settings
}

function standbyFor(needs: readonly Need[], settings: ResolvedSettings, ports: ContextPorts): Standby | undefined {
  const usesSettings = needs.some((need) => need.startsWith("settings"))
  const missing = missingIn(needs, settings)
  const reasons = [
    ...missing.map(({ setting, variable }) => `the setting "${setting}" is not set (environment: ${variable})`),
    ...(usesSettings ? settings.problems : []),
    ...(needs.includes("workspace") && ports.workspace === undefined ? ["there is no workspace"] : []),
    ...(needs.includes("dataFolder") && ports.dataFolder === undefined ? ["there is no folder for data"] : []),
    ...(needs.includes("cacheFolder") && ports.cacheFolder === undefined ? ["there is no folder for caches"] : []),
  ]
  return reasons.length === 0 ? undefined : { why: reasons.join("; "), missing }
}

function missingIn(needs: readonly Need[], { settings }: ResolvedSettings): readonly MissingSetting[] {
  const wanted = (name: string, isRequired: boolean) =>
    needs.includes(`settings.${name}`) || (isRequired && needs.includes("settings"))
  return settings
    .filter(({ name, from, isRequired }) => from === "nowhere" && wanted(name, isRequired))
    .map(({ name, variable }) => ({ setting: name, variable }))
}

async function refusalOf(
  asked: Pick<Plugin, "available">,
  whose: { readonly plugin: string; readonly tool?: string; readonly needs: readonly Need[] },
  { values }: ResolvedSettings,
  ports: AvailabilityPorts,
): Promise<string | undefined> {
  if (asked.available === undefined) return undefined
  const stop = new AbortController()
  const late = () => {
    stop.abort("timeout")
    return `it did not say within ${ports.availableMs / 1000} s whether it can be used`
  }
  try {
    const work = async () => asked.available?.(contextFor(whose, values, stop.signal, ports))
    const answer = await within(work(), { ms: ports.availableMs, clock: ports.clock, late })
    if (answer === undefined || answer === true) return undefined
    return redact(ports.secrets.clean(answer === false ? "it says that it cannot be used now" : String(answer)))
  } catch (error) {
    return redact(ports.secrets.clean(`whether it can be used could not be found out: ${messageOf(error)}`))
  }
}

function standby(why: string | undefined): Standby | undefined {
  return why === undefined ? undefined : { why, missing: [] }
}
