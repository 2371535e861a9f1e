// The context that a plugin's code gets: settings, its own folders, a named log. It can use only what it declared in
// `needs`; anything else throws an error that says what to declare.
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import type { KnownSecrets } from "../secrets/known-secrets.ts"
import { redact } from "../secrets/redact.ts"
import { cleanValue } from "../tools/clean.ts"
import { ToolFailure } from "../tools/tool.ts"
import type {
  LogLevel,
  Need,
  PluginContext,
  PluginLog,
  PluginLogRecord,
  PluginPaths,
  PluginSettings,
} from "./plugin.ts"

export interface ContextPorts {
  readonly secrets: KnownSecrets
  readonly dataFolder?: string | undefined
  readonly cacheFolder?: string | undefined
  readonly workspace?: string | undefined
  readonly log?: ((record: PluginLogRecord) => void) | undefined
}

/** The plugin and tool that the context belongs to, and the call. */
export interface Whose extends Pick<PluginLogRecord, "plugin" | "tool" | "session" | "trace"> {
  readonly needs: readonly Need[]
}

export function contextFor(
  whose: Whose,
  settings: PluginSettings,
  signal: AbortSignal,
  ports: ContextPorts,
): PluginContext {
  const wantsSettings = whose.needs.some((need) => need === "settings" || need.startsWith("settings."))
  return {
    get settings() {
      return wantsSettings ? settings : undeclared(whose, "settings")
    },
    paths: pathsFor(whose, ports),
    log: logFor(whose, ports),
    signal,
  }
}

/** Folders are created at their first use. */
function pathsFor(whose: Whose, { dataFolder, cacheFolder, workspace }: ContextPorts): PluginPaths {
  const { plugin, needs } = whose
  return {
    get data() {
      return made(declared("dataFolder", dataFolder), plugin)
    },
    get cache() {
      return made(declared("cacheFolder", cacheFolder), plugin)
    },
    get workspace() {
      return declared("workspace", workspace)
    },
  }

  function declared(need: Need, folder: string | undefined): string {
    if (!needs.includes(need)) return undeclared(whose, need)
    if (folder !== undefined) return folder
    throw new ToolFailure("tool-failed", `The plugin "${plugin}" wants a ${need}, and this agent has none.`)
  }
}

function made(folder: string, plugin: string): string {
  const path = join(folder, plugin)
  mkdirSync(path, { recursive: true, mode: 0o700 })
  return path
}

function undeclared({ plugin, tool }: Whose, need: string): never {
  const who = tool === undefined ? `The plugin "${plugin}"` : `The tool "${tool}" of the plugin "${plugin}"`
  throw new ToolFailure("tool-failed", `${who} uses ${need} without saying so: add needs: ["${need}"] to it.`)
}

function logFor({ needs: _needs, ...whose }: Whose, { log, secrets }: ContextPorts): PluginLog {
  const clean = (text: string) => redact(secrets.clean(text))
  const at = (level: LogLevel) => (message: string, fields?: object) =>
    log?.({
      ...whose,
      level,
      message: clean(String(message)),
      ...(fields !== undefined && { fields: cleanValue(fields, clean) }),
    })
  return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") }
}
