// Finds the known word that a mistyped one probably means: the nearest by edit distance, if it is near enough.

export function nearest(word: string, known: readonly string[]): string | undefined {
  const limit = word.length < 5 ? 1 : word.length < 9 ? 2 : 3
  const [best] = known
    .map((candidate) => ({ candidate, distance: distance(word, candidate) }))
    .filter((each) => each.distance <= limit)
    .sort((a, b) => a.distance - b.distance)
  return best?.candidate
}

/** Levenshtein's distance, where two letters swapped count as one edit: that is how people mistype. */
export function distance(from: string, to: string): number {
  let before: number[] = []
  let last = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let row = 1; row <= from.length; row++) {
    const next = [row]
    for (let column = 1; column <= to.length; column++) {
      const changed = from[row - 1] === to[column - 1] ? 0 : 1
      const swapped = changed === 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      next[column] = Math.min(
        at(last, column) + 1,
        at(next, column - 1) + 1,
        at(last, column - 1) + changed,
        swapped ? at(before, column - 2) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    before = last
    last = next
  }
  return at(last, to.length)
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY
}
