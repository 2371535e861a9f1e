// How alike two names of tools are. To run the wrong one is worse than to ask again, so only spelling counts: "remove_file" is
// no "move_file", however many letters they share.
import { wordsIn } from "./repair/parameter-names.ts"

/** The same but for case, hyphens, a plural, or one letter that is not the first. */
export function isMisspelled(asked: string, name: string): boolean {
  const [a, b] = [spelled(asked), spelled(name)]
  if (a === b) return true
  return a.length >= 6 && a[0] === b[0] && Math.abs(a.length - b.length) <= 1 && distance(a, b) === 1
}

/** The nearest names, best first: by words they share, then by letters. */
export function nearest(asked: string, names: readonly string[], most: number): readonly string[] {
  const words = new Set(wordsIn(asked))
  return names
    .map((name) => {
      const shared = wordsIn(name).filter((word) => words.has(word)).length
      const letters = distance(asked.toLowerCase().slice(0, LONGEST), name.toLowerCase().slice(0, LONGEST))
      return { name, far: letters / Math.max(asked.length, name.length, 1) - shared }
    })
    .sort((a, b) => a.far - b.far)
    .slice(0, most)
    .map(({ name }) => name)
}

const LONGEST = 64

function spelled(name: string): string {
  return wordsIn(name)
    .map((word) => word.replace(/(?<=[a-z]{3})s$/, ""))
    .join("_")
}

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
