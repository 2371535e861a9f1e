// The choose_tools tool: the model picks a category, and is offered the tools of that category.
import { FoundTools, type Tool, ToolFailure } from "../tools/tool.ts"
import { objectSchema, typedTool } from "../tools/typed-tool.ts"

export interface PickPorts {
  readonly name: string
  readonly categories: () => readonly { readonly name: string; readonly tools: readonly string[] }[]
}

const MAX_NAMED = 40

export function pickCategory({ name, categories }: PickPorts): Tool {
  return typedTool<{ readonly category: string }>({
    name,
    description: "Chooses a category of tools.",
    input: objectSchema({ category: { type: "string", minLength: 1 } }),
    effect: "read",
    run({ category }) {
      const all = categories()
      const chosen = all.find((each) => each.name === category)
      if (chosen === undefined) {
        const names = all.map((each) => each.name).join(", ")
        throw new ToolFailure("category-missing", `There is no category "${category}". Choose one of: ${names}.`)
      }
      const more = chosen.tools.length > MAX_NAMED ? ` and ${chosen.tools.length - MAX_NAMED} more` : ""
      const names = `${chosen.tools.slice(0, MAX_NAMED).join(", ")}${more}`
      return new FoundTools(`Tools of "${category}": ${names}. To use others, choose again.`, { category })
    },
  })
}
