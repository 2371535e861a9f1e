// Removes the secrets that the agent knows from the output of tools and context providers. It runs before anything is
// cut, because half a secret is not recognised.
import { text } from "../contracts/content.ts"
import type { Preparation, ToolResult } from "../contracts/toolbox.ts"
import type { KnownSecrets } from "../secrets/known-secrets.ts"

type Clean = KnownSecrets["clean"]

export function cleanResult(result: ToolResult, clean: Clean): ToolResult {
  const { full, ends } = result
  return {
    ...result,
    content: result.content.map((part) => cleanPart(part, clean)),
    ...(full !== undefined && { full: { ...full, text: clean(full.text) } }),
    ...(ends !== undefined && { ends: cleanValue(ends, clean) as typeof ends }), // The same shape: only texts differ.
  }
}

/**
 * The approval preview and the question also come from the tool, so they are cleaned. The arguments are not: the model
 * wrote them.
 */
export function cleanPreparation(prepared: Preparation, clean: Clean): Preparation {
  if (prepared.kind === "immediate") return { ...prepared, result: cleanResult(prepared.result, clean) }
  const { approval, question, ends } = prepared
  if (approval === undefined && question === undefined && ends === undefined) return prepared
  const shown = cleanValue({ approval, question, ends }, clean) as Pick<typeof prepared, "approval"> // The same shape.
  return { ...prepared, ...shown }
}

/** Cleans every text in a value, keys included. An object that is not plain data is replaced by its JSON form first. */
export function cleanValue(value: unknown, clean: Clean, above: readonly object[] = []): unknown {
  if (typeof value === "string") return clean(value)
  if (typeof value !== "object" || value === null) return value
  if (above.includes(value)) return "[circular]"
  const inside = [...above, value]
  if (Array.isArray(value)) return value.map((each) => cleanValue(each, clean, inside))
  if (value instanceof Map) return cleanValue(Object.fromEntries(value), clean, inside)
  if (value instanceof Set) return cleanValue([...value], clean, inside)
  if (value instanceof Error) return clean(`${value.name}: ${value.message}`)
  if (!isPlain(value)) return cleanValue(asJson(value), clean, inside)
  const entries = Object.keys(value).map((key) => [key, valueAt(value, key)] as const)
  const known = entries.filter(([, each]) => each !== undefined)
  return Object.fromEntries(known.map(([key, each]) => [clean(key), cleanValue(each, clean, inside)]))
}

/** A getter may throw; its property is then left out. */
function valueAt(value: object, key: string): unknown {
  try {
    return value[key as keyof typeof value]
  } catch {
    return undefined
  }
}

function cleanPart(part: ToolResult["content"][number], clean: Clean): ToolResult["content"][number] {
  if (part.type === "text") return { ...part, text: clean(part.text) }
  if (part.type !== "bytes") return part
  const seen = Buffer.from(part.bytes).toString("latin1")
  // Characters beyond ASCII take several bytes, so the bytes are also checked as UTF-8.
  const read = Buffer.from(part.bytes).toString("utf8")
  if (clean(seen) === seen && clean(read) === read) return part
  return text(`[A part of type ${part.mime} was left out: it holds a secret.]`)
}

function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

function asJson(value: object): unknown {
  try {
    return JSON.parse(JSON.stringify(value) ?? "null")
  } catch {
    return undefined
  }
}
