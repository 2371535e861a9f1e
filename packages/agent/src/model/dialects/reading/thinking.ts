// Thinking that a model writes into its answer, as local models do: <think> or <thinking>, in any case.

const TAGS = ["<think>", "<thinking>", "</think>", "</thinking>"]
const LONGEST = 11
const END = /<\/think(?:ing)?>/gi

export type ThinkingTag = { readonly length: number; readonly closes: boolean }

export function thinkingTagAt(input: string, at: number, ended: boolean): ThinkingTag | "maybe" | "none" {
  const next = input.charCodeAt(at + 1) | 0x20
  // "t", or "/" with the bit set that makes letters small.
  if (at + 1 < input.length && next !== 0x74 && next !== 0x2f) return "none"
  const head = input.slice(at, at + LONGEST).toLowerCase()
  const tag = TAGS.find((each) => head.startsWith(each))
  if (tag !== undefined) return { length: tag.length, closes: tag[1] === "/" }
  return !ended && TAGS.some((each) => each.startsWith(head)) ? "maybe" : "none"
}

/** Where thinking ends: up to `end` it is thinking, and from `next` on something else. */
export function thinkingEnd(
  input: string,
  from: number,
  ended: boolean,
): { readonly end: number; readonly next?: number } {
  END.lastIndex = from
  const found = END.exec(input)
  if (found !== null) return { end: found.index, next: END.lastIndex }
  if (ended) return { end: input.length }
  const last = input.lastIndexOf("<")
  const open = last >= from && input.length - last < LONGEST && thinkingTagAt(input, last, false) === "maybe"
  return { end: open ? last : input.length }
}
