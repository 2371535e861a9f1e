// The texts of the hermes dialect: how it explains tools, and how it writes calls and results.
import type { JsonObject } from "../../../contracts/json.ts"
import { encodeEntities } from "../reading/entities.ts"
import { joined, type Wording } from "./writer.ts"
import { callsOf } from "./xml-wording.ts"
import { jsonText, type NamedCall } from "./xml-writing.ts"

const RULES = `# Tools

You may call one or more functions. You are provided with function signatures within <tools></tools> XML tags:
<tools>
SIGNATURES
</tools>

For each function call, return a JSON object with function name and arguments within <tool_call></tool_call> XML tags:
<tool_call>
{"name": "NAME", "arguments": {"PARAMETER": "value"}}
</tool_call>
The result comes in the next message. Do not put a call into a code block: there it is only quoted.`

export const hermesWording: Wording = {
  explain(tools) {
    if (tools.length === 0) return ""
    // The format that these models saw in training.
    const signatures = tools.map(({ name, description, inputSchema: { $schema: _dialect, ...parameters } }) =>
      JSON.stringify({ type: "function", function: { name, description, parameters } satisfies JsonObject }),
    )
    return RULES.replace("SIGNATURES", () => signatures.join("\n"))
  },
  answer: (message) => joined(message.text, callsOf(message).map(written).join("\n")),
  result: (name, failed) => ({
    before: `<tool_response name="${encodeEntities(name)}"${failed ? ' failed="true"' : ""}>\n`,
    after: "\n</tool_response>",
  }),
}

function written({ name, arguments: args }: NamedCall): string {
  return `<tool_call>\n${jsonText({ name, arguments: args })}\n</tool_call>`
}
