// The one way out to a terminal. Whatever is written here may come from a model, a tool, a server or a file, so it is cleaned;
// only colours of style.ts get through. A test sees to it that nobody writes past it.
import { type Output, world } from "../world.ts"
import { isScreen, painted, type Style, styleFor } from "./style.ts"
import { visibleJson } from "./visible.ts"

/** What we ask of a terminal ourselves. */
const ERASE_LINE = "\r\u001b[2K"
const CONTROLS = {
  "mark-pastes": "\u001b[?2004h",
  "unmark-pastes": "\u001b[?2004l",
} as const

export class Screen {
  readonly #streamNow: () => Output

  /** A function says each time which stream it is. */
  constructor(stream: Output | (() => Output)) {
    this.#streamNow = typeof stream === "function" ? stream : () => stream
  }

  get #stream(): Output {
    return this.#streamNow()
  }

  get style(): Style {
    return styleFor(this.#stream)
  }

  get isTerminal(): boolean {
    return this.#stream.isTTY === true
  }

  /** A terminal on which a line can be written over. */
  get isScreen(): boolean {
    return isScreen(this.#stream)
  }

  get columns(): number {
    return this.knownColumns ?? 80
  }

  /** Undefined where nobody says how wide it is. */
  get knownColumns(): number | undefined {
    return this.#stream.columns || undefined
  }

  /** Anybody's text, made safe. Answers with what was written. */
  write(untrusted: string): string {
    const text = painted(untrusted)
    if (text !== "") this.#stream.write(text)
    return text
  }

  line(untrusted: string): void {
    this.write(`${untrusted}\n`)
  }

  /** In the place of the line that the cursor is on. */
  rewrite(untrusted: string): void {
    this.#stream.write(ERASE_LINE + painted(untrusted))
  }

  /** What a program may want to the letter, as an answer or a path. It is made safe where there is a terminal. */
  exact(text: string): void {
    if (this.isTerminal) this.write(text)
    else if (text !== "") this.#stream.write(text)
  }

  /** A value as a line of JSON. */
  json(value: unknown): void {
    this.jsonText(`${JSON.stringify(value)}\n`)
  }

  /** JSON as it is. On a terminal what it would obey, or would not show, is written as an escape: the value is the same. */
  jsonText(json: string): void {
    this.#stream.write(this.isTerminal ? visibleJson(json) : json)
  }

  control(name: keyof typeof CONTROLS): void {
    this.#stream.write(CONTROLS[name])
  }

  /** Pipes take what is written later. */
  flushed(): Promise<void> {
    return new Promise((resolve) => {
      // One that nobody reads any more has an error, and nothing to wait for.
      this.#stream.write("", () => resolve())
    })
  }

  /** A pipe takes its time: whoever writes much waits for it. */
  async drained(): Promise<void> {
    if (!this.#stream.writableNeedDrain) return
    // Whoever read it may have left: then nothing drains any more.
    await new Promise<void>((resolve) => {
      for (const event of ["drain", "close", "error"]) this.#stream.once(event, () => resolve())
    })
  }

  onError(listener: (error: NodeJS.ErrnoException) => void): void {
    this.#stream.on("error", listener)
  }

  /** For Node's line editor alone, which draws by itself: see line-editor.ts. */
  static streamOf(screen: Screen): Output {
    return screen.#stream
  }
}

export const out = new Screen(() => world().stdout)
export const err = new Screen(() => world().stderr)
