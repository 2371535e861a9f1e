// The texts of the xml dialect, in both of its forms.
import type { AssistantMessage } from "../../../contracts/message.ts"
import type { ToolDefinition } from "../../../contracts/model.ts"
import { givenArguments } from "../../wire/names.ts"
import { encodeEntities } from "../reading/entities.ts"
import { exampleArguments, toolList } from "./tool-list.ts"
import { joined, type Wording } from "./writer.ts"
import { type NamedCall, xmlCall, xmlJsonCall } from "./xml-writing.ts"

export const XML_RIGHT =
  "Write <tool><server_name>SERVER</server_name><tool_name>TOOL</tool_name><arguments>...</arguments></tool>, with every element closed, and & and < in values as &amp; and &lt; or the value in <![CDATA[...]]>."

export const XML_JSON_RIGHT =
  'Write <tool>{"server_name": "SERVER", "tool_name": "TOOL", "arguments": {}}</tool>, with valid JSON between the tags.'

const HEAD = "# Tools\n\nTo use a tool, write a call exactly like this. Its result comes in the next message."

const ELEMENT_RULES = `<tool>
<server_name>local</server_name>
<tool_name>TOOL</tool_name>
<arguments>
<PARAMETER>value</PARAMETER>
</arguments>
</tool>

- Write &, < and > in values as &amp;, &lt; and &gt;, or put the value into <![CDATA[...]]>. Text over several lines belongs into CDATA, which is taken exactly as it is, line breaks at its ends included.
- A list has an <item> for each of its items; an object has an element for each of its members.
- Close every element. Do not put a call into a code block: there it is only quoted.`

const JSON_RULES = `<tool>
{"server_name": "local", "tool_name": "TOOL", "arguments": {"PARAMETER": "value"}}
</tool>

- Between the tags stands valid JSON and nothing else.
- Do not put a call into a code block: there it is only quoted.`

export const xmlWording: Wording = wording(ELEMENT_RULES, (call, tools) =>
  xmlCall(
    call,
    tools.find((tool) => tool.name === call.name),
  ),
)

export const xmlJsonWording: Wording = wording(JSON_RULES, xmlJsonCall)

function wording(rules: string, write: (call: NamedCall, tools: readonly ToolDefinition[]) => string): Wording {
  return {
    explain(tools) {
      if (tools.length === 0) return ""
      const example = (tool: ToolDefinition) => write({ name: tool.name, arguments: exampleArguments(tool) }, [tool])
      return joined(
        HEAD,
        rules,
        toolList(tools, ({ name }) => name, example),
      )
    },
    answer: (message, tools) =>
      joined(
        message.text,
        callsOf(message)
          .map((call) => write(call, tools))
          .join("\n"),
      ),
    result: (name, failed) => ({
      before: `<tool_result tool="${encodeEntities(name)}"${failed ? ' failed="true"' : ""}>\n`,
      after: "\n</tool_result>",
    }),
  }
}

/** The calls of a message. A call that could not be parsed is shown as the model wrote it. */
export function callsOf(message: AssistantMessage): readonly NamedCall[] {
  return message.calls.map((call) => ({ name: call.name, arguments: givenArguments(call) }))
}
