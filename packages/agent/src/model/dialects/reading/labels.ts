// Recognises labels at the start of a line: "Tool:", "**Arguments**:", in any case.

export const TOOL_LABELS = ["tool", "action", "tool name", "function"]
/** Labels that introduce arguments even without a tool name before them. */
export const LONE_LABELS = ["arguments", "action input", "tool input"]
export const ARGUMENT_LABELS = [...LONE_LABELS, "args", "parameters", "tool arguments", "input"]
export const NEXT_LABELS = [...TOOL_LABELS, "observation", "final answer", "thought"]

const MAX_DECORATION_CHARS = 8

export interface Label {
  /** Length from the start of the line to after the colon. */
  readonly length: number
}

/** `at`: the start of a line. */
export function labelAt(
  input: string,
  at: number,
  labels: readonly string[],
  ended: boolean,
): Label | "maybe" | "none" {
  const start = skip(input, at, " \t>*_#-0123456789.)")
  if (start >= input.length) return ended || start - at > MAX_DECORATION_CHARS ? "none" : "maybe"
  let isPart = false
  for (const label of labels) {
    const head = input.slice(start, start + label.length).toLowerCase()
    if (head.length < label.length) isPart ||= label.startsWith(head)
    if (head !== label) continue
    const colon = skip(input, start + label.length, " \t*_")
    if (colon >= input.length) isPart ||= colon - start - label.length <= MAX_DECORATION_CHARS
    else if (input[colon] === ":") {
      const end = skip(input, colon + 1, "*_")
      return end < input.length || ended ? { length: end - at } : "maybe"
    }
  }
  return isPart && !ended ? "maybe" : "none"
}

function skip(input: string, from: number, characters: string): number {
  let at = from
  while (at < input.length && at - from <= MAX_DECORATION_CHARS && characters.includes(input[at] ?? "\n")) at++
  return at
}
