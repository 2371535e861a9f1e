// Splits a request into its intents. "Find the invoices and mail them to Anna" needs two tools, and each intent has to
// get its share of the results.

import { isDeed } from "./meanings.ts"
import { isStopWord, wordsIn } from "./terms.ts"
import { ALSO_DEEDS } from "./word-tables.ts"

const MAX_INTENTS = 8
const MAX_CHARS = 4000

/** Without the request as a whole; empty when it asks for one thing only. */
export function intentsIn(text: string): readonly string[] {
  const pieces = clipped(text)
    .split(BREAK)
    .map((piece) => piece.trim())
    .filter(hasContentWord)
  const intents = pieces.reduce<readonly string[]>(joinedToPrevious, [])
  return intents.length < 2 ? [] : spread(intents, MAX_INTENTS)
}

/** The beginning and the end of a very long text: there people say what they want. */
export function clipped(text: string): string {
  if (text.length <= MAX_CHARS) return text
  return `${text.slice(0, MAX_CHARS / 2)}\n${text.slice(-MAX_CHARS / 2)}`
}

/** Breaks at sentences, clauses, list items and words such as "then". A dot inside a name does not break. */
const BREAK =
  /\n+|[.!?;:]\s+|,?\s+(?:and then|and|then|after that|afterwards|also|but|und|dann|danach|sowie|et|puis|ensuite|y|luego|despues|después)\s+|,\s+|\s[-–—]\s|(?:^|\s)\d+[.)]\s+/i

function hasContentWord(piece: string): boolean {
  return wordsIn(piece).some((word) => !isStopWord(word))
}

/** A piece without a verb belongs to the one before: "with passport, charger and tickets". */
function joinedToPrevious(intents: readonly string[], piece: string): readonly string[] {
  const last = intents.at(-1)
  const words = wordsIn(piece)
  if (last === undefined || words.some(isDeed) || alsoDeeds.has(words[0] ?? "")) return [...intents, piece]
  return [...intents.slice(0, -1), `${last}, ${piece}`]
}

const alsoDeeds: ReadonlySet<string> = new Set(ALSO_DEEDS.words.split(" "))

function spread(pieces: readonly string[], most: number): readonly string[] {
  if (pieces.length <= most) return pieces
  return Array.from({ length: most }, (_, place) => pieces[Math.floor((place * pieces.length) / most)] as string) // In range.
}
