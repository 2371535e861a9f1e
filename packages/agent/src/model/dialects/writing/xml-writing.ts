// Writes a call as elements. Where elements cannot carry the arguments exactly (null, a list in a place for text, a
// name that is not valid in XML), the call is written as JSON between the same tags. The parser accepts both forms.
import { isObject } from "../../../base/is-object.ts"
import type { Json, JsonObject } from "../../../contracts/json.ts"
import type { ToolDefinition } from "../../../contracts/model.ts"
import { encodeEntities } from "../reading/entities.ts"
import { isList } from "../reading/json-object.ts"
import { XmlForm } from "../reading/tagged-forms.ts"
import { OfferedTools } from "../reading/tool-names.ts"
import { readXmlCall } from "../reading/xml-call.ts"

export interface NamedCall {
  /** The tool's full name. */
  readonly name: string
  readonly arguments: JsonObject
}

export function xmlCall(call: NamedCall, tool: ToolDefinition | undefined): string {
  const offered = new OfferedTools(tool === undefined ? [] : [tool])
  const { server = "local", name } = offered.split(call.name)
  const members = Object.entries(call.arguments).map(([key, value]) => element(key, value))
  const args = members.length === 0 ? "<arguments></arguments>" : `<arguments>\n${members.join("\n")}\n</arguments>`
  const content = `\n<server_name>${server}</server_name>\n<tool_name>${name}</tool_name>\n${args}\n`
  return carries(content, call, offered) ? `<tool>${content}</tool>` : xmlJsonCall(call)
}

export function xmlJsonCall(call: NamedCall): string {
  const { server = "local", name } = new OfferedTools([]).split(call.name)
  return `<tool>\n${jsonText({ server_name: server, tool_name: name, arguments: call.arguments })}\n</tool>`
}

/** JSON in which no closing tag can be found, by any parser. */
export function jsonText(value: Json): string {
  return JSON.stringify(value).replaceAll("</", "<\\/")
}

/** Whether parsing the written call returns the same call. */
function carries(content: string, call: NamedCall, offered: OfferedTools): boolean {
  const form = new XmlForm(0)
  form.push(content, 0, content.length)
  if (!form.mayClose() || form.wholeUntil() === undefined) return false
  const read = readXmlCall(form.finished(), content, { raw: "", right: "", offered })
  return "arguments" in read && JSON.stringify(read.arguments) === JSON.stringify(call.arguments)
}

function element(name: string, value: Json): string {
  return `<${name}>${inside(value)}</${name}>`
}

function inside(value: Json): string {
  if (isList(value)) return value.map((each) => element("item", each)).join("")
  if (isObject(value))
    return Object.entries(value)
      .map(([key, each]) => element(key, each))
      .join("")
  return typeof value === "string" ? textOf(value) : String(value)
}

/**
 * Escapes up to three special characters. Text with more of them, or with a line break at either end, goes into CDATA.
 */
function textOf(value: string): string {
  const signs = value.match(/[<>&]/g)?.length ?? 0
  const isFragile = signs > 3 || /^\s*\n|\n\s*$/.test(value)
  return isFragile ? `<![CDATA[${value.replaceAll("]]>", "]]]]><![CDATA[>")}]]>` : encodeEntities(value)
}
