// Reads one configuration file: merges it over its base, inserts variables and references, and checks the schema.
import { readFileSync, realpathSync, type Stats, statSync } from "node:fs"
import { dirname, isAbsolute, relative, resolve, sep } from "node:path"
import { badConfig, Failure } from "../failure.ts"
import { movedKeys } from "./moved-keys.ts"
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
    throw new Error(`${problems.slice(0, 3).join("; ")}. Run "pawl config schema" to see what is allowed`)
  } catch (error) {
    throw broken(path, error)
  }
}

/**
 * A project's file is untrusted input. Its servers get variables only once the project is trusted; in instructions and the
 * like, the value of a variable would be sent to the model provider, and could go anywhere from there.
 */
function refuseLeaks({ mcpServers: _trusted, ...rest }: Tree): void {
  const text = JSON.stringify(rest)
  const leak = /(?<!\$)\$\{([A-Za-z_]\w*)/.exec(text)
  if (leak !== null)
    throw new Error(
      `it uses the variable ${leak[1]} outside "mcpServers", which a project may not. Put that into your own configuration`,
    )
  // Only the servers contain variables now, so text that refers to no server cannot contain one either.
  const detour = /"(#mcpServers(?:\.[\w$-]+)*)"/.exec(text)
  if (detour !== null)
    throw new Error(
      `it refers to "${detour[1]}" outside "mcpServers", which a project may not, because servers may contain variables. Write the value out`,
    )
}

/** What the schema refuses. */
export async function problemsOf(values: Tree): Promise<readonly string[]> {
  // The validator takes longer to load than everything else, so load it only when there is a file.
  const { schemaChecker } = await import("@pawl/agent")
  return [...movedKeys(values), ...schemaChecker(JSON.parse(readSchema()), { root: "it" })(values)]
}

export function readSchema(): string {
  return readFileSync(SCHEMA, "utf8")
}

interface ReadHow {
  readonly mayBePipe?: boolean
  /** No error quotes its content. */
  readonly isPrivate?: boolean
}

/** Reads a file that holds a JSON object; undefined when there is no file. `what`: how errors call it. */
export function readJsonObject(path: string, what = "configuration", how: ReadHow = {}): Tree | undefined {
  try {
    const stats = statSync(path, { throwIfNoEntry: false })
    if (stats === undefined) return undefined
    // Reading a pipe or a device may block forever; a pipe that the user names, as a shell's <(...) does, is meant.
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

/** `within`: the folder of a project, whose file may refer only to files inside it. */
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
        `its base "${own.base}" is outside of the project's folder, and a project may not refer to files there. Put that into your own configuration`,
      ),
    )
  const base = readWithBase(basePath, [...above, path], within)
  if (base === undefined) throw broken(path, new Error(`its base "${own.base}" does not exist (${basePath})`))
  const { base: _, ...rest } = own
  return merge(base, rest)
}

/** Follows links; a path that does not exist is judged by its name. */
export function isInside(folder: string, path: string): boolean {
  const isThere = statSync(path, { throwIfNoEntry: false }) !== undefined
  const way = isThere ? relative(realpathSync(folder), realpathSync(path)) : relative(folder, path)
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}

function broken(path: string, error: unknown, what = "configuration"): Failure {
  if (error instanceof Failure) return error
  const { code } = error instanceof Error ? (error as NodeJS.ErrnoException) : {}
  if (code === "EACCES" || code === "EPERM")
    return badConfig(`The ${what} "${path}" may not be read by this user. Change its rights, or set PAWL_HOME.`, error)
  const why = error instanceof Error ? error.message : String(error)
  return badConfig(`The ${what} "${path}" cannot be used: ${why}. Correct it and try again.`, error)
}
