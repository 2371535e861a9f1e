// All plugins of an agent: a source of tools and context providers, and each plugin's status.
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
  /** Where settings are stored. Without it they come only from the environment and from defaults. */
  readonly settingsFolder?: string
  /** Each plugin that needs `dataFolder` gets its own folder in it. */
  readonly dataFolder?: string
  /** Where plugins keep data that they can recreate. */
  readonly cacheFolder?: string
  /** Where relative paths start and packages are looked for. Default: the process's current folder. */
  readonly from?: string
  /** Replaces this process's environment. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Called with what plugins log, without secrets. */
  readonly log?: (record: PluginLogRecord) => void
  /** The time limit of a plugin's `available`. */
  readonly availableMs?: number
  /** Secrets in settings are added to this list. Pass it if your program cleans its own output. */
  readonly secrets?: KnownSecrets
}

export interface PluginPorts {
  readonly clock: Clock
  readonly workspace?: string | undefined
}

/** The tools and context providers of all plugins, and each plugin's status. */
export interface Plugins extends ToolSource {
  /** Checks settings that have changed, and resolves when it is known what can be used. Never rejects. */
  ready(): Promise<void>
  /** The status of each plugin. */
  status(): readonly PluginStatus[]
  /** The context providers of all plugins. */
  readonly providers: readonly LiveProvider[]
  /** The values of secret settings. */
  readonly secrets: KnownSecrets
  /** The names of all tools, on standby or not. */
  readonly names: readonly string[]
  /** Stores a setting. Refuses a locked setting, a mask, and a value that does not fit. */
  set(plugin: string, setting: string, value: Json): Promise<void>
  /** Removes a stored setting. True when there was one. */
  unset(plugin: string, setting: string): Promise<boolean>
  /** A setting's value, unmasked, for the person who owns it. Undefined when it is not set. */
  reveal(plugin: string, setting: string): Json | undefined
}

/** The default time limit of a plugin's `available`. */
const AVAILABLE_MS = 3000

/** A broken plugin shows in the status and does not stop the others. Two plugins or tools of one name are an error. */
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
  const known = names.length === 0 ? "No plugin is loaded." : `Loaded plugins: ${names.join(", ")}.`
  throw new PawlError("input-invalid", `There is no loaded plugin "${name}". ${known}`)
}
