// Reads a range of lines from a text file of any size, in pieces and no further than needed.
import type { FileHandle } from "node:fs/promises"

export interface LineRange {
  /** 1 is the first line. */
  readonly from: number
  /** Inclusive. */
  readonly to: number
  readonly maxChars: number
  /** How far the file is read, to find the range and then to count the lines. */
  readonly maxBytes: number
  readonly encoding: string
}

export interface Lines {
  readonly text: string
  /** The last line in `text`; less than `from` when there is none. */
  readonly last: number
  /** How many lines the file has; undefined when it is too long to count. */
  readonly total?: number
  /** A line was longer than `maxChars`: only its beginning is in `text`. */
  readonly isLineCut: boolean
}

const PIECE_BYTES = 64 * 1024

export async function readLines(file: FileHandle, range: LineRange): Promise<Lines> {
  const piece = Buffer.allocUnsafe(PIECE_BYTES)
  const decoder = new TextDecoder(range.encoding)
  const wanted = new Wanted(range)
  let read = 0
  let ended = false
  while (read < range.maxBytes && !ended) {
    const { bytesRead } = await file.read(piece, 0, PIECE_BYTES, read)
    read += bytesRead
    ended = bytesRead === 0
    wanted.add(decoder.decode(piece.subarray(0, bytesRead), { stream: !ended }))
  }
  return wanted.result(ended)
}

/** Takes text in pieces, keeps the lines of the range and counts the others. */
class Wanted {
  readonly #range: LineRange
  #line = 1
  #kept: string[] = []
  #open = ""
  #hasOpen = false
  #chars = 0
  #isFull = false
  #isLineCut = false

  constructor(range: LineRange) {
    this.#range = range
  }

  add(text: string): void {
    let start = 0
    for (;;) {
      const end = text.indexOf("\n", start)
      const stop = end === -1 ? text.length : end
      if (stop > start) this.#extend(text, start, stop)
      if (end === -1) return
      this.#close()
      start = end + 1
    }
  }

  #extend(text: string, start: number, stop: number): void {
    this.#hasOpen = true
    if (!this.#isWanted || this.#open.length > this.#range.maxChars) return
    this.#open += text.slice(start, Math.min(stop, start + this.#range.maxChars + 1))
  }

  get #isWanted(): boolean {
    return !this.#isFull && this.#line >= this.#range.from && this.#line <= this.#range.to
  }

  #close(): void {
    if (this.#isWanted) this.#keep(this.#open.endsWith("\r") ? this.#open.slice(0, -1) : this.#open)
    this.#line++
    this.#open = ""
    this.#hasOpen = false
  }

  #keep(line: string): void {
    const { maxChars } = this.#range
    if (this.#chars + line.length + 1 <= maxChars) this.#kept.push(line)
    else {
      this.#isFull = true
      if (this.#kept.length > 0) return
      this.#isLineCut = true
      this.#kept.push(line.slice(0, maxChars))
    }
    this.#chars += line.length + 1
  }

  result(ended: boolean): Lines {
    if (this.#hasOpen) this.#close()
    const last = this.#range.from + this.#kept.length - 1
    const lines = { text: this.#kept.join("\n"), last, isLineCut: this.#isLineCut }
    return ended ? { ...lines, total: this.#line - 1 } : lines
  }
}
