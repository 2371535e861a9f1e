// Tells the words of events that differ from an earlier one only in them. Most events of a stream do: they need not be parsed
// whole.
import type { JsonObject } from "../../contracts/json.ts"
import type { Growing } from "./answer-so-far.ts"

/** Words that an event added to an answer: where they stand in the event, and what they were added to. */
export interface Words {
  readonly holder: JsonObject
  readonly field: string
  readonly to: Growing
}

/** An event cut at its words: what stands before and after them, and what the words of others like it are added to. */
export interface Cut extends Pick<Words, "to"> {
  readonly before: string
  readonly after: string
}

/** The words of an event that differs only in them from the one that was cut; undefined for any other event. */
export function otherWords({ before, after }: Cut, data: string): string | undefined {
  const end = data.length - after.length
  // Slices are compared many characters at a time, startsWith and endsWith compare one by one.
  if (end < before.length || data.slice(0, before.length) !== before || data.slice(end) !== after) return undefined
  const inside = data.slice(before.length, end)
  return SPECIAL.test(inside) ? textOf(inside) : inside
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids them inside of a text.
const SPECIAL = /["\\\u0000-\u001f]/

/** The text that stands between two quotes; undefined when it is not one whole text. */
function textOf(inside: string): string | undefined {
  try {
    return JSON.parse(`"${inside}"`)
  } catch {
    return undefined // Not what was expected, or not JSON: the whole event is parsed.
  }
}

/**
 * Without a backslash before and after the words, each `"field"` is a text by itself. The words' own field is written in
 * the event, so a field that is written only once is that one.
 */
export function cutAt({ holder, field, to }: Words, data: string): Cut | undefined {
  const name = `"${field}"`
  const colon = data.indexOf(name) + name.length
  const start = data[colon + 1] === " " ? colon + 2 : colon + 1
  const words = JSON.stringify(holder[field])
  if (data[colon] !== ":" || !data.startsWith(words, start)) return undefined
  const before = data.slice(0, start + 1)
  const after = data.slice(start + words.length - 1)
  if (before.includes("\\") || after.includes("\\") || after.includes(name)) return undefined
  return { before, after, to }
}
