// Long texts: how much of one is shown, and runs of blank room in it, which could push the rest out of sight.

/** More would slow down the page. */
export const MOST_CHARS = 200_000

const LEAST_LINES = 4
const BLANKS = /[^\S\n]{60,}/g

/** "⏎ ×40" in place of forty blank lines, "␣ ×900" in place of nine hundred blanks. */
export function withoutBlankRuns(text: string): string {
  return withoutBlankLines(text.split("\n"), (line) => line)
    .join("\n")
    .replace(BLANKS, (run) => `␣ ×${run.length}`)
}

/** A long run of blank lines becomes one that counts them. `as` makes it of the first line of the run. */
export function withoutBlankLines<L>(
  lines: readonly L[],
  textOf: (line: L) => string,
  as: (words: string, first: L) => L = (words) => words as L,
): readonly L[] {
  const kept: L[] = []
  for (let place = 0; place < lines.length; place++) {
    const first = lines[place] as L
    let end = place
    while (end < lines.length && textOf(lines[end] as L).trim() === "") end++
    const count = end - place
    if (count < LEAST_LINES) kept.push(first)
    else {
      kept.push(as(`⏎ ×${count}`, first))
      place = end - 1
    }
  }
  return kept
}

export interface Cut {
  readonly shown: string
  readonly hiddenLines: number
  readonly hiddenChars: number
}

/** The beginning, and how much is missing. A line of which a part is missing counts. */
export function cutText(text: string, most = MOST_CHARS): Cut {
  if (text.length <= most) return { shown: text, hiddenLines: 0, hiddenChars: 0 }
  const rest = text.slice(most)
  return { shown: text.slice(0, most), hiddenLines: rest.split("\n").length, hiddenChars: rest.length }
}
