// The texts of the pythonic dialect: how it explains tools, and how it writes calls and results.
import type { ToolDefinition } from "../../../contracts/model.ts"
import { dottedName } from "./bracket-wording.ts"
import { exampleArguments, toolList } from "./tool-list.ts"
import { joined, type Wording } from "./writer.ts"
import { callsOf } from "./xml-wording.ts"
import type { NamedCall } from "./xml-writing.ts"

const HEAD = `# Tools

To use a tool, write two lines, exactly like this. Its result comes in the next message.

Tool: server.tool
Arguments: {"parameter": "value"}

- The arguments are one JSON object; {} if there are none.
- Do not put a call into a code block: there it is only quoted.`

export const pythonicWording: Wording = {
  explain(tools) {
    if (tools.length === 0) return ""
    const example = (tool: ToolDefinition) => written({ name: tool.name, arguments: exampleArguments(tool) })
    return joined(
      HEAD,
      toolList(tools, ({ name }) => dottedName(name), example),
    )
  },
  answer: (message) => joined(message.text, callsOf(message).map(written).join("\n")),
  result: (name, failed) => ({
    before: `Observation from ${dottedName(name)}${failed ? " (failed)" : ""}:\n`,
    after: "",
  }),
}

function written({ name, arguments: args }: NamedCall): string {
  return `Tool: ${dottedName(name)}\nArguments: ${JSON.stringify(args)}`
}
