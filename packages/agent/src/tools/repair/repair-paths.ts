// Paths of this machine that a model wrote as it learned them elsewhere. No guess leads to where a tool may not go: a workspace
// may have a folder of that name one day.
import { relative, sep } from "node:path"
import type { Json, JsonObject } from "../../contracts/json.ts"
import type { Tool } from "../tool.ts"
import { knownFolder } from "./known-folders.ts"
import { isPathParameter } from "./path-parameters.ts"
import { placeholderUser } from "./placeholder-users.ts"
import type { Repaired, Surroundings } from "./repair.ts"
import { tilde } from "./tilde.ts"

const GUESSES = [placeholderUser, knownFolder]

export async function repairPaths(
  given: JsonObject,
  { name: tool, localPaths }: Pick<Tool, "name" | "localPaths">,
  around: Surroundings,
): Promise<Repaired> {
  if (localPaths === undefined) return { arguments: given, repairs: [] }
  const repairs: string[] = []
  const meantBy = async (path: Json, name: string): Promise<Json> => {
    const meant = typeof path === "string" ? await meantPath(path, localPaths.within, around) : undefined
    if (meant === undefined) return path
    repairs.push(`"${name}" was ${JSON.stringify(path)}, taken as ${JSON.stringify(meant)}`)
    return meant
  }
  const entries: [string, Json][] = []
  for (const [name, value] of Object.entries(given)) {
    if (!isPathParameter(name, tool)) entries.push([name, value])
    else if (!Array.isArray(value)) entries.push([name, await meantBy(value, name)])
    else entries.push([name, await Promise.all(value.map((each: Json, index) => meantBy(each, `${name}.${index}`)))])
  }
  return repairs.length === 0 ? { arguments: given, repairs } : { arguments: Object.fromEntries(entries), repairs }
}

async function meantPath(path: string, within: string | undefined, around: Surroundings): Promise<string | undefined> {
  // It means one thing only, also where a tool may not go.
  const atHome = await tilde(path, around)
  if (atHome !== undefined) return atHome
  const all = await Promise.all(GUESSES.map((repair) => repair(path, around)))
  const meant = new Set(all.filter((each) => each !== undefined && isWithin(each, within)))
  return meant.size === 1 ? [...meant][0] : undefined
}

function isWithin(path: string, folder: string | undefined): boolean {
  if (folder === undefined) return true
  const way = relative(folder, path)
  return way !== ".." && !way.startsWith(`..${sep}`)
}
