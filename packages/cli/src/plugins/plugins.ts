// `pawl plugins`: lists plugins with their state and settings, checks them, and trusts those of a project.
import type { PluginStatus } from "@pawl/agent"
import { loadPlugins, type Plugins } from "@pawl/agent/plugins"
import { nameIn, optionsFor, type PluginPlace, placesOf, pluginsFor, trustPlugins } from "../agent/plugins.ts"
import { loadSettings, type Settings } from "../config/settings.ts"
import { EXIT } from "../exit-codes.ts"
import { wrongUsage } from "../failure.ts"
import type { Request } from "../line/parse.ts"
import { named } from "../terminal/plain.ts"
import { out } from "../terminal/screen.ts"
import { yellow } from "../terminal/style.ts"
import { fromHere, world } from "../world.ts"
import { newPlugin } from "./new.ts"
import { revealPlugin } from "./reveal.ts"
import { setPlugin } from "./set.ts"
import { checkText, statusText } from "./text.ts"

export async function plugins({ words, flags }: Request): Promise<number> {
  const [action = "list", ...rest] = words
  if (action === "new") return newPlugin(rest, fromHere(flags.get("cwd") ?? "."))
  const settings = await loadSettings(flags)
  switch (action) {
    case "list":
      return list(settings, flags.has("json"))
    case "check":
      return check(settings, rest[0], flags.has("json"))
    case "set":
    case "unset":
      return setPlugin(action, rest, await loaded(settings))
    case "reveal":
      return revealPlugin(rest, await loaded(settings), flags.has("json"))
    case "trust":
      return trust(settings)
    default:
      throw wrongUsage(`There is no "pawl plugins ${action}". Use one of: list, check, set, unset, reveal, new, trust.`)
  }
}

export async function loaded(settings: Settings): Promise<Plugins> {
  const { plugins: given = [], pluginOptions = {} } = await pluginsFor(settings, {})
  return loadPlugins(given, { ...pluginOptions, workspace: settings.workspace })
}

async function list(settings: Settings, isJson: boolean): Promise<number> {
  const places = await placesOf(settings)
  const off = places.filter(({ trusted }) => !trusted)
  const known = (await loaded(settings)).status()
  if (isJson) out.json([...known, ...off.map(({ given }) => ({ place: given, state: "untrusted" }))])
  else if (places.length === 0) say(NONE)
  else for (const text of [...known.map(statusText), ...off.map(untrustedText)]) say(text)
  return EXIT.done
}

const NONE = `There are no plugins. "pawl plugins new NAME" writes one to start from; --plugin PATH uses it.`

/** Checks one plugin by its path or package, or all of them. */
async function check(settings: Settings, path: string | undefined, isJson: boolean): Promise<number> {
  const how = { ...optionsFor(settings), workspace: settings.workspace }
  const given = path === undefined ? undefined : [path]
  // The user names it on the command line, so look for it in the current folder.
  const checked = given === undefined ? await loaded(settings) : await loadPlugins(given, { ...how, from: world().cwd })
  const known = checked.status()
  if (isJson) out.json(known)
  else if (known.length === 0) say(NONE)
  else for (const status of known) say(checkText(status))
  return known.some(isWrong) ? EXIT.failed : EXIT.done
}

/** Missing settings are no fault of the plugin: its user sets them. Wrong ones are. */
function isWrong({ state, problems }: PluginStatus): boolean {
  return state === "broken" || problems.length > 0
}

async function trust(settings: Settings): Promise<number> {
  const off = (await placesOf(settings)).filter(({ trusted }) => !trusted)
  if (off.length === 0) {
    say("There is nothing to trust here: the project has no untrusted plugin.")
    return EXIT.done
  }
  await trustPlugins(settings)
  say(`Trusted, until they change: ${off.map(({ given }) => named(nameIn(given))).join(", ")}.`)
  return EXIT.done
}

function untrustedText({ given }: PluginPlace): string {
  return `${named(nameIn(given))}  ${yellow('not trusted: look at it, then run "pawl plugins trust"')}\n  ${named(given)}`
}

function say(line: string): void {
  out.line(line)
}
