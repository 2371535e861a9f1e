// Turns text into terms: words split at case, hyphens and underscores, without accents, stemmed; and their meanings, so
// that "erase" finds "delete". Terms for meanings begin with "=".

import { isAscii, normalise } from "../text/normalise.ts"
import { stem } from "../text/stem.ts"
import { stopWords } from "../text/stop-words.ts"
import { isDeed, meaningsOf } from "./meanings.ts"

/** Further words say nothing more about a tool or a request. */
const MAX_WORDS = 200

/**
 * The terms in order, as often as they occur, without stop words. `meant`: how many of the first words also get their
 * meanings.
 */
export function termsIn(text: string, meant = Number.POSITIVE_INFINITY): readonly string[] {
  const terms: string[] = []
  const raw = rawWords(text)
  for (let place = 0; place < raw.length; place++) {
    const { all, stems } = parseWord(raw[place] as string) // In range.
    for (const term of place < meant ? all : stems) terms.push(term)
  }
  return terms
}

/** Normalised (lower case, no accents), but not stemmed. */
export function wordsIn(text: string): readonly string[] {
  return rawWords(text).flatMap((raw) => parseWord(raw).words)
}

function rawWords(text: string): readonly string[] {
  const raw = text.match(isAscii(text) ? PLAIN_WORD : ANY_WORD) ?? []
  return raw.length > MAX_WORDS ? raw.slice(0, MAX_WORDS) : raw
}

/** For ASCII, many times faster: nearly all tools are described in it. */
const PLAIN_WORD = /[A-Za-z0-9]+/g
const ANY_WORD = /[\p{L}\p{M}\p{N}]+/gu

/** Does not help to tell tools apart, in the languages of the table of meanings. */
export function isStopWord(word: string): boolean {
  return stopWordSet.has(word)
}

const stopWordSet = stopWords("english", "german", "germanOrNot", "french", "spanish", "schema")

/** A word's stem, then its meanings. */
export function termsOf(word: string): readonly string[] {
  return isStopWord(word) ? [] : [stem(word), ...meaningsOf(word).said]
}

export function isMeaning(term: string): boolean {
  return term.startsWith("=")
}

interface ParsedWord {
  readonly words: readonly string[]
  /** `stems`: the stems alone. `all`: the stems with their meanings. */
  readonly stems: readonly string[]
  readonly all: readonly string[]
}

/** Cached, because tools use the same words again and again. */
function parseWord(raw: string): ParsedWord {
  const found = known.get(raw)
  if (found !== undefined) return found
  const words = splitWord(raw)
  const terms = words.map(termsOf)
  const read = { words, stems: terms.flatMap((each) => each.slice(0, 1)), all: terms.flat() }
  if (known.size >= MAX_KNOWN) known.clear()
  known.set(raw, read)
  return read
}

const known = new Map<string, ParsedWord>()
const MAX_KNOWN = 50_000

function splitWord(raw: string): readonly string[] {
  // "PRs" is the plural of one word; "listPRs" and "HTMLPage" are two words.
  const single = raw.replace(/(\p{Lu}{2,})s$/u, "$1")
  const apart = single.replace(/(\p{Ll}|\d)(\p{Lu})/gu, "$1 $2").replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2")
  const parts = normalise(apart).split(" ")
  return (isName(raw, parts) ? [normalise(raw)] : parts).filter(isWord)
}

/** "GitHub" is a name and not split; "PullRequest" is two words, and "GetHub" contains something to do. */
function isName(raw: string, parts: readonly string[]): boolean {
  return (
    parts.length === 2 &&
    raw.length <= MAX_NAME_WORDS &&
    /^\p{Lu}\p{Ll}/u.test(raw) &&
    !parts.some(isDeed) &&
    parts.some((part) => meaningsOf(part).said.length === 0)
  )
}

const MAX_NAME_WORDS = 10

/** Numbers and single letters do not help to tell tools apart. */
function isWord(word: string): boolean {
  return word.length > 1 && !/^\d+$/.test(word)
}
