// One configuration file -> values: its base is merged under it, the environment and references are put in, the schema checked.
import { readFileSync, realpathSync, type Stats, statSync } from "node:fs"
import { dirname, isAbsolute, relative, resolve, sep } from "node:path"
import { badConfig, Failure } from "../failure.ts"
import { resolveValues } from "./resolve-values.ts"

export type Tree = Readonly<Record<string, unknown>>
export type Environment = Readonly<Record<string, string | undefined>>

const SCHEMA = new URL("../../schema/config.schema.json", import.meta.url)

/** Undefined when there is no such file. */
export async function readConfigFile(path: string, env: Environment, whose: "user" | "project" = "user") {
  const raw = readWithBase(path, [], whose === "project" ? dirname(path) : undefined)
  if (raw === undefined) return undefined
  try {
    if (whose === "project") refuseLeaks(raw)
    const values = resolveValues(raw, env)
    const problems = await problemsOf(values)
    if (problems.length === 0) return values
    throw new Error(`${problems.slice(0, 3).join("; ")}. Run "pawl config schema" to see what may stand there`)
  } catch (error) {
    throw broken(path, error)
  }
}

/**
 * What stands in a project's file is somebody else's wish. Its servers get variables only once the project is trusted; in
 * instructions and the like a variable would go to whoever answers, and from there anywhere.
 */
function refuseLeaks({ mcpServers: _trusted, ...rest }: Tree): void {
  const text = JSON.stringify(rest)
  const leak = /(?<!\$)\$\{([A-Za-z_]\w*)/.exec(text)
  if (leak !== null)
    throw new Error(
      `it takes ${leak[1]} from the environment outside "mcpServers", which a project may not. Put that into your own configuration`,
    )
  // Nothing but the servers has variables in it, so whatever refers to none of them has none either.
  const detour = /"(#mcpServers(?:\.[\w$-]+)*)"/.exec(text)
  if (detour !== null)
    throw new Error(
      `it refers to "${detour[1]}" outside "mcpServers", where variables may stand, which a project may not. Write out what you mean`,
    )
}

async function problemsOf(values: Tree): Promise<readonly string[]> {
  // A validator takes longer to load than all the rest: only who has a file pays for it.
  const { schemaChecker } = await import("@pawl/agent")
  return schemaChecker(JSON.parse(readSchema()), { root: "it" })(values)
}

export function readSchema(): string {
  return readFileSync(SCHEMA, "utf8")
}

interface ReadHow {
  readonly mayBePipe?: boolean
  /** No error quotes what stands in it. */
  readonly isPrivate?: boolean
}

/** What a file holds that is a JSON object, or undefined when there is no file. `what` it is called in an error. */
export function readJsonObject(path: string, what = "configuration", how: ReadHow = {}): Tree | undefined {
  try {
    const stats = statSync(path, { throwIfNoEntry: false })
    if (stats === undefined) return undefined
    // Whoever reads a pipe or a device may wait for ever; but who names one, as a shell's <(...) does, means it.
    if (!stats.isFile() && !(how.mayBePipe && stats.isFIFO())) throw new Error(`it is ${kindOf(stats)} and not a file`)
    const value: unknown = parse(readFileSync(path, "utf8").replace(/^\ufeff/, ""), how)
    if (isTree(value)) return value
    throw new Error("it holds no JSON object")
  } catch (error) {
    throw broken(path, error, what)
  }
}

function parse(text: string, { isPrivate = false }: ReadHow): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw isPrivate ? new Error("it is not JSON") : error
  }
}

function kindOf(stats: Stats): string {
  if (stats.isDirectory()) return "a folder"
  if (stats.isFIFO()) return "a named pipe"
  return stats.isSocket() ? "a socket" : "a device"
}

/** Objects are merged key by key; everything else is replaced. */
export function merge(under: Tree, over: Tree): Tree {
  const merged: Record<string, unknown> = { ...under }
  for (const [key, value] of Object.entries(over)) {
    const below = merged[key]
    merged[key] = isTree(below) && isTree(value) ? merge(below, value) : value
  }
  return merged
}

export function isTree(value: unknown): value is Tree {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}

/** `within`: the folder of a project, whose file may have no others read than its own. */
function readWithBase(path: string, above: readonly string[], within: string | undefined): Tree | undefined {
  if (above.includes(path)) throw broken(path, new Error(`it is its own base: ${[...above, path].join(" -> ")}`))
  const own = readJsonObject(path, "configuration", {
    isPrivate: within !== undefined && (above.length > 0 || !isInside(within, path)),
  })
  if (own === undefined || typeof own.base !== "string") return own
  const basePath = resolve(dirname(path), own.base)
  if (within !== undefined && !isInside(within, basePath))
    throw broken(
      path,
      new Error(
        `its base "${own.base}" is outside of the project's folder, and a project may not have other files read. Put that into your own configuration`,
      ),
    )
  const base = readWithBase(basePath, [...above, path], within)
  if (base === undefined) throw broken(path, new Error(`its base "${own.base}" is not there (${basePath})`))
  const { base: _, ...rest } = own
  return merge(base, rest)
}

/** With links followed; what is not there leads nowhere, and is judged by its name. */
export function isInside(folder: string, path: string): boolean {
  const isThere = statSync(path, { throwIfNoEntry: false }) !== undefined
  const way = isThere ? relative(realpathSync(folder), realpathSync(path)) : relative(folder, path)
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}

function broken(path: string, error: unknown, what = "configuration"): Failure {
  if (error instanceof Failure) return error
  const why = error instanceof Error ? error.message : String(error)
  return badConfig(`The ${what} "${path}" cannot be used: ${why}. Correct it and try again.`, error)
}
