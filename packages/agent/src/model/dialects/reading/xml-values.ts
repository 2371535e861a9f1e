// Turns elements into JSON values, typed by the tool's schema. Without a schema, text stays text, children make an
// object, and siblings of the same name a list.
import { isObject } from "../../../base/is-object.ts"
import type { Json, JsonObject } from "../../../contracts/json.ts"
import { type Draft, isList, put } from "./json-object.ts"
import { readOneValue } from "./repair-json.ts"
import { itemsOf, type Kind, kindsOf, propertyNames, propertyOf, type Typed } from "./schema.ts"
import type { XmlNode } from "./xml-scanner.ts"
import { flawIn, textOf } from "./xml-text.ts"

export class XmlValues {
  readonly #raw: string
  /** The first error found. */
  flaw: string | undefined

  constructor(raw: string) {
    this.#raw = raw
  }

  object(nodes: readonly XmlNode[], type: Typed | undefined): JsonObject {
    const groups = Map.groupBy(nodes, ({ name }) => name)
    const object: Draft = {}
    for (const [name, group] of groups) put(object, name, this.#member(group, propertyOf(type, name)))
    return object
  }

  #member(group: readonly XmlNode[], type: Typed | undefined): Json {
    const kinds = kindsOf(type)
    const [first, ...more] = group
    if (first === undefined) return null // Cannot happen: a group has at least one node.
    if (more.length > 0) return group.map((node) => this.#value(node, kinds.has("array") ? itemsOf(type) : type))
    return this.#value(first, type)
  }

  #value(node: XmlNode, type: Typed | undefined): Json {
    const kinds = kindsOf(type)
    const isTree = node.children.length > 0
    if (kinds.has("array") && (isTree || !kinds.has("string"))) return this.#list(node, type)
    if (kinds.has("object") && (isTree || !kinds.has("string"))) return this.#nested(node, type)
    if (kinds.size > 0) return scalar(textOf(node, this.#raw), kinds)
    if (!isTree || this.#isMixed(node)) return this.text(node)
    return isContainer(node) ? this.#list(node, undefined) : this.object(node.children, undefined)
  }

  /** Without a schema, an unclosed tag is text only directly after a word; elsewhere it was meant as an element. */
  text(node: XmlNode): string {
    const flaw = flawIn(node)
    if (flaw !== undefined) this.flaw ??= flaw
    return textOf(node, this.#raw)
  }

  /** The children are items, unless they are the members of a single item. */
  #list(node: XmlNode, type: Typed | undefined): Json {
    const items = itemsOf(type)
    if (node.children.length === 0) return this.#listFromText(node, items)
    const members = kindsOf(items).has("object") ? propertyNames(items) : []
    const isOnly = members.length > 0 && node.children.every(({ name }) => members.includes(name))
    if (isOnly) return [this.object(node.children, items)]
    return node.children.map((child) => this.#value(child, items))
  }

  #listFromText(node: XmlNode, items: Typed | undefined): Json {
    const text = textOf(node, this.#raw)
    if (text.trim() === "") return []
    const value = text.trim().startsWith("[") ? readOneValue(text) : undefined
    return isList(value) ? value : [this.#value(node, items)]
  }

  #nested(node: XmlNode, type: Typed | undefined): Json {
    if (node.children.length > 0) return this.object(node.children, type)
    const text = textOf(node, this.#raw)
    if (text.trim() === "") return {}
    const value = text.trim().startsWith("{") ? readOneValue(text) : undefined
    return isObject(value) ? value : text
  }

  /** Whether text stands between the elements: then it is a document and not data. */
  #isMixed(node: XmlNode): boolean {
    if (node.unclosed !== undefined || node.cdata.length > 0) return true
    let at = node.inner
    for (const child of [...node.children, undefined]) {
      if (this.#raw.slice(at, child?.at ?? node.end).trim() !== "") return true
      at = child?.to ?? node.end
    }
    return false
  }
}

/** Converts text to a value of this type. */
export function typedText(text: string, type: Typed | undefined): Json {
  const kinds = kindsOf(type)
  if (kinds.size === 0) return text
  const isNested = !kinds.has("string") && (kinds.has("object") || kinds.has("array"))
  return isNested ? (readOneValue(text) ?? text) : scalar(text, kinds)
}

/** "3" is a number only where the schema wants one. */
function scalar(text: string, kinds: ReadonlySet<Kind>): Json {
  if (kinds.has("string")) return text
  const plain = text.trim()
  if ((kinds.has("number") || kinds.has("integer")) && plain !== "" && Number.isFinite(Number(plain)))
    return Number(plain)
  if (kinds.has("boolean") && /^(?:true|false)$/i.test(plain)) return plain.toLowerCase() === "true"
  if (kinds.has("null") && /^(?:null|none)?$/i.test(plain)) return null
  return text
}

/** The usual shape of a list: <items><item>..</item></items>, <files><file>..</file></files>. */
function isContainer({ name, children }: XmlNode): boolean {
  const [first] = children
  if (first === undefined || children.some((child) => child.name !== first.name)) return false
  if (first.name === "item") return true
  return [`${first.name}s`, `${first.name}es`, first.name.replace(/y$/, "ies")].includes(name) && first.name !== name
}
