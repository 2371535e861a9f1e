// Cuts a very long text into pieces that a browser can lay out one by one, at ends of lines where there are some.

const LONGEST = 4000

export function piecesOf(text: string): readonly string[] {
  const pieces: string[] = []
  let from = 0
  while (from < text.length) {
    const line = text.lastIndexOf("\n", from + LONGEST)
    const isLine = line > from && from + LONGEST < text.length
    const end = isLine ? line : whole(text, from + LONGEST)
    pieces.push(text.slice(from, end))
    // Each piece is a line of its own already.
    from = isLine ? end + 1 : end
  }
  return pieces
}

/** How much of a very long text is shown before all of it is asked for. */
const SHOWN = 2000

export function beginningOf(text: string): string {
  return `${text.slice(0, whole(text, SHOWN))}…`
}

/** From the start of a line, if there is one. */
export function endOf(text: string): string {
  const from = Math.max(0, text.length - SHOWN)
  const line = text.indexOf("\n", from) + 1
  return `…\n${text.slice(line > 0 && line < text.length ? line : whole(text, from))}`
}

/** Not between the two halves of a sign. */
function whole(text: string, at: number): number {
  const code = text.charCodeAt(at)
  return code >= 0xdc00 && code <= 0xdfff ? at + 1 : at
}
