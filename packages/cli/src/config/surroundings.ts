// Values that come from where a command is run: the locale and the workspace.
import { accessSync, constants, realpathSync, type Stats, statSync } from "node:fs"
import { badInput } from "../failure.ts"
import type { Flags } from "../line/parse.ts"
import { fromHere } from "../world.ts"
import type { Environment } from "./read-file.ts"

/** The locale of the environment: "de_DE.UTF-8" becomes "de-DE". */
export function localeFrom({ LC_ALL, LC_MESSAGES, LANG }: Environment): string | undefined {
  const given = [LC_ALL, LC_MESSAGES, LANG].find((each) => each !== undefined && each !== "")
  const [locale = ""] = (given ?? "").split(/[.@]/)
  return /^[a-z]{2,3}(?:[_-][A-Za-z0-9]+)*$/.test(locale) ? locale.replaceAll("_", "-") : undefined
}

export function workspaceFrom(flags: Flags): string {
  const given = flags.get("cwd")
  const path = fromHere(given ?? ".")
  const stats = statsOf(path)
  if (stats?.isDirectory() === true) return realpathSync(path)
  const what = stats === undefined ? "does not exist" : "is not a folder"
  throw badInput(`The workspace "${path}" ${what}. Create it, or pass a folder with --cwd.`)
}

/** Refuses a folder that this user may not look into, before its first file is looked for. */
function statsOf(path: string): Stats | undefined {
  try {
    const stats = statSync(path, { throwIfNoEntry: false })
    if (stats?.isDirectory() === true) accessSync(path, constants.R_OK | constants.X_OK)
    return stats
  } catch {
    throw badInput(
      `The workspace "${path}" may not be read by this user. Change its rights, or pass a folder with --cwd.`,
    )
  }
}
