// Parses the events of one stream. Most of them differ from the one before only in the words they carry: such an event is
// the last one with other words, and only the words are parsed.
import type { Json } from "../../contracts/json.ts"
import { DONE } from "./answer-so-far.ts"

/** Where an event carries words: a field that holds text. */
export interface Words {
  readonly holder: Readonly<Record<string, Json>>
  readonly field: string
}

/** Finds the words of an event; undefined for events without words. */
export type FindWords = (event: Json) => Words | undefined

/** An event cut at its words. */
interface Cut {
  readonly event: Json
  readonly holder: Record<string, Json>
  readonly field: string
  readonly before: string
  readonly after: string
}

export class EventReader {
  readonly #findWords: FindWords | undefined
  #last: Cut | undefined

  constructor(findWords?: FindWords) {
    this.#findWords = findWords
  }

  /** Throws if it is not JSON. The event may be changed by the next call. */
  read(data: string): Json {
    const words = this.otherWords(data)
    return words === undefined ? this.whole(data) : this.withWords(words)
  }

  /** The words of an event that differs only in them from the last one that had words; undefined for any other event. */
  otherWords(data: string): string | undefined {
    const last = this.#last
    if (last === undefined) return undefined
    const { before, after } = last
    const end = data.length - after.length
    // Slices are compared many characters at a time, startsWith and endsWith compare one by one.
    if (end < before.length || data.slice(0, before.length) !== before || data.slice(end) !== after) return undefined
    return textOf(data.slice(before.length, end))
  }

  /** The last event that had words, with other ones. */
  withWords(words: string): Json {
    const last = this.#last
    if (last === undefined) return null
    last.holder[last.field] = words
    return last.event
  }

  whole(data: string): Json {
    if (data === DONE) return DONE
    const event: Json = JSON.parse(data)
    const words = this.#findWords?.(event)
    if (words !== undefined) this.#last = cutAt(words, event, data)
    return event
  }

  /** The words of the event that was read last; undefined if it has none, or none that may be told apart. */
  wordsOf(event: Json): Json | undefined {
    const last = this.#last
    return last?.event === event ? last.holder[last.field] : undefined
  }
}

/** The text that stands between two quotes; undefined when it is not one whole text. */
function textOf(inside: string): string | undefined {
  if (!SPECIAL.test(inside)) return inside
  try {
    return JSON.parse(`"${inside}"`)
  } catch {
    return undefined // Not what was expected, or not JSON: the whole event is parsed.
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids them inside of a text.
const SPECIAL = /["\\\u0000-\u001f]/

/**
 * Without a backslash before and after the words, each `"field"` is a text by itself. The words' own field is written in
 * the event, so a field that is written only once is that one.
 */
function cutAt({ holder, field }: Words, event: Json, data: string): Cut | undefined {
  const name = `"${field}"`
  const colon = data.indexOf(name) + name.length
  const start = data[colon + 1] === " " ? colon + 2 : colon + 1
  const words = JSON.stringify(holder[field])
  if (data[colon] !== ":" || !data.startsWith(words, start)) return undefined
  const before = data.slice(0, start + 1)
  const after = data.slice(start + words.length - 1)
  if (before.includes("\\") || after.includes("\\") || after.includes(name)) return undefined
  return { event, holder, field, before, after }
}
