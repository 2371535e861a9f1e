// `pawl doctor`: prints one line a check, with ok, warn or fail, and what to do about it.
import { isDead } from "@pawl/agent/sessions"
import { openStore } from "../agent/agent.ts"
import { useKeptKeys } from "../agent/kept-keys.ts"
import { chainOf } from "../agent/models.ts"
import { pluginsFor } from "../agent/plugins.ts"
import { serversOf } from "../agent/servers.ts"
import { loadSettings, type Settings } from "../config/settings.ts"
import { refuseUntrusted } from "../config/trusted-project.ts"
import { EXIT } from "../exit-codes.ts"
import { oneLine } from "../failure.ts"
import { files, makeFolder } from "../folders.ts"
import type { Flags, Request } from "../line/parse.ts"
import { probeServer, probeText } from "../mcp/probe-server.ts"
import { loadProfile } from "../profiles/load.ts"
import { redactor } from "../redact.ts"
import { named } from "../terminal/plain.ts"
import { out } from "../terminal/screen.ts"
import { green, red, yellow } from "../terminal/style.ts"
import { probeModel } from "./probe-model.ts"

export interface Check {
  readonly state: "ok" | "warn" | "fail"
  readonly text: string
}

export async function doctor({ flags }: Request): Promise<number> {
  let failed = false
  for await (const { state, text } of diagnosis(flags)) {
    const paint = { ok: green, warn: yellow, fail: red }[state]
    failed ||= state === "fail"
    out.line(`${paint(state.padEnd(4))}  ${named(text)}`)
  }
  return failed ? EXIT.failed : EXIT.done
}

/** One check after the other, as they end. */
export async function* diagnosis(flags: Flags): AsyncGenerator<Check> {
  yield { state: "ok", text: `Node ${process.versions.node}` }
  const read = await attempt(async () => ({ settings: await loadSettings(flags) }))
  if ("state" in read) {
    yield read
    return
  }
  const { settings } = read
  useKeptKeys(settings.folders)
  yield { state: "ok", text: `configuration: ${files.config(settings.folders)}` }
  for (const check of checks(settings)) {
    const result = await attempt(async () => check())
    yield* "state" in result ? [result] : result
  }
}

type Checking = () => Promise<readonly Check[]> | readonly Check[]

function checks(settings: Settings): readonly Checking[] {
  return [
    () => folderChecks(settings),
    () => databaseCheck(settings),
    () => profileCheck(settings),
    ...modelChecks(settings),
    () => serverChecks(settings),
    () => pluginChecks(settings),
    () => commandChecks(settings),
  ]
}

/** A check that throws has failed; the message says what to do. */
async function attempt<T>(work: () => Promise<T>): Promise<T | Check> {
  try {
    return await work()
  } catch (error) {
    return { state: "fail", text: oneLine(error) }
  }
}

function folderChecks({ folders }: Settings): readonly Check[] {
  makeFolder(folders.data, "data")
  makeFolder(folders.state, "state")
  return [{ state: "ok", text: `folders can be written: ${[...new Set([folders.data, folders.state])].join(", ")}` }]
}

async function databaseCheck(settings: Settings): Promise<readonly Check[]> {
  const store = await openStore(settings)
  try {
    const due = await store.sessions.due({ before: Date.now(), limit: 1000 })
    const healthy: Check = { state: "ok", text: `database healthy: ${databaseName(settings)}` }
    const orphans = due.filter(({ holder }) => holder === undefined || isDead(holder.runner))
    if (orphans.length === 0) return [healthy]
    const text = `${orphans.length} sessions have an unfinished turn. Finish one with "pawl resume ${orphans[0]?.id}".`
    return [healthy, { state: "warn", text }]
  } finally {
    await store.close()
  }
}

function databaseName({ folders, database }: Settings): string {
  return database === undefined ? files.database(folders) : redactor({})(database)
}

async function profileCheck({ profile, dialect, folders }: Settings): Promise<readonly Check[]> {
  const { name } = await loadProfile(profile, files.profiles(folders))
  const file = profile.kind === "own" ? ` (${profile.path})` : ""
  return [{ state: "ok", text: `profile ${name}${file}${dialect === undefined ? "" : `, dialect ${dialect}`}` }]
}

/** One check for each model: a failure of one does not affect the others. */
function modelChecks(settings: Settings): readonly Checking[] {
  const chain = chainOf(settings)
  const checked = async (model: string, place: number) => {
    await refuseUntrusted(settings)
    return modelCheck(model, place > 0)
  }
  if (chain.length > 0) return chain.map((model, place) => () => checked(model, place))
  return [() => [{ state: "warn", text: 'no model configured. Run "pawl help models" to see how to get one.' }]]
}

async function modelCheck(model: string, isFallback: boolean): Promise<readonly Check[]> {
  const what = isFallback ? "fallback " : ""
  if (model.startsWith("scripted:"))
    return [{ state: "ok", text: `${what}model ${model} (a script: nothing to check)` }]
  const { state, text } = await probeModel(model)
  return [{ state, text: what + text }]
}

async function serverChecks(settings: Settings): Promise<readonly Check[]> {
  const servers = await serversOf(settings)
  if (servers.length === 0) return [{ state: "ok", text: "no MCP servers configured" }]
  return Promise.all(
    servers.map(async (server): Promise<Check> => {
      if (!server.trusted)
        return {
          state: "warn",
          text: `MCP server ${server.name} is not trusted. Look at it, then run "pawl mcp trust".`,
        }
      const probed = await probeServer(server, settings)
      return { state: probed.ok ? "ok" : "fail", text: `MCP server ${server.name}: ${probeText(probed)}` }
    }),
  )
}

/** Prints nothing without plugins: most users have none. */
async function pluginChecks(settings: Settings): Promise<readonly Check[]> {
  const { plugins = [], pluginOptions = {} } = await pluginsFor(settings, {})
  if (plugins.length === 0) return []
  const { loadPlugins } = await import("@pawl/agent/plugins")
  const { workspace } = settings
  return (await loadPlugins(plugins, { ...pluginOptions, workspace })).status().map((status): Check => {
    const { name, state, why, tools, problems } = status
    if (state === "broken") return { state: "fail", text: `plugin ${name} is broken: ${why}` }
    const off = [...problems, ...tools.flatMap((tool) => tool.why ?? [])]
    if (off.length === 0) return { state: "ok", text: `plugin ${name}: ${tools.length} tools` }
    return { state: "warn", text: `plugin ${name} is on standby: ${off[0]}. Run "pawl plugins" for details.` }
  })
}

/** Markdown files that are meant as commands and are none. Prints nothing when all are. */
async function commandChecks(settings: Settings): Promise<readonly Check[]> {
  const [{ commandFilesIn }, { REPL_COMMANDS }] = await Promise.all([
    import("../repl/command-files.ts"),
    import("../repl/commands.ts"),
  ])
  const taken = REPL_COMMANDS.map(({ name }) => name)
  return commandFilesIn(settings, taken).problems.map((text): Check => ({ state: "warn", text }))
}
