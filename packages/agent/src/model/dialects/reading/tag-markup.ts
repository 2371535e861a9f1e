// Markup that begins with a tag: <tool>, <tool_call>, in lower or upper case. The tag may have attributes; a tag with a
// longer name is a different tag.
import { decodeEntities } from "./entities.ts"
import type { Found, Markup, Place } from "./markup.ts"
import { type Tag, TaggedBody } from "./tagged-body.ts"

const MAX_TAG_CHARS = 200
const ATTRIBUTE = /([\w.:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g

export interface TagMarkup {
  readonly name: string
  /** State for one reader. */
  readonly tag: Tag
}

export function tagMarkup({ name, tag }: TagMarkup): Markup {
  const opening = new RegExp(`<${name}(?:\\s+[\\w.:-]+\\s*=\\s*(?:"[^"<>]*"|'[^'<>]*'))*\\s*>`, "iy")
  return {
    starts: "",
    begins(input, at, place) {
      const { open, close } = tag
      if (!startsLike(input, at, open) && !startsLike(input, at, close)) return "none"
      if (isTag(input, at, open)) return begin(tag, input.slice(at, at + open.length), place)
      const stray = strayClose(input, at, close, place)
      if (stray !== "none") return stray
      opening.lastIndex = at
      const found = opening.exec(input)?.[0]
      if (found !== undefined && found.length <= MAX_TAG_CHARS) return begin(tag, found, place)
      return isPart(input, at, `<${name}`, place) ? "maybe" : "none"
    },
  }
}

/** Parses the attributes of an opening tag. */
export function attributesOf(opening: string): Readonly<Record<string, string>> {
  const pairs = [...opening.matchAll(ATTRIBUTE)].map(([, key = "", double, single]) => [
    key,
    decodeEntities(double ?? single ?? ""),
  ])
  return Object.fromEntries(pairs)
}

function begin(tag: Tag, opening: string, place: Place): Found {
  return { length: opening.length, body: new TaggedBody(tag, opening, place.isAfterCall()) }
}

/** Drops a second closing tag after a call; anywhere else a closing tag is text. */
function strayClose(input: string, at: number, close: string, place: Place): Found {
  if (isTag(input, at, close)) return place.isAfterCall() ? { length: close.length } : "none"
  const tail = input.slice(at, at + close.length).toLowerCase()
  return !place.ended && at + tail.length === input.length && close.startsWith(tail) ? "maybe" : "none"
}

/** A cheap check before the full one: "<" and a fitting letter. "/" already has the bit that lower-cases letters. */
function startsLike(input: string, at: number, tag: string): boolean {
  return at + 1 >= input.length || (input.charCodeAt(at + 1) | 0x20) === tag.charCodeAt(1)
}

function isTag(input: string, at: number, tag: string): boolean {
  return input.startsWith(tag, at) || input.slice(at, at + tag.length).toLowerCase() === tag
}

/** Whether the input ends inside a tag that may still become this one. */
function isPart(input: string, at: number, start: string, { ended }: Place): boolean {
  if (ended || input.length - at > MAX_TAG_CHARS) return false
  const tail = input.slice(at).toLowerCase()
  if (start.startsWith(tail)) return true
  return tail.startsWith(start) && /^\s[^<>]*$/.test(tail.slice(start.length))
}
