// Which known name a wrong one probably means.
import { wordsIn } from "./words-in.ts"

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

/** The name that a mistyped one probably means; undefined where none is near enough. */
export function mistyped(asked: string, names: readonly string[]): string | undefined {
  const most = asked.length < 5 ? 1 : asked.length < 9 ? 2 : 3
  const [best] = nearest(asked, names, 1)
  return best !== undefined && distance(asked.toLowerCase(), best.toLowerCase()) <= most ? best : undefined
}

const MAX_CHARS = 64

/** Levenshtein's distance, where two letters swapped count as one edit. */
export function distance(from: string, to: string): number {
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
