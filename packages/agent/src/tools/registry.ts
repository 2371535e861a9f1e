// Tools by name, from all their sources. Made anew when a source's list changed, and only then.
import { PawlError } from "../contracts/error.ts"
import type { ToolDefinition } from "../contracts/model.ts"
import { type CompiledSchema, compileSchema } from "./input-schema.ts"
import type { Tool, ToolSource } from "./tool.ts"

export interface Registered {
  readonly tool: Tool
  readonly schema: CompiledSchema
}

export interface Registry {
  readonly byName: ReadonlyMap<string, Registered>
  /** In a stable order, so that providers' prompt caches hit. */
  readonly definitions: readonly ToolDefinition[]
}

/** Answers with the registry as the sources stand now. */
export function registryOf(sources: readonly ToolSource[]): () => Registry {
  const compiled = new WeakMap<Tool, Registered>()
  let lists: readonly (readonly Tool[])[] = []
  let registry: Registry = { byName: new Map(), definitions: [] }
  return () => {
    const now = sources.map((source) => source.tools())
    if (now.length === lists.length && now.every((list, index) => list === lists[index])) return registry
    registry = register(sources, compiled)
    lists = now
    return registry
  }
}

function register(sources: readonly ToolSource[], compiled: WeakMap<Tool, Registered>): Registry {
  const byName = new Map<string, Registered>()
  const offered = sources.flatMap((source) => source.tools().map((tool) => ({ tool, late: source.isProven === true })))
  for (const { tool, late } of offered) {
    if (byName.has(tool.name)) {
      throw new PawlError(
        "tool-duplicate",
        `Two tools are named "${tool.name}". Rename one: calls must reach the right one.`,
      )
    }
    const registered = compiled.get(tool) ?? { tool, schema: compileSchema(tool.name, tool.input, { late }) }
    compiled.set(tool, registered)
    byName.set(tool.name, registered)
  }
  const definitions = Array.from(byName.values(), ({ tool, schema }) => ({
    name: tool.name,
    description: tool.description,
    inputSchema: schema.jsonSchema,
  }))
  return { byName, definitions }
}

export function unknownTool(name: string, { byName }: Registry): string {
  const names = [...byName.keys()]
  const known = names.length === 0 ? "There are no tools." : `There are: ${names.join(", ")}.`
  return `There is no tool "${name}". ${known}`
}
