// Lists the plugins, where each comes from, and whether it may be loaded: a project's plugins only once the user trusts it.
import { existsSync } from "node:fs"
import { dirname, join } from "node:path"
import type { AgentOptions, PluginStatus } from "@pawl/agent"
import type { Settings } from "../config/settings.ts"
import { oneLine } from "../failure.ts"
import { files, makeFolder } from "../folders.ts"
import type { LogFile } from "../log-file.ts"
import { filesIn } from "../plugins/files.ts"
import { catchStrays } from "../stray-errors.ts"

export interface PluginPlace {
  /** In the form that the library accepts. */
  readonly given: string
  readonly from: "named" | "user" | "project"
  readonly trusted: boolean
}

export async function placesOf(settings: Settings): Promise<readonly PluginPlace[]> {
  const named = settings.plugins.map((given): PluginPlace => ({ given, from: "named", trusted: true }))
  const own = (await foundIn(files.plugins(settings.folders))).map(
    (given): PluginPlace => ({ given, from: "user", trusted: true }),
  )
  // PAWL_HOME may be the project's own .pawl: then these plugins are the user's.
  const isOwn = projectFolder(settings) === files.plugins(settings.folders)
  const theirs = isOwn ? [] : await foundIn(projectFolder(settings))
  const trusted = theirs.length > 0 && (await isTrusted(settings))
  return [...named, ...own, ...theirs.map((given): PluginPlace => ({ given, from: "project", trusted }))]
}

/** Only trusted plugins, in the form that the library accepts. */
export async function pluginsFor(
  settings: Settings,
  { log, warn }: { readonly log?: LogFile; readonly warn?: (line: string) => void },
): Promise<Pick<AgentOptions, "plugins" | "pluginOptions">> {
  const places = await placesOf(settings)
  const off = places.filter(({ trusted }) => !trusted).map(({ given }) => nameIn(given))
  if (off.length > 0)
    warn?.(`These plugins of the project stay off until you trust them with "pawl plugins trust": ${off.join(", ")}`)
  const plugins = places.filter(({ trusted }) => trusted).map(({ given }) => given)
  if (plugins.length === 0) return {}
  const { knownSecrets } = await import("@pawl/agent/plugins")
  const secrets = knownSecrets()
  if (warn !== undefined) catchStrays(secrets.clean, warn)
  return { plugins, pluginOptions: { ...optionsFor(settings, log), secrets } }
}

export function optionsFor(settings: Settings, log?: LogFile): NonNullable<AgentOptions["pluginOptions"]> {
  const { folders, debug } = settings
  return {
    settingsFolder: files.pluginSettings(folders),
    dataFolder: files.pluginData(folders),
    cacheFolder: files.pluginCache(folders),
    // Not the current folder: a project could bring a package of the same name as the one the user means.
    from: folders.config,
    log({ level, message, fields, ...whose }) {
      if (level === "debug" && debug !== true) return
      log?.[level === "error" ? "error" : "info"]({ ...whose, said: level, fields }, message)
    },
  }
}

/** A broken plugin does not stop the command, but the warning explains why its tools are missing. */
export function warnBrokenPlugins(plugins: readonly PluginStatus[], warn: (line: string) => void): void {
  for (const { state, place, why } of plugins)
    if (state === "broken") warn(oneLine(`The plugin "${place}" is broken, so its tools are missing: ${why}`))
}

/** Trust covers the exact content of these files: if one changes, the user has to trust the project again. */
export async function trustPlugins(settings: Settings): Promise<void> {
  makeFolder(settings.folders.data, "data")
  const { projectTrust } = await import("@pawl/agent/mcp")
  const plugins = filesIn(projectFolder(settings))
  await projectTrust(files.trusted(settings.folders)).trust(settings.workspace, { plugins })
}

async function isTrusted(settings: Settings): Promise<boolean> {
  const { projectTrust } = await import("@pawl/agent/mcp")
  try {
    const plugins = filesIn(projectFolder(settings))
    return await projectTrust(files.trusted(settings.folders)).isTrusted(settings.workspace, { plugins })
  } catch {
    // Files that cannot be read are not trusted; "pawl plugins trust" shows the error.
    return false
  }
}

function projectFolder({ workspace }: Settings): string {
  return join(workspace, ".pawl", "plugins")
}

/** Most users have no plugins: check the folder before loading the plugin code. */
async function foundIn(folder: string): Promise<readonly string[]> {
  if (!existsSync(folder)) return []
  const { findPlugins } = await import("@pawl/agent/plugins")
  return findPlugins(folder)
}

export function nameIn(path: string): string {
  return path.slice(dirname(path).length).replace(/^[/\\]/, "")
}
