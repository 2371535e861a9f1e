// Compares tool names. Running the wrong tool is worse than asking again, so only spelling counts: "remove_file" does
// not match "move_file", however many letters they share.
import { wordsIn } from "./repair/parameter-names.ts"

/** Equal except for case, separators and word boundaries. */
export function isSpelledAlike(asked: string, name: string): boolean {
  return isPlain(asked) && isPlain(name) && wordsIn(asked).join("") === wordsIn(name).join("")
}

/** `wordsIn` drops other letters and signs, and they may be the only difference. */
function isPlain(name: string): boolean {
  return /^[\w .:/-]+$/.test(name)
}

/**
 * Equal except for case and separators, a plural, or one letter inside a long word. Digits and short words must match:
 * they distinguish tools.
 */
export function isMisspelled(asked: string, name: string): boolean {
  if (!isPlain(asked) || !isPlain(name)) return false
  const [a, b] = [singular(asked), singular(name)]
  if (a.join("") === b.join("")) return true
  if (a.length !== b.length) return false
  const pairs = a.map((word, index) => [word, b[index] ?? ""] as const).filter(([one, other]) => one !== other)
  return pairs.length === 1 && pairs.every(([one, other]) => isSlip(one, other))
}

function isSlip(one: string, other: string): boolean {
  const isLong = [one, other].every((word) => /^[a-z]{5,}$/.test(word))
  return isLong && one[0] === other[0] && distance(one, other) === 1
}

function singular(name: string): readonly string[] {
  return wordsIn(name).map((word) => word.replace(/(?<=[a-z]{3})s$/, ""))
}

/** The most similar names, best first: by shared words, then by letters. */
export function nearest(asked: string, names: readonly string[], most: number): readonly string[] {
  const words = new Set(wordsIn(asked))
  return names
    .map((name) => {
      const shared = wordsIn(name).filter((word) => words.has(word)).length
      const letters = distance(asked.toLowerCase().slice(0, MAX_CHARS), name.toLowerCase().slice(0, MAX_CHARS))
      return { name, far: letters / Math.max(asked.length, name.length, 1) - shared }
    })
    .sort((a, b) => a.far - b.far)
    .slice(0, most)
    .map(({ name }) => name)
}

const MAX_CHARS = 64

/** Levenshtein's distance, where two letters swapped count as one edit. */
function distance(from: string, to: string): number {
  let before: readonly number[] = []
  let last: readonly number[] = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let row = 1; row <= from.length; row++) {
    const next = [row]
    for (let column = 1; column <= to.length; column++) {
      const changed = from[row - 1] === to[column - 1] ? 0 : 1
      const swapped = changed === 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      next[column] = Math.min(
        (last[column] ?? 0) + 1,
        (next[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + changed,
        swapped ? (before[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    before = last
    last = next
  }
  return last[to.length] ?? 0
}
