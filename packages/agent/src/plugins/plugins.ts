// All plugins of an agent: a source of tools, context providers, and how each plugin is doing.
import type { Clock } from "../contracts/clock.ts"
import { PawlError } from "../contracts/error.ts"
import type { Json } from "../contracts/json.ts"
import { type KnownSecrets, knownSecrets } from "../secrets/known-secrets.ts"
import type { ToolSource } from "../tools/tool.ts"
import type { AvailabilityPorts } from "./availability.ts"
import { revealSetting, setSetting, unsetSetting } from "./change-settings.ts"
import type { CheckedPlugin } from "./check-plugin.ts"
import { refuseDuplicates } from "./duplicates.ts"
import { loadPlugin } from "./load-plugin.ts"
import type { Plugin, PluginLogRecord } from "./plugin.ts"
import { type LiveProvider, providersOf, type Running, start } from "./running.ts"
import { settingsFolder } from "./settings-folder.ts"
import { type PluginStatus, statusOf } from "./status.ts"
import { watch } from "./watch.ts"

/** Where plugins find their settings and keep their data. */
export interface PluginOptions {
  /** Where settings are stored. Without it they come from the environment, and from defaults. */
  readonly settingsFolder?: string
  /** Each plugin that says so gets a folder of its own in it. */
  readonly dataFolder?: string
  /** Where plugins keep what they can make again. */
  readonly cacheFolder?: string
  /** Where relative paths start and packages are looked for; this process's folder unless given. */
  readonly from?: string
  /** Instead of this process's environment. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Hears what plugins log, without secrets. */
  readonly log?: (record: PluginLogRecord) => void
  /** How long a plugin may think about whether it can be used. */
  readonly availableMs?: number
  /** The list that the secrets in settings are added to, for a program that cleans what it writes by itself. */
  readonly secrets?: KnownSecrets
}

export interface PluginPorts {
  readonly clock: Clock
  readonly workspace?: string | undefined
}

/** The tools and context providers of all plugins, and how each plugin is doing. */
export interface Plugins extends ToolSource {
  /** Resolves when it is known what can be used; looks at settings again that have changed. Never rejects. */
  ready(): Promise<void>
  /** How each plugin is doing. */
  status(): readonly PluginStatus[]
  /** The context providers of all plugins. */
  readonly providers: readonly LiveProvider[]
  /** The values of settings that must not be told. */
  readonly secrets: KnownSecrets
  /** Every tool there could be, on standby or not. */
  readonly names: readonly string[]
  /** Stores a setting. Locked ones, masks and what does not fit are refused. */
  set(plugin: string, setting: string, value: Json): Promise<void>
  /** True when something was stored. */
  unset(plugin: string, setting: string): Promise<boolean>
  /** What a setting is, unmasked: for the person whose secret it is. Undefined where it is not set. */
  reveal(plugin: string, setting: string): Json | undefined
}

/** How long a plugin may think about whether it can be used, unless said otherwise. */
const AVAILABLE_MS = 3000

/** What is broken is in the status, and stops nobody. Two plugins, or tools, of one name are an error. */
export async function loadPlugins(
  given: readonly (string | Plugin)[],
  options: PluginOptions,
  { clock, workspace }: PluginPorts,
): Promise<Plugins> {
  const { env = process.env, from = process.cwd(), availableMs = AVAILABLE_MS, secrets = knownSecrets() } = options
  const { dataFolder, cacheFolder, log } = options
  const ports: AvailabilityPorts = { clock, env, availableMs, secrets, workspace, dataFolder, cacheFolder, log }
  const folder = settingsFolder(options.settingsFolder)
  const loaded = await Promise.all(given.map((each) => loadPlugin(each, { from, clock, env })))
  const running = loaded.flatMap((each) => (each.kind === "loaded" ? [start(each.plugin, ports)] : []))
  refuseDuplicates(running)
  const watched = watch(running, folder, ports)
  await watched.ready()
  return {
    ...watched,
    status: () => loaded.map((each) => statusOf(each, running)),
    providers: running.flatMap((one) => providersOf(one, ports)),
    secrets,
    async set(plugin, setting, value) {
      setSetting(named(plugin, running), setting, value, { folder, env })
      await watched.ready()
    },
    async unset(plugin, setting) {
      const isDone = unsetSetting(named(plugin, running), setting, { folder, env })
      await watched.ready()
      return isDone
    },
    reveal: (plugin, setting) => revealSetting(named(plugin, running), setting, { folder, env }),
  }
}

function named(name: string, running: readonly Running[]): CheckedPlugin {
  const names = running.map(({ checked }) => checked.name)
  const one = running.find(({ checked }) => checked.name === name)
  if (one !== undefined) return one.checked
  const known = names.length === 0 ? "There are none." : `There are: ${names.join(", ")}.`
  throw new PawlError("input-invalid", `There is no plugin "${name}" that could be loaded. ${known}`)
}
