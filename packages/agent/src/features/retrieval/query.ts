// What somebody said -> a query for SQLite's full-text search. Nothing of what was said is syntax: each word stands in quotes and
// is made of letters and digits. Pure.
import { isUnspaced, wordsIn } from "./searchable.ts"
import { fold, withoutStopWords } from "./stop-words.ts"

export interface Query {
  /** The right side of MATCH. */
  readonly match: string
  /** Beginnings of folded words, to find the lines that were meant. */
  readonly stems: readonly string[]
}

const MAX_WORDS = 32
/** Of a long paste the beginning and the end count: that is where people say what they want. */
const MAX_CHARS = 8000

/** Undefined when no word means anything: then there is nothing to look for. */
export function queryOf(said: string): Query | undefined {
  const spoken = wordsIn(said.length <= MAX_CHARS ? said : endsOf(said)).map(fold)
  const words = [...new Set(withoutStopWords(spoken))].filter(isLongEnough).slice(0, MAX_WORDS)
  if (words.length === 0) return undefined
  return { match: words.flatMap(termsOf).join(" OR "), stems: words.map(stemOf) }
}

/** Without the words that the cut went through. */
function endsOf(said: string): string {
  const [head, tail] = [said.slice(0, MAX_CHARS / 2), said.slice(-MAX_CHARS / 2)]
  return `${head.replace(/\s\S*$/, "")} ${tail.replace(/^\S*\s/, "")}`
}

function isLongEnough(word: string): boolean {
  return isUnspaced(word) || word.length >= 2
}

/** The word itself, which counts twice where it stands, and whatever begins like it. */
function termsOf(word: string): readonly string[] {
  if (isUnspaced(word)) return [[...word].length < 2 ? `"${word}"*` : `"${word}"`]
  return word.length < 3 ? [`"${word}"`] : [`"${word}"`, `"${stemOf(word)}"*`]
}

/** Endings of English and German words, longest first, and how much must be left. What is left always finds the word itself. */
const ENDINGS: readonly (readonly [string, number])[] = [
  ["ings", 4],
  ["ing", 4],
  ["ern", 5],
  ["ed", 4],
  ["es", 4],
  ["en", 5],
  ["er", 5],
  ["em", 5],
  ["s", 3],
  ["e", 5],
  ["n", 5],
]

function stemOf(word: string): string {
  const ending = ENDINGS.find(([end, left]) => word.endsWith(end) && word.length - end.length >= left)
  return ending === undefined ? word : word.slice(0, -ending[0].length)
}
