// Sorts tools into a few categories, for models that choose better in two steps: first the category, then the tool.
import type { ToolDefinition } from "../../contracts/model.ts"

export interface Category {
  readonly name: string
  readonly about: string
  readonly tools: readonly string[]
}

/** Categories for tools that belong to no server, and for servers that get no category of their own. */
const OWN = "local"
const REST = "others"

const SOME = 6

/** One for each server; the smallest share one when there are too many. */
export function categoriesOf(
  all: readonly ToolDefinition[],
  serverOf: (name: string) => string | undefined,
  most: number,
): readonly Category[] {
  const groups = Map.groupBy(all, ({ name }) => serverOf(name) ?? OWN)
  const bySize = [...groups].sort(([, a], [, b]) => b.length - a.length)
  const isCrowded = bySize.length > most
  const alone = isCrowded ? bySize.slice(0, most - 1) : bySize
  const shared = isCrowded ? bySize.slice(most - 1) : []
  const kept = [...alone.map(([name]) => name)]
  const own = [...groups].filter(([name]) => kept.includes(name)).map(([name, tools]) => category(name, tools))
  if (shared.length === 0) return own
  const servers = shared.map(([name]) => name)
  const rest = shared.flatMap(([, tools]) => tools)
  return [...own, { ...category(REST, rest), about: `${rest.length} tools of ${servers.join(", ")}` }]
}

function category(name: string, tools: readonly ToolDefinition[]): Category {
  const names = tools.map((tool) => tool.name)
  const some = names.slice(0, SOME).map((each) => bare(each, name))
  const more = names.length > SOME ? ", …" : ""
  return {
    name,
    tools: names,
    about: `${names.length} ${names.length === 1 ? "tool" : "tools"}: ${some.join(", ")}${more}`,
  }
}

function bare(tool: string, server: string): string {
  return tool.startsWith(`${server}__`) ? tool.slice(server.length + 2) : tool
}

export const CHOOSE_TOOLS = "choose_tools"

/** Offered in every request, so that the model can always choose again. */
export function chooserFor(categories: readonly Category[]): ToolDefinition {
  const lines = categories.map(({ name, about }) => `- ${name}: ${about}`)
  return {
    name: CHOOSE_TOOLS,
    description: `Tools are sorted into categories. Choose the one that fits what is to be done next: its tools can be used then, in place of those of another category. Choose again whenever another is needed.\n${lines.join("\n")}`,
    inputSchema: {
      type: "object",
      properties: { category: { type: "string", enum: categories.map(({ name }) => name) } },
      required: ["category"],
      additionalProperties: false,
    },
  }
}
