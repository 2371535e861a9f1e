// A light stem: what "files", "filing" and "filed" have in common. It need not be a word; it has to be the same for all.
import { IRREGULAR } from "./irregular.ts"

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
  if (word === "news") return word // Not several that are new.
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

/** "runn" was "run"; a rest without a vowel was no verb at all. */
function undoubled(rest: string, word: string): string {
  if (!/[aeiouy]/.test(rest)) return word
  return /([bdgklmnprt])\1$/.test(rest) && rest.length > 3 && !rest.endsWith("ll") ? rest.slice(0, -1) : rest
}
