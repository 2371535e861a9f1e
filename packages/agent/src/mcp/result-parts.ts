// A server's result as content parts: text stays text, images and sounds become bytes, links are named. Parsed leniently.
import { type BytesPart, type Part, text } from "../contracts/content.ts"
import { isRecord } from "./config.ts"

type ResultPart = Part | BytesPart

/** Throws an error with the server's own text when the result is marked as an error. */
export function resultParts(result: Record<string, unknown>): readonly ResultPart[] {
  const blocks = blocksIn(result.content)
  const given = [...blocks.map(toPart), ...structured(result, blocks)]
  const parts = given.length > 0 ? given : withoutContent(result)
  if (result.isError !== true) return parts
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
function structured(
  { structuredContent, toolResult }: Record<string, unknown>,
  blocks: readonly Record<string, unknown>[],
): readonly Part[] {
  // `toolResult` is the name in the first version of the protocol.
  const value = structuredContent ?? toolResult
  if (value === undefined) return []
  // Structured content must be an object, so many servers wrap their text in one.
  const inner: readonly unknown[] = isRecord(value) && Object.keys(value).length === 1 ? Object.values(value) : []
  const isRepeated = blocks.some(
    ({ type, text: said }) => type === "text" && [value, ...inner].some((each) => isSame(textOf(said), each)),
  )
  return isRepeated ? [] : [text(JSON.stringify(value))]
}

function isSame(said: string, value: unknown): boolean {
  if (said === value) return true
  try {
    return JSON.stringify(JSON.parse(said)) === JSON.stringify(value)
  } catch {
    return false
  }
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : ""
}
