// A server's result as content parts: text stays text, images and sounds become bytes, links are named. Parsed leniently.
import { defined } from "../base/defined.ts"
import { type BytesPart, type Part, text } from "../contracts/content.ts"
import type { StructuredPart } from "../contracts/fact.ts"
import { isRecord } from "./config.ts"

type ResultPart = Part | BytesPart

export interface ServerResult {
  readonly parts: readonly ResultPart[]
  /** Which part holds the structured value, if there is one. */
  readonly structured?: StructuredPart
}

/** Throws an error with the server's own text when the result is marked as an error. */
export function resultParts(result: Record<string, unknown>): readonly ResultPart[] {
  return serverResult(result).parts
}

/** Throws as `resultParts` does. */
export function serverResult(result: Record<string, unknown>): ServerResult {
  const blocks = blocksIn(result.content)
  // `toolResult` is the name in the first version of the protocol.
  const value = result.structuredContent ?? result.toolResult
  const shown = value === undefined ? undefined : placeOf(value, blocks)
  const structured = value === undefined ? undefined : (shown ?? { part: blocks.length })
  const added = value === undefined || shown !== undefined ? [] : [text(JSON.stringify(value))]
  const given = [...blocks.map(toPart), ...added]
  const parts = given.length > 0 ? given : withoutContent(result)
  if (result.isError !== true) return { parts, ...defined({ structured }) }
  const words = parts.flatMap((part) => (part.type === "text" ? [part.text] : []))
  throw new Error(words.join("\n") || "the server reported an error without saying what it was")
}

/** Many hand-written servers answer with `{ text }` or `{ success, message }`. Other fields are kept as JSON. */
function withoutContent({ content: _none, isError: _said, _meta, ...rest }: Record<string, unknown>): readonly Part[] {
  const words = [rest.text, rest.message].find((each) => typeof each === "string" && each.trim() !== "")
  // Keep the whole object if it failed: the text alone may not say so.
  if (typeof words === "string" && rest.success !== false) return [text(words)]
  return Object.keys(rest).length === 0 ? [] : [text(JSON.stringify(rest))]
}

/** A list of blocks, or any other value that a server put there: nothing is dropped. */
function blocksIn(content: unknown): readonly Record<string, unknown>[] {
  if (Array.isArray(content))
    return content.flatMap((each) => (Array.isArray(each) ? [textBlock(each)] : blocksIn(each)))
  if (content === undefined || content === null) return []
  return isRecord(content) && typeof content.type === "string" ? [content] : [textBlock(content)]
}

function textBlock(value: unknown): Record<string, unknown> {
  return { type: "text", text: typeof value === "string" ? value : JSON.stringify(value) }
}

function toPart(block: Record<string, unknown>): ResultPart {
  switch (block.type) {
    case "text":
      return text(textOf(block.text))
    case "image":
    case "audio":
      return bytes(block.data, block.mimeType)
    case "resource":
      return isRecord(block.resource) ? resource(block.resource) : text("[a resource without content]")
    case "resource_link":
      return text(link(block))
    default:
      return text(`[content of an unknown kind: ${JSON.stringify(block).slice(0, 500)}]`)
  }
}

function resource(given: Record<string, unknown>): ResultPart {
  if (typeof given.blob === "string") return bytes(given.blob, given.mimeType, textOf(given.uri))
  return text(`[resource ${textOf(given.uri)}]\n${textOf(given.text)}`)
}

function link({ uri, name, title, description, mimeType }: Record<string, unknown>): string {
  const known = [title ?? name, mimeType, description].filter((each) => typeof each === "string" && each !== "")
  return `[resource link ${textOf(uri)}${known.length === 0 ? "" : `: ${known.join(", ")}`}]`
}

function bytes(base64: unknown, mime: unknown, name?: string): BytesPart {
  return {
    type: "bytes",
    mime: typeof mime === "string" && mime !== "" ? mime : "application/octet-stream",
    bytes: new Uint8Array(Buffer.from(textOf(base64), "base64")),
    ...(name !== undefined && name !== "" && { name }),
  }
}

/** The protocol asks servers to repeat structured content as text; where they did, it is not added again. */
function placeOf(value: unknown, blocks: readonly Record<string, unknown>[]): StructuredPart | undefined {
  // Structured content must be an object, so many servers wrap their text in one.
  const fields = isRecord(value) ? Object.entries(value) : []
  const [inner] = fields.length === 1 ? fields : []
  for (const [part, { type, text: said }] of blocks.entries()) {
    if (type !== "text") continue
    if (isJsonOf(textOf(said), value)) return { part }
    if (inner === undefined) continue
    const [key, held] = inner
    if (said === held) return { part, key, isText: true }
    if (isJsonOf(textOf(said), held)) return { part, key }
  }
  return undefined
}

function isJsonOf(said: string, value: unknown): boolean {
  try {
    return JSON.stringify(JSON.parse(said)) === JSON.stringify(value)
  } catch {
    return false
  }
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : ""
}
