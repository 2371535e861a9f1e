// The search_tools tool: when only some tools are offered, the model can search for others. The tools it finds are
// offered from then on.
import type { ToolDefinition } from "../contracts/model.ts"
import type { ToolIndex } from "../contracts/tool-index.ts"
import { FoundTools, type Tool } from "../tools/tool.ts"
import { objectSchema, typedTool } from "../tools/typed-tool.ts"

export const SEARCH_TOOLS = "search_tools"

export interface SearchPorts {
  readonly index: ToolIndex
  readonly all: () => readonly ToolDefinition[]
  readonly serverOf: (name: string) => string | undefined
}

interface Input {
  readonly query: string
  readonly server?: string
  readonly limit?: number
}

const DEFAULT_LIMIT = 8
const MAX_FOUND = 20
const ABOUT_CHARS = 160
const MAX_SERVERS = 40

export function searchTools({ index, all, serverOf }: SearchPorts): Tool {
  return typedTool<Input>({
    ...searchToolsDefinition([], serverOf),
    input: INPUT,
    effect: "read",
    async run({ query, server, limit = DEFAULT_LIMIT }) {
      const known = all()
      const among = server === undefined ? known : known.filter(({ name }) => serverOf(name) === server)
      if (among.length === 0)
        return new FoundTools(`There is no server "${server}". ${serversIn(known, serverOf)}`, NONE)
      const loads = await index.find(query, { most: limit, among })
      if (loads.length === 0) return new FoundTools(`No tool fits "${query}". ${serversIn(known, serverOf)}`, NONE)
      const byName = new Map(among.map((tool) => [tool.name, tool]))
      const lines = loads.map((name) => `- ${name}: ${firstLine(byName.get(name)?.description ?? "")}`)
      return new FoundTools(`These can be called now:\n${lines.join("\n")}`, { loads })
    },
  })
}

const NONE: FoundTools["found"] = { loads: [] }

const INPUT = objectSchema({
  query: { type: "string", minLength: 1, description: "What is to be done, in a few words." },
  "server?": { type: "string", description: "Only tools of this server." },
  "limit?": {
    type: "integer",
    minimum: 1,
    maximum: MAX_FOUND,
    description: `At most so many; ${DEFAULT_LIMIT} if left out.`,
  },
})

/** The definition that a model is shown: it says that there are more tools than those listed. */
export function searchToolsDefinition(
  all: readonly ToolDefinition[],
  serverOf: SearchPorts["serverOf"],
): Pick<ToolDefinition, "name" | "description" | "inputSchema"> {
  const known = shown.get(all)
  if (known !== undefined) return known
  const many =
    all.length === 0
      ? "There may be more tools than are listed."
      : `There are ${all.length} tools; only some are listed.`
  const description = `Finds tools by what is to be done. ${many} Search before you say that something cannot be done. ${serversIn(all, serverOf)}`
  const tool = { name: SEARCH_TOOLS, description: description.trim(), inputSchema: INPUT }
  shown.set(all, tool)
  return tool
}

const shown = new WeakMap<readonly ToolDefinition[], ToolDefinition>()

function serversIn(all: readonly ToolDefinition[], serverOf: SearchPorts["serverOf"]): string {
  const servers = [...new Set(all.flatMap(({ name }) => serverOf(name) ?? []))]
  if (servers.length === 0) return ""
  const more = servers.length > MAX_SERVERS ? ` and ${servers.length - MAX_SERVERS} more` : ""
  return `Servers: ${servers.slice(0, MAX_SERVERS).join(", ")}${more}.`
}

function firstLine(text: string): string {
  const [line = ""] = text.trim().split("\n")
  return line.length <= ABOUT_CHARS ? line : `${line.slice(0, ABOUT_CHARS).trimEnd()}…`
}
