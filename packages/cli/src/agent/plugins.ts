// Which plugins there are, where each comes from, and whether it may be loaded: a project's own only once it is trusted.
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
  /** As the library takes it. */
  readonly given: string
  readonly from: "named" | "user" | "project"
  readonly trusted: boolean
}

export async function placesOf(settings: Settings): Promise<readonly PluginPlace[]> {
  const named = settings.plugins.map((given): PluginPlace => ({ given, from: "named", trusted: true }))
  const own = (await foundIn(files.plugins(settings.folders))).map(
    (given): PluginPlace => ({ given, from: "user", trusted: true }),
  )
  // PAWL_HOME may be the project's own .pawl: then they are the user's.
  const isOwn = projectFolder(settings) === files.plugins(settings.folders)
  const theirs = isOwn ? [] : await foundIn(projectFolder(settings))
  const trusted = theirs.length > 0 && (await isTrusted(settings))
  return [...named, ...own, ...theirs.map((given): PluginPlace => ({ given, from: "project", trusted }))]
}

/** Only what was trusted, as the library takes it. */
export async function pluginsFor(
  settings: Settings,
  { log, warn }: { readonly log?: LogFile; readonly warn?: (line: string) => void },
): Promise<Pick<AgentOptions, "plugins" | "pluginOptions">> {
  const places = await placesOf(settings)
  const off = places.filter(({ trusted }) => !trusted).map(({ given }) => nameIn(given))
  if (off.length > 0)
    warn?.(`Plugins of this project stay off until you trust them with "pawl plugins trust": ${off.join(", ")}`)
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
    // Not where we were started: a package of this name that a project brings is not the one that was meant.
    from: folders.config,
    log({ level, message, fields, ...whose }) {
      if (level === "debug" && debug !== true) return
      log?.[level === "error" ? "error" : "info"]({ ...whose, said: level, fields }, message)
    },
  }
}

/** One that is broken is no reason to stop; but nobody must wonder where its tools are. */
export function tellPlugins(plugins: readonly PluginStatus[], warn: (line: string) => void): void {
  for (const { state, place, why } of plugins)
    if (state === "broken") warn(oneLine(`The plugin "${place}" is broken, and goes without: ${why}`))
}

/** Trust is in these very files: another line in one of them, and the user is asked again. */
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
    // What cannot be looked at is not trusted; "pawl plugins trust" says why.
    return false
  }
}

function projectFolder({ workspace }: Settings): string {
  return join(workspace, ".pawl", "plugins")
}

/** Most people have none: then nothing is loaded to look for them. */
async function foundIn(folder: string): Promise<readonly string[]> {
  if (!existsSync(folder)) return []
  const { findPlugins } = await import("@pawl/agent/plugins")
  return findPlugins(folder)
}

export function nameIn(path: string): string {
  return path.slice(dirname(path).length).replace(/^[/\\]/, "")
}
