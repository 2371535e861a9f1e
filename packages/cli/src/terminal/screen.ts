// The only way to write to a terminal. Text may come from a model, a tool, a server or a file, so it is made safe; only
// colours of style.ts pass. A test checks that no code bypasses this class.
import { type Output, world } from "../world.ts"
import { isScreen, painted, type Style, styleFor } from "./style.ts"
import { visibleJson } from "./visible.ts"

/** Control sequences that Pawl itself sends. */
const ERASE_LINE = "\r\u001b[2K"
const CONTROLS = {
  "mark-pastes": "\u001b[?2004h",
  "unmark-pastes": "\u001b[?2004l",
  "report-focus": "\u001b[?1004h",
  "ignore-focus": "\u001b[?1004l",
  // The bell, and a notification of the desktop in terminals that know OSC 9.
  "notify-end": "\u001b]9;Pawl has finished\u0007\u0007",
  "notify-question": "\u001b]9;Pawl has a question\u0007\u0007",
} as const

export class Screen {
  readonly #streamNow: () => Output

  /** A function is called each time the stream is needed. */
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

  /** A terminal on which a line can be overwritten. */
  get isScreen(): boolean {
    return isScreen(this.#stream)
  }

  get columns(): number {
    return this.knownColumns ?? 80
  }

  /** Undefined where the width is unknown. */
  get knownColumns(): number | undefined {
    return this.#stream.columns || undefined
  }

  /** Writes untrusted text, made safe. Returns what was written. */
  write(untrusted: string): string {
    const text = painted(untrusted)
    if (text !== "") this.#stream.write(text)
    return text
  }

  line(untrusted: string): void {
    this.write(`${untrusted}\n`)
  }

  /** Replaces the line with the cursor. */
  rewrite(untrusted: string): void {
    this.#stream.write(ERASE_LINE + painted(untrusted))
  }

  /** For text that a program may need unchanged, as an answer or a path. It is made safe only on a terminal. */
  exact(text: string): void {
    if (this.isTerminal) this.write(text)
    else if (text !== "") this.#stream.write(text)
  }

  /** A value as a line of JSON. */
  json(value: unknown): void {
    this.jsonText(`${JSON.stringify(value)}\n`)
  }

  /** Writes JSON unchanged. On a terminal, control and invisible characters are escaped: the value stays the same. */
  jsonText(json: string): void {
    this.#stream.write(this.isTerminal ? visibleJson(json) : json)
  }

  control(name: keyof typeof CONTROLS): void {
    this.#stream.write(CONTROLS[name])
  }

  /** Asks the terminal to put the text into the clipboard. Only for what the user wants there. */
  copy(text: string): void {
    this.#stream.write(`\u001b]52;c;${Buffer.from(text).toString("base64")}\u0007`)
  }

  /** Resolves when everything is written: writes to pipes are asynchronous. */
  flushed(): Promise<void> {
    return new Promise((resolve) => {
      // A pipe without a reader calls back with an error; then there is nothing to wait for.
      this.#stream.write("", () => resolve())
    })
  }

  /** Resolves when a pipe can take more. Call it when writing much. */
  async drained(): Promise<void> {
    if (!this.#stream.writableNeedDrain) return
    // The reader may be gone: then the pipe never drains.
    await new Promise<void>((resolve) => {
      for (const event of ["drain", "close", "error"]) this.#stream.once(event, () => resolve())
    })
  }

  /** Returns what ends it. */
  onError(listener: (error: NodeJS.ErrnoException) => void): () => void {
    const stream = this.#stream
    stream.on("error", listener)
    return () => void stream.off("error", listener)
  }

  /** For Node's line editor alone, which draws by itself: see line-editor.ts. */
  static streamOf(screen: Screen): Output {
    return screen.#stream
  }
}

export const out = new Screen(() => world().stdout)
export const err = new Screen(() => world().stderr)
