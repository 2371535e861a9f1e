// What a file held before and after a call: from stored bytes where there are some, else from the arguments of the call.
import type { Json } from "@pawl/client"

type Given = Readonly<Record<string, Json>>

/** Undefined when it cannot be told. `before` is undefined when that is not known. */
export function textAfter(tool: string, given: Given, before: string | undefined): string | undefined {
  if (tool === "write_file") return textOf(given.content)
  if (tool !== "edit_file" || before === undefined) return undefined
  const [old, fresh] = [textOf(given.old_text), textOf(given.new_text)]
  if (old === undefined || fresh === undefined) return undefined
  const place = before.indexOf(old)
  return place < 0 ? undefined : before.slice(0, place) + fresh + before.slice(place + old.length)
}

/** As much of the change as the arguments tell. */
export function textsFromArguments(
  tool: string,
  given: Given,
): { readonly before: string; readonly after: string } | undefined {
  const [old, fresh, content] = [textOf(given.old_text), textOf(given.new_text), textOf(given.content)]
  if (tool === "edit_file" && old !== undefined && fresh !== undefined) return { before: old, after: fresh }
  return tool === "write_file" && content !== undefined ? { before: "", after: content } : undefined
}

function textOf(value: Json | undefined): string | undefined {
  return typeof value === "string" ? value : undefined
}

/** Undefined for bytes that are no text. */
export function decoded(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes)
    return text.includes("\u0000") ? undefined : text
  } catch {
    return undefined
  }
}
