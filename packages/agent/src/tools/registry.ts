// Tools by name, from all sources. The registry is rebuilt only when a source's list changed.
import { nearest } from "../base/nearest.ts"
import { PawlError } from "../contracts/error.ts"
import type { ToolDefinition } from "../contracts/model.ts"
import type { StandbyTool } from "../contracts/toolbox.ts"
import { cleanJson } from "../secrets/known-secrets.ts"
import { noObject } from "./describe-schema.ts"
import { type CompiledSchema, compileSchema, isStandard } from "./input-schema.ts"
import { schemaMistake } from "./schema-mistakes.ts"
import { tooLarge } from "./schema-size.ts"
import type { Tool, ToolSource } from "./tool.ts"

export interface Registered {
  readonly tool: Tool
  readonly schema: CompiledSchema
  /** The same object for as long as the tool exists, so that callers can count or index it once. */
  readonly definition: ToolDefinition
}

export interface Registry {
  readonly byName: ReadonlyMap<string, Registered>
  /** In a stable order, so that providers' prompt caches hit. */
  readonly definitions: readonly ToolDefinition[]
  /** Tools that cannot be used now, by name, with the reason. */
  readonly standby: ReadonlyMap<string, string>
  /** The same tools as a list: the same array until it changes. */
  readonly standbyTools: readonly StandbyTool[]
}

/** Shared between several registries of the same tools, so that each tool is checked and compiled once. */
export type Compiled = WeakMap<Tool, Registered>

/** Returns a function that gives the registry for the sources' current lists. */
export function registryOf(
  sources: readonly ToolSource[],
  clean?: Clean,
  compiled: Compiled = new WeakMap(),
): () => Registry {
  const changing = sources.filter(({ isFixed }) => isFixed !== true)
  let lists: readonly (readonly Tool[])[] | undefined
  let registry: Registry = { byName: new Map(), definitions: [], standby: new Map(), standbyTools: [] }
  return () => {
    if (lists !== undefined && (changing.length === 0 || areSame(lists, changing))) return registry
    const now = changing.map((source) => source.tools())
    registry = register(sources, compiled, clean)
    lists = now
    return registry
  }
}

/** Asked several times a round. */
function areSame(lists: readonly (readonly Tool[])[], sources: readonly ToolSource[]): boolean {
  for (let at = 0; at < sources.length; at++) if (sources[at]?.tools() !== lists[at]) return false
  return true
}

type Clean = (text: string) => string

function register(sources: readonly ToolSource[], compiled: Compiled, clean?: Clean): Registry {
  const byName = new Map<string, Registered>()
  const offered = sources.flatMap((source) =>
    source.tools().map((tool) => ({ tool, isProven: source.isProven === true })),
  )
  for (const { tool, isProven } of offered) {
    if (byName.has(tool.name)) {
      throw new PawlError(
        "tool-duplicate",
        `Two tools are named "${tool.name}". Rename one: calls must reach the right one.`,
      )
    }
    const registered = compiled.get(tool) ?? registeredFrom(tool, isProven, clean)
    compiled.set(tool, registered)
    byName.set(tool.name, registered)
  }
  const definitions = Array.from(byName.values(), ({ definition }) => definition)
  const standby = new Map(sources.flatMap((source) => source.standby?.() ?? []).map(({ name, why }) => [name, why]))
  return { byName, definitions, standby, standbyTools: Array.from(standby, ([name, why]) => ({ name, why })) }
}

/** The schema is compiled when its tool is first called: few of thousands ever are, and compiling is slow. */
function registeredFrom(tool: Tool, isProven: boolean, clean?: Clean): Registered {
  const mistake = isProven || isStandard(tool.input) ? undefined : schemaMistake(tool.input)
  if (mistake !== undefined) {
    const message = `The input schema of tool "${tool.name}" is not valid. ${mistake} Pass JSON Schema such as {"type":"object","properties":{}}.`
    throw new PawlError("config-invalid", message)
  }
  const schema = compileSchema(tool.name, tool.input, { late: true })
  const otherInput = isStandard(tool.input) ? noObject(tool.name, tool.input, schema.jsonSchema) : undefined
  if (otherInput !== undefined) throw new PawlError("config-invalid", otherInput)
  const large = isProven ? undefined : tooLarge(schema.jsonSchema)
  if (large !== undefined) {
    const message = `Tool "${tool.name}" cannot be offered: ${large}. Describe less of it, or split it into several tools.`
    throw new PawlError("config-invalid", message)
  }
  const { name, description } = tool
  const definition = { name, description, inputSchema: schema.jsonSchema }
  return { tool, schema, definition: clean === undefined || isProven ? definition : cleaned(definition, clean) }
}

/** Definitions are stored with each request, and a server may repeat in them a secret it was given. */
function cleaned(definition: ToolDefinition, clean: Clean): ToolDefinition {
  const { description, inputSchema } = definition
  const words = JSON.stringify([description, inputSchema])
  if (clean(words) === words) return definition
  return { ...definition, description: clean(description), inputSchema: cleanJson(inputSchema, clean) }
}

export function onStandby(name: string, why: string): string {
  return `The tool "${name}" is on standby and was not run: ${why}. Tell the user; it works once that is settled.`
}

/** Suggests existing tools: the three most similar ones. */
export function unknownTool(name: string, names: readonly string[]): string {
  const some = nearest(name, names, 3)
  const which = names.length > some.length ? "The nearest are" : "There are"
  const known = names.length === 0 ? "There are no tools." : `${which}: ${some.join(", ")}.`
  return `There is no tool "${name}". ${known}`
}
