// A list above the input to choose from: by arrows, by number, or by words that make it shorter; below it, more about the
// chosen one. What is typed here is no part of the draft.
import { matching } from "../repl/matching.ts"
import type { Candidate, Choosing } from "../repl/terminal.ts"
import { named, short } from "../terminal/plain.ts"
import type { Style } from "../terminal/style.ts"

const MAX_LISTED = 8
const MAX_PREVIEWED = 6
/** Rows of the screen that others need: the title, the hint, the field and what is below it. */
const OTHER_ROWS = 8

/** What stands before a label, and around one that has a remark. */
const MARK_WIDTH = 6
const ABOUT_WIDTH = 40

export interface PickerPorts {
  readonly style: Style
  /** The height of the screen. */
  readonly rows: () => number
  readonly changed: () => void
  readonly done: (value: string | undefined) => void
}

export class Picker {
  readonly #choosing: Choosing
  readonly #ports: PickerPorts
  #query = ""
  #at = 0
  #found: readonly Candidate[]
  #preview: readonly string[] = []
  /** Counts what was asked for: an answer that comes late is for an earlier question. */
  #asked = 0

  constructor(choosing: Choosing, ports: PickerPorts) {
    this.#choosing = choosing
    this.#ports = ports
    this.#found = choosing.candidates
    void this.#look()
  }

  takes(name: string | undefined, typed: string): void {
    const step = STEPS[name ?? ""]
    if (name === "escape" || name === "ctrl+c") this.#ports.done(undefined)
    else if (name === "enter") this.#take()
    else if (step !== undefined) this.#move(step)
    else if (name === "backspace") this.#search(this.#query.slice(0, -1))
    else if (this.#query === "" && /^[1-9]$/.test(typed)) this.#move(Number(typed) - 1 - this.#at)
    else if (/^[^\p{Cc}]+$/u.test(typed)) this.#search(this.#query + typed)
    this.#ports.changed()
  }

  rows(width: number): readonly string[] {
    const { bold, dim, yellow } = this.#ports.style
    const room = Math.max(4, this.#ports.rows() - OTHER_ROWS)
    const listed = Math.min(MAX_LISTED, this.#preview.length === 0 ? room : Math.ceil(room * 0.6))
    const from = Math.max(0, Math.min(this.#at - listed + 1, this.#found.length - listed))
    const shown = this.#found.slice(from, from + listed)
    const space = shown.some(({ about }) => about !== undefined)
      ? Math.max(20, width - ABOUT_WIDTH)
      : width - MARK_WIDTH
    const labels = Math.min(space, Math.max(0, ...shown.map(({ label }) => named(label).length)))
    const list = shown.map(({ label, about }, index) => {
      const number = from + index < 9 && this.#query === "" ? `${from + index + 1}. ` : "   "
      const text = `${number}${short(label, Math.max(10, labels)).padEnd(labels)}`
      const more = about === undefined ? "" : `  ${short(about, 120)}`
      return from + index === this.#at ? bold(yellow(`\u25b8 ${text}`)) + more : `  ${text}${dim(more)}`
    })
    const preview = this.#preview.slice(-Math.min(MAX_PREVIEWED, Math.max(0, room - list.length)))
    return [
      `${bold(this.#choosing.title)}: ${named(this.#query)}_ ${dim(`(${this.#count()})`)}`,
      ...list,
      ...preview.map((row) => dim(`  | ${row}`)),
      dim("  type to find, Enter takes, Esc leaves"),
    ]
  }

  #count(): string {
    const many = this.#found.length
    return many === 0 ? "nothing fits" : `${this.#at + 1} of ${many}`
  }

  #take(): void {
    const chosen = this.#found[this.#at]
    if (chosen !== undefined) this.#ports.done(chosen.value)
  }

  #move(step: number): void {
    const many = this.#found.length
    if (many === 0) return
    const to = this.#at + step
    // Beyond an end a single step goes round, a page stays.
    this.#at = Math.abs(step) === 1 ? (to + many) % many : Math.max(0, Math.min(many - 1, to))
    void this.#look()
  }

  #search(query: string): void {
    this.#query = query
    void this.#find()
  }

  async #find(): Promise<void> {
    const asked = ++this.#asked
    const { candidates, search } = this.#choosing
    const words = this.#query.trim()
    if (words === "") this.#show(candidates)
    else if (search === undefined) this.#show(matching(candidates, words))
    else {
      const found = await search(words).catch(() => [])
      if (asked === this.#asked) this.#show(found)
    }
  }

  #show(found: readonly Candidate[]): void {
    this.#found = found
    this.#at = 0
    this.#ports.changed()
    void this.#look()
  }

  async #look(): Promise<void> {
    const { preview } = this.#choosing
    if (preview === undefined) return
    const asked = this.#asked
    const chosen = this.#found[this.#at]
    const rows = chosen === undefined ? [] : await preview(chosen.value).catch(() => [])
    if (asked !== this.#asked || this.#found[this.#at] !== chosen) return
    this.#preview = rows
    this.#ports.changed()
  }
}

const STEPS: Readonly<Record<string, number>> = {
  down: 1,
  "ctrl+n": 1,
  "ctrl+r": 1,
  tab: 1,
  up: -1,
  "ctrl+p": -1,
  "shift+tab": -1,
  pageDown: MAX_LISTED,
  pageUp: -MAX_LISTED,
}
