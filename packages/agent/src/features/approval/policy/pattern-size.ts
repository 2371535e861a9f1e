// How large a pattern becomes in a program that writes its counted repetitions out: "((a{1,200}){1,200}){1,200}" is eight million
// pieces, and takes all the memory there is.

/** As if all of them stood in one another: where they do not, too much is asked, never too little. */
export function isSmallPattern(pattern: string): boolean {
  const counts = Array.from(pattern.matchAll(/\{(\d*),?(\d*)\\?\}/g), ([, from = "", to = ""]) =>
    Math.max(Number(from), Number(to), 1),
  )
  // One that is high costs its square.
  return counts.every((count) => count <= MAX_COUNT) && counts.reduce((all, count) => all * count, 1) <= MAX_PIECES
}

const MAX_COUNT = 1000
const MAX_PIECES = 10_000
