// One configuration file -> values: its base is merged under it, the environment and references are put in, the schema checked.
import { readFileSync } from "node:fs"
import { dirname, resolve } from "node:path"
import { badConfig, Failure } from "../failure.ts"
import { problemsOf, type Schema } from "../json-schema.ts"
import { resolveValues } from "./resolve-values.ts"

export type Tree = Readonly<Record<string, unknown>>
export type Environment = Readonly<Record<string, string | undefined>>

const SCHEMA = new URL("../../schema/config.schema.json", import.meta.url)

/** Undefined when there is no such file. */
export function readConfigFile(path: string, env: Environment): Tree | undefined {
  const raw = readWithBase(path, [])
  if (raw === undefined) return undefined
  try {
    const values = resolveValues(raw, env)
    const problems = problemsOf(values, JSON.parse(readSchema()) as Schema) // Our own file.
    if (problems.length === 0) return values
    throw new Error(`${problems.slice(0, 3).join("; ")}. Run "pawl config schema" to see what may stand there`)
  } catch (error) {
    throw broken(path, error)
  }
}

export function readSchema(): string {
  return readFileSync(SCHEMA, "utf8")
}

/** The text of a file that holds a JSON object, or undefined when there is no file. */
export function readJsonObject(path: string): Tree | undefined {
  let text: string
  try {
    text = readFileSync(path, "utf8")
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined
    throw broken(path, error)
  }
  try {
    const value: unknown = JSON.parse(text.replace(/^\ufeff/, ""))
    if (isTree(value)) return value
  } catch (error) {
    throw broken(path, error)
  }
  throw broken(path, new Error("it holds no JSON object"))
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

function readWithBase(path: string, above: readonly string[]): Tree | undefined {
  if (above.includes(path)) throw broken(path, new Error(`it is its own base: ${[...above, path].join(" -> ")}`))
  const own = readJsonObject(path)
  if (own === undefined || typeof own.base !== "string") return own
  const basePath = resolve(dirname(path), own.base)
  const base = readWithBase(basePath, [...above, path])
  if (base === undefined) throw broken(path, new Error(`its base "${own.base}" is not there (${basePath})`))
  const { base: _, ...rest } = own
  return merge(base, rest)
}

function broken(path: string, error: unknown): Failure {
  if (error instanceof Failure) return error
  const why = error instanceof Error ? error.message : String(error)
  return badConfig(`The configuration "${path}" cannot be used: ${why}. Correct it and try again.`, error)
}
