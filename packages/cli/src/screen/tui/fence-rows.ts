// Draws a long fenced block in pieces, so that only its last lines are laid out again while code streams. Lines of code are drawn one
// by one, so the pieces look as the whole does.

/** Lines of code in a piece. */
const PIECE_LINES = 50
/** Below it, the row of the fence itself may be broken. */
const MIN_WIDTH = 20

const FENCE = /^(`{3,}|~{3,})([^\n`]*)\n/

type Draw = (markdown: string, width: number) => readonly string[]

export class FenceRows {
  readonly #draw: Draw
  #head = ""
  #width = 0
  /** The text of all finished pieces, and their rows. */
  #finished = ""
  #rows: string[] = []

  constructor(draw: Draw) {
    this.#draw = draw
  }

  forget(): void {
    this.#head = ""
  }

  /** Undefined for a text that is not one long fence; it is drawn as any other text then. */
  render(text: string, width: number): readonly string[] | undefined {
    const [head, mark = ""] = FENCE.exec(text) ?? []
    if (head === undefined || width < Math.max(MIN_WIDTH, head.length)) return undefined
    const body = text.slice(head.length)
    if (hasEnd(body, mark)) return undefined
    if (head !== this.#head || width !== this.#width || !body.startsWith(this.#finished)) this.#begin(head, width)
    for (let piece = pieceOf(body, this.#finished.length); piece !== ""; piece = pieceOf(body, this.#finished.length)) {
      this.#rows.push(...this.#draw(`${head}${piece}${mark}`, width).slice(1, -1))
      this.#finished += piece
    }
    if (this.#finished === "") return undefined
    const last = this.#draw(head + body.slice(this.#finished.length), width)
    return [...last.slice(0, 1), ...this.#rows, ...last.slice(1)]
  }

  #begin(head: string, width: number): void {
    this.#head = head
    this.#width = width
    this.#finished = ""
    this.#rows = []
  }
}

/** The next piece, with the end of its last line; empty when there are too few lines behind it. */
function pieceOf(body: string, start: number): string {
  let end = start
  for (let line = 0; line < PIECE_LINES; line++) {
    end = body.indexOf("\n", end) + 1
    if (end === 0) return ""
  }
  // A last piece without a line would be drawn as an empty one.
  return body.indexOf("\n", end) < 0 ? "" : body.slice(start, end)
}

/** A fence that is closed is drawn once, so it needs no pieces. */
function hasEnd(body: string, mark: string): boolean {
  for (let at = body.indexOf(mark); at >= 0; at = body.indexOf(mark, at + 1)) {
    const start = body.lastIndexOf("\n", at) + 1
    if (/^ {0,3}$/.test(body.slice(start, at))) return true
  }
  return false
}
