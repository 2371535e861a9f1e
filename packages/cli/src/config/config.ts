// `pawl config`: shows the settings and their sources, the paths of the files, and their schema; changes the user's file.
import { existsSync } from "node:fs"
import { join } from "node:path"
import { serversOf } from "../agent/servers.ts"
import { wrongUsage } from "../failure.ts"
import { files, foldersFrom } from "../folders.ts"
import type { Request } from "../line/parse.ts"
import { readProfileSchema } from "../profiles/own-file.ts"
import { redactor } from "../redact.ts"
import { out } from "../terminal/screen.ts"
import { bold, dim } from "../terminal/style.ts"
import { world } from "../world.ts"
import { KEYS, type Origin } from "./keys.ts"
import { readSchema } from "./read-file.ts"
import { loadSettings, PROJECT_FILE, type Settings } from "./settings.ts"
import { trustChoices, trustProfile, trustReads } from "./trusted-project.ts"

export async function config({ words, flags }: Request): Promise<number> {
  const [action = "", key, ...more] = words
  if (action === "schema") return print(schemaOf(key), true)
  const change = CHANGES[action]
  if (change !== undefined)
    return change(files.config(foldersFrom(world().env)), key === undefined ? [] : [key, ...more])
  if (action !== "" && action !== "get" && action !== "path" && action !== "trust") {
    throw wrongUsage(
      `There is no "pawl config ${action}". Use one of: get KEY, set KEY VALUE, unset KEY, edit, path, schema [profile], trust, or nothing to see all.`,
    )
  }
  const settings = await loadSettings(flags, world().env, { isTrusting: action === "trust" })
  if (action === "trust") return trust(settings)
  // Paths are not redacted: the user wants to use them.
  if (action === "path") return write(pathsOf(settings, flags.has("json")), flags.has("json"))
  if (action === "get") return print(`${valueFor(await originsOf(settings), key)}\n`)
  return flags.has("json")
    ? print(`${JSON.stringify(await originsOf(settings))}\n`, true)
    : write(await configText(settings), false)
}

/** Every value with where it comes from, or one of them; without secrets. */
export async function configText(settings: Settings, key?: string): Promise<string> {
  const origins = await originsOf(settings)
  return redactor(world().env)(key === undefined ? tableOf(origins) : `${valueFor(origins, key)}\n`)
}

async function originsOf(settings: Settings): Promise<readonly Origin[]> {
  return [...settings.origins, await serverOrigin(settings)]
}

const CHANGES: Readonly<Record<string, (path: string, words: readonly string[]) => Promise<number>>> = {
  set: async (path, words) => tell(await (await import("./edit-config.ts")).setValue(path, words)),
  unset: async (path, words) => tell((await import("./edit-config.ts")).unsetValue(path, words)),
  edit: async (path) => (await import("./edit-config.ts")).editFile(path),
}

function tell(line: string): number {
  out.line(line)
  return 0
}

async function trust(settings: Settings): Promise<number> {
  const chosen = await trustChoices(settings)
  const read = await trustReads(settings)
  const names = [
    ...chosen.map(({ key, value }) => `${key}: ${[value].flat().join(", ")}`),
    ...read.map(({ what, path }) => `${what}: ${path}`),
    ...(await trustProfile(settings)),
  ].join("; ")
  const message = names === "" ? "There is nothing to trust in this project's configuration." : `Trusted: ${names}.`
  return print(`${message}\n`)
}

function schemaOf(what = "config"): string {
  if (what === "config") return readSchema()
  if (what === "profile") return readProfileSchema()
  throw wrongUsage(`There is no schema "${what}". Use "pawl config schema" or "pawl config schema profile".`)
}

function print(text: string, isJson = false): number {
  return write(redactor(world().env)(text), isJson)
}

function write(text: string, isJson: boolean): number {
  if (isJson) out.jsonText(text)
  else out.exact(text)
  return 0
}

async function serverOrigin(settings: Settings): Promise<Origin> {
  const servers = await serversOf(settings)
  const where = [...new Set(servers.map(({ from }) => from))].join(", ")
  const value = servers.map(({ name }) => name)
  return servers.length === 0
    ? { key: "mcpServers", value: undefined, from: "nowhere", where: "not set" }
    : {
        key: "mcpServers",
        value,
        from: servers.some(({ from }) => from.startsWith(settings.workspace)) ? "project" : "user",
        where,
      }
}

function valueFor(origins: readonly Origin[], key: string | undefined): string {
  const known = [...KEYS.map((each) => each.key), "mcpServers"]
  const origin = origins.find((each) => each.key === key)
  if (origin === undefined)
    throw wrongUsage(
      `${key === undefined ? "Which key?" : `There is no key "${key}".`} Use one of: ${known.join(", ")}.`,
    )
  return origin.value === undefined ? "" : textOf(origin.value)
}

function tableOf(origins: readonly Origin[]): string {
  const rows = origins.map(({ key, value, from, where }) => {
    const shown = value === undefined ? dim("-".padEnd(30)) : textOf(value).padEnd(30)
    return `${key.padEnd(14)} ${shown} ${dim(from === "nowhere" ? where : `${from} (${where})`)}\n`
  })
  return bold(`${"KEY".padEnd(14)} ${"VALUE".padEnd(30)} FROM\n`) + rows.join("")
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : Array.isArray(value) ? value.join(", ") : JSON.stringify(value)
}

function pathsOf({ folders, workspace }: Settings, json: boolean): string {
  const paths = {
    user: files.config(folders),
    project: join(workspace, PROJECT_FILE),
    profiles: files.profiles(folders),
    database: files.database(folders),
    history: files.history(folders),
    log: files.log(folders),
  }
  if (json) return `${JSON.stringify(paths)}\n`
  const rows = Object.entries(paths).map(
    ([name, path]) => `${name.padEnd(10)} ${path}${existsSync(path) ? "" : dim(" (not there)")}\n`,
  )
  return rows.join("")
}
