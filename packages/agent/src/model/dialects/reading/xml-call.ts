// Turns the elements of a call into a call: <server_name>, <tool_name>, <arguments>.
import type { Json, JsonObject } from "../../../contracts/json.ts"
import {
  ARGUMENTS,
  argumentsIn,
  type CallSource,
  missingName,
  NAMES,
  notAnObject,
  type Read,
  SERVERS,
  written,
} from "./called.ts"
import { problem } from "./problems.ts"
import { readJson } from "./repair-json.ts"
import { typed } from "./schema.ts"
import { ownName, type XmlNode } from "./xml-scanner.ts"
import { textOf } from "./xml-text.ts"
import { XmlValues } from "./xml-values.ts"

/** `text`: the text that the positions in `root` refer to. */
export function readXmlCall(root: XmlNode, text: string, source: CallSource): Read {
  const named = root.children.find((node) => NAMES.includes(ownName(node)))
  const name = named === undefined ? (source.name ?? "") : textOf(named, text).trim()
  const broken = brokenIn(root, text)
  if (broken !== undefined) return malformed(broken, source)
  if (name === "") return missingName(source)
  const server = root.children.find((node) => SERVERS.includes(ownName(node)))
  const serverName = server === undefined ? "" : textOf(server, text)
  const tool = source.offered.find(source.offered.split(name, serverName))
  const values = new XmlValues(text)
  const given = argumentsOf(root, values, tool?.inputSchema)
  if (values.flaw !== undefined) return malformed(values.flaw, source)
  if (typeof given !== "string") return written(name, serverName, given, source.offered)
  return fromText(given, name, serverName, source)
}

/** An object, or the text found in its place. */
function argumentsOf(root: XmlNode, values: XmlValues, schema: JsonObject | undefined): JsonObject | string {
  const type = schema === undefined ? undefined : typed(schema)
  const node = argumentsNode(root)
  if (node !== undefined && node.children.length === 0) return values.text(node)
  const known = [...NAMES, ...SERVERS, "arguments"]
  const members = node?.children ?? root.children.filter((child) => !known.includes(ownName(child)))
  return values.object(members, type)
}

/** Found by its own name, or by another name that models use if nothing else can be meant. */
function argumentsNode(root: XmlNode): XmlNode | undefined {
  const own = root.children.find((node) => ownName(node) === "arguments")
  return own ?? root.children.find((node) => ARGUMENTS.includes(ownName(node)) && node.children.length > 0)
}

/** For text where elements were expected: nothing, or JSON. */
function fromText(text: string, name: string, server: string, source: CallSource): Read {
  if (text.trim() === "") return written(name, server, {}, source.offered)
  const isJson = /^\s*[{[]/.test(text)
  const read = readJson(text)
  if (isJson && read.kind === "broken") {
    return problem(
      "malformed-json",
      `The arguments of "${name}" cannot be read: ${read.what}. ${source.right}`,
      source.raw,
    )
  }
  const value: Json = read.kind === "read" && read.values.length === 1 ? (read.values[0] ?? null) : text
  const args = typeof value === "object" ? argumentsIn(value) : undefined
  return args === undefined
    ? notAnObject(`The arguments of "${name}"`, value, source)
    : written(name, server, args, source.offered)
}

/** Structure that was not closed. Text inside an argument may look like tags; structure may not. */
function brokenIn(root: XmlNode, text: string): string | undefined {
  const node = argumentsNode(root)
  const unclosed = node?.unclosed ?? root.unclosed
  if (unclosed !== undefined) return `<${unclosed.name}> is never closed`
  const stray = node === undefined ? undefined : strayIn(node, text)
  return stray === undefined ? undefined : `the text ${JSON.stringify(stray)} stands between the arguments`
}

function strayIn(node: XmlNode, text: string): string | undefined {
  let at = node.inner
  if (node.children.length === 0) return undefined
  for (const child of [...node.children, undefined]) {
    const between = text
      .slice(at, child?.at ?? node.end)
      .replace(/<!--[\s\S]*?-->/g, "")
      .trim()
    if (between !== "") return between.slice(0, 40)
    at = child?.to ?? node.end
  }
  return undefined
}

function malformed(what: string, { raw, right }: CallSource): Read {
  return problem("malformed-xml", `The XML of the call cannot be read: ${what}. ${right}`, raw)
}
