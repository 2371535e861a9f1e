// The xml dialect (seed 002): a call between <tool> and </tool>, as elements or as JSON. The parser accepts both forms,
// whichever the prompt asks for.
import { defined } from "../../base/defined.ts"
import type { Dialect } from "../../contracts/dialect.ts"
import { AnswerReader } from "./reading/answer-reader.ts"
import type { CallSource } from "./reading/called.ts"
import type { Taken } from "./reading/markup.ts"
import { attributesOf, tagMarkup } from "./reading/tag-markup.ts"
import type { Content, Tag } from "./reading/tagged-body.ts"
import { readTaggedJson, taken } from "./reading/tagged-json.ts"
import { OfferedTools } from "./reading/tool-names.ts"
import { readXmlCall } from "./reading/xml-call.ts"
import type { XmlNode } from "./reading/xml-scanner.ts"
import { textOf } from "./reading/xml-text.ts"
import { type TextOptions, writer } from "./writing/writer.ts"
import { XML_JSON_RIGHT, XML_RIGHT, xmlJsonWording, xmlWording } from "./writing/xml-wording.ts"

export interface XmlOptions extends TextOptions {
  /** The form that calls are written in. Default: elements. */
  readonly form?: "elements" | "json"
}

export function xml({ form = "elements", ...options }: XmlOptions = {}): Dialect {
  const isJson = form === "json"
  return {
    name: isJson ? "xml-json" : "xml",
    write: writer(isJson ? xmlJsonWording : xmlWording, options),
    read: (tools, output) =>
      new AnswerReader(tagMarkup({ name: "tool", tag: toolTag(new OfferedTools(tools), isJson) }), output),
  }
}

function toolTag(offered: OfferedTools, isJson: boolean): Tag {
  const right = isJson ? XML_JSON_RIGHT : XML_RIGHT
  return {
    open: "<tool>",
    close: "</tool>",
    edges: /<\/?tool>/gi,
    takesXml: true,
    right,
    read(content) {
      const { name } = attributesOf(content.opening)
      const raw = content.opening + content.raw
      return readContent(content, { raw, right, offered, ...defined({ name }) }, isJson)
    },
  }
}

function readContent({ kind, raw, root }: Content, source: CallSource, isJson: boolean): Taken {
  const isEmptyJson = isJson && raw.trim() === ""
  if (root === undefined || isEmptyJson) {
    return readTaggedJson(raw, source, kind === "json" || isJson ? "malformed-json" : "malformed-xml")
  }
  const json = jsonIn(root, raw)
  return json === undefined ? taken([readXmlCall(root, raw, source)]) : readTaggedJson(json, source, "malformed-json")
}

/** JSON inside CDATA. */
function jsonIn(root: XmlNode, raw: string): string | undefined {
  if (root.children.length > 0) return undefined
  const text = textOf(root, raw)
  return /^\s*\{/.test(text) ? text : undefined
}
