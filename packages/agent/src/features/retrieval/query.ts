// Turns a user's message into a query for SQLite's full-text search. Nothing in the message is taken as syntax: each
// word stands in quotes and consists of letters and digits. Pure.
import { normalise } from "../../text/normalise.ts"
import { beginningOf } from "../../text/stem.ts"
import { stopWords } from "../../text/stop-words.ts"
import { isUnspaced, wordsIn } from "./searchable.ts"

export interface Query {
  /** The right side of MATCH. */
  readonly match: string
  /** Beginnings of normalised words, to find the lines that were meant. */
  readonly stems: readonly string[]
}

const MAX_WORDS = 32
/** Only the beginning and the end of a long paste count: that is where people say what they want. */
const MAX_CHARS = 8000

/** Undefined when no word has a meaning: then there is nothing to search for. */
export function queryOf(said: string): Query | undefined {
  const spoken = wordsIn(said.length <= MAX_CHARS ? said : endsOf(said)).map(normalise)
  const words = [...new Set(withoutStopWords(spoken))].filter(isLongEnough).slice(0, MAX_WORDS)
  if (words.length === 0) return undefined
  return { match: words.flatMap(termsOf).join(" OR "), stems: words.map(beginningOf) }
}

const german = stopWords("german", "germanDeeds")
const always = new Set([...stopWords("english", "englishDeeds"), ...german])
const germanOnly = stopWords("germanOrNot", "germanOrThings")

function withoutStopWords(spoken: readonly string[]): readonly string[] {
  const isGerman = spoken.some((word) => german.has(word))
  return spoken.filter((word) => !always.has(word) && !(isGerman && germanOnly.has(word)))
}

/** Without the words that the cut went through. */
function endsOf(said: string): string {
  const [head, tail] = [said.slice(0, MAX_CHARS / 2), said.slice(-MAX_CHARS / 2)]
  return `${head.replace(/\s\S*$/, "")} ${tail.replace(/^\S*\s/, "")}`
}

function isLongEnough(word: string): boolean {
  return isUnspaced(word) || word.length >= 2
}

/** The word itself, which then counts twice, and every word that begins like it. */
function termsOf(word: string): readonly string[] {
  if (isUnspaced(word)) return [[...word].length < 2 ? `"${word}"*` : `"${word}"`]
  return word.length < 3 ? [`"${word}"`] : [`"${word}"`, `"${beginningOf(word)}"*`]
}
