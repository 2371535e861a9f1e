// Finds what the forms of a word have in common: a stem, to compare words, and a beginning, to look words up.
import { IRREGULAR } from "./irregular.ts"

/** The same for "files", "filing" and "filed". It need not be a word or a part of one: "wrote" becomes "writ". */
export function stem(word: string): string {
  const plain = IRREGULAR.get(word) ?? word
  if (plain.length <= 3) return plain
  const single = withoutPlural(plain)
  const bare = withoutE(withoutEnding(single))
  return bare.length > 5 && bare.endsWith("is") ? `${bare.slice(0, -1)}z` : bare
}

function withoutE(word: string): string {
  return word.length > 3 && word.endsWith("e") ? word.slice(0, -1) : word
}

function withoutPlural(word: string): string {
  if (word === "news") return word // Not the plural of "new".
  if (word.endsWith("ies") && word.length > 4) return `${word.slice(0, -3)}y`
  if (/(?:ss|sh|ch|x|z)es$/.test(word)) return word.slice(0, -2)
  return word.endsWith("s") && !/(?:ss|us|is)$/.test(word) ? word.slice(0, -1) : word
}

function withoutEnding(word: string): string {
  if (word.length > 5 && word.endsWith("ing")) return undoubled(word.slice(0, -3), word)
  if (word.length > 4 && word.endsWith("ied")) return `${word.slice(0, -3)}y`
  if (word.length > 4 && word.endsWith("ed") && !word.endsWith("eed")) return undoubled(word.slice(0, -2), word)
  if (word.length > 6 && /[ts]ion$/.test(word)) return word.slice(0, -3)
  return word
}

/** "runn" becomes "run"; if nothing with a vowel is left, the word was no verb and stays the same. */
function undoubled(rest: string, word: string): string {
  if (!/[aeiouy]/.test(rest)) return word
  return /([bdgklmnprt])\1$/.test(rest) && rest.length > 3 && !rest.endsWith("ll") ? rest.slice(0, -1) : rest
}

/** Endings of English and German words, longest first, and how many letters must be left. */
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

/** The beginning that a word's forms share. Cuts less than `stem`, because a search finds all words that begin so. */
export function beginningOf(word: string): string {
  const ending = ENDINGS.find(([end, left]) => word.endsWith(end) && word.length - end.length >= left)
  return ending === undefined ? word : word.slice(0, -ending[0].length)
}
