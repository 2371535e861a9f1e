// How large a pattern becomes in a program that expands its counted repetitions: "((a{1,200}){1,200}){1,200}" becomes
// eight million pieces, and takes all the memory there is.

/** Counts as if all repetitions were nested: where they are not, this asks too often, never too rarely. */
export function isSmallPattern(pattern: string): boolean {
  const counts = Array.from(pattern.matchAll(/\{(\d*),?(\d*)\\?\}/g), ([, from = "", to = ""]) =>
    Math.max(Number(from), Number(to), 1),
  )
  // A high count costs its square.
  return counts.every((count) => count <= MAX_COUNT) && counts.reduce((all, count) => all * count, 1) <= MAX_PIECES
}

const MAX_COUNT = 1000
const MAX_PIECES = 10_000
