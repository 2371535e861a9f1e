// Repairs local paths that a model wrote as it knows them from examples. No guess leads outside of the folder that the
// tool is limited to: the workspace may get a folder of that name later.
import { relative, sep } from "node:path"
import type { Json, JsonObject } from "../../contracts/json.ts"
import type { Registered } from "../registry.ts"
import { knownFolder } from "./known-folders.ts"
import { type Whereabouts, whereaboutsOf } from "./local-places.ts"
import { isPathParameter } from "./path-parameters.ts"
import { placeholderUser } from "./placeholder-users.ts"
import type { Repaired, Surroundings } from "./repair.ts"
import { tilde } from "./tilde.ts"

const GUESSES = [placeholderUser, knownFolder]

export async function repairPaths(
  given: JsonObject,
  { tool: { name: tool, description, localPaths }, schema }: Pick<Registered, "tool" | "schema">,
  around: Surroundings,
): Promise<Repaired> {
  if (localPaths === undefined) return { arguments: given, repairs: [] }
  const { within, isSupposed = false } = localPaths
  const described = { name: tool, description, schema: schema.jsonSchema }
  const repairs: string[] = []
  const meantBy = async (path: Json, name: string, where: Whereabouts): Promise<Json> => {
    const meant = typeof path === "string" ? await meantPath(path, { within, where }, around) : undefined
    if (meant === undefined) return path
    repairs.push(`"${name}" was ${JSON.stringify(path)}, taken as ${JSON.stringify(meant)}`)
    return meant
  }
  const entries: [string, Json][] = []
  for (const [name, value] of Object.entries(given)) {
    const where = isSupposed ? whereaboutsOf(name, given, described) : "here"
    if (where === "elsewhere" || !isPathParameter(name, tool)) entries.push([name, value])
    else if (!Array.isArray(value)) entries.push([name, await meantBy(value, name, where)])
    else {
      const all = value.map((each: Json, index) => meantBy(each, `${name}.${index}`, where))
      entries.push([name, await Promise.all(all)])
    }
  }
  return repairs.length === 0 ? { arguments: given, repairs } : { arguments: Object.fromEntries(entries), repairs }
}

interface Bounds {
  readonly within: string | undefined
  readonly where: Whereabouts
}

async function meantPath(path: string, { within, where }: Bounds, around: Surroundings): Promise<string | undefined> {
  // "~" has one meaning only, so it is expanded even if the tool may not go there.
  const atHome = await tilde(path, around)
  if (atHome !== undefined) return where === "here" || (await around.exists(atHome)) ? atHome : undefined
  const guesses = where === "here" ? GUESSES : [placeholderUser]
  const all = await Promise.all(guesses.map((repair) => repair(path, around)))
  const meant = new Set(all.filter((each) => each !== undefined && isWithin(each, within)))
  const [only, ...others] = [...meant]
  if (only === undefined || others.length > 0) return undefined
  return where === "here" || (await around.exists(only)) ? only : undefined
}

function isWithin(path: string, folder: string | undefined): boolean {
  if (folder === undefined) return true
  const way = relative(folder, path)
  return way !== ".." && !way.startsWith(`..${sep}`)
}
