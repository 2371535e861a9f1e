// The texts of the bracket dialect: how it explains tools, and how it writes calls and results.
import type { ToolDefinition } from "../../../contracts/model.ts"
import { isDotted, OfferedTools } from "../reading/tool-names.ts"
import { exampleArguments, toolList } from "./tool-list.ts"
import { joined, type Wording } from "./writer.ts"
import { callsOf } from "./xml-wording.ts"
import type { NamedCall } from "./xml-writing.ts"

const HEAD = `# Tools

To use a tool, write a call in square brackets, exactly like this. Its result comes in the next message.

[server.tool(parameter="value", count=3, flag=true, list=["a", "b"])]

- Name every argument. Text stands in double quotes, with \\" for a quote inside and \\n for a line break.
- Several calls stand in one pair of brackets, with commas between.
- Do not put a call into a code block: there it is only quoted.`

export const bracketWording: Wording = {
  explain(tools) {
    if (tools.length === 0) return ""
    const example = (tool: ToolDefinition) => `[${written({ name: tool.name, arguments: exampleArguments(tool) })}]`
    return joined(
      HEAD,
      toolList(tools, ({ name }) => dottedName(name), example),
    )
  },
  answer: (message) => joined(message.text, `[${callsOf(message).map(written).join(", ")}]`),
  result: (name, failed) => ({ before: `${failed ? "Error from" : "Result of"} ${dottedName(name)}:\n`, after: "" }),
}

/** "server.tool", unless it could be taken for a file name. */
export function dottedName(full: string): string {
  const { server, name } = new OfferedTools([]).split(full)
  const dotted = `${server}.${name}`
  return server !== undefined && isDotted(dotted) ? dotted : full
}

function written({ name, arguments: args }: NamedCall): string {
  const entries = Object.entries(args)
  const areNames = entries.every(([key]) => /^[A-Za-z_]\w{0,60}$/.test(key))
  // If a key is not a valid name, all arguments are written as one object.
  const given = areNames
    ? entries.map(([key, value]) => `${key}=${JSON.stringify(value)}`).join(", ")
    : JSON.stringify(args)
  return `${dottedName(name)}(${given})`
}
