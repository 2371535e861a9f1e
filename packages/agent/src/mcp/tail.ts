// The end of a server's stderr output: enough to say why it failed, never more than a page or two.
import { StringDecoder } from "node:string_decoder"

const MAX_CHARS = 16 * 1024
/** Lines that a crash of Node prints around its reason. */
const NOISE = /^(at .*[:)]|Node\.js v\d|throw\b.*|\^+|node:internal\S*)/

export class Tail {
  readonly #decoder = new StringDecoder("utf8")
  #kept = ""
  #sinceStart = ""
  readonly #onText: (text: string) => void

  /** `onText` receives all of the output. */
  constructor(onText: (text: string) => void = () => {}) {
    this.#onText = onText
  }

  /** Forgets earlier output for `lastWords`: it does not explain what happens after a new start. */
  startAnew(): void {
    this.#sinceStart = ""
  }

  add(chunk: Buffer): void {
    const text = this.#decoder.write(chunk)
    this.#onText(text)
    this.#kept = (this.#kept + text).slice(-MAX_CHARS)
    this.#sinceStart = (this.#sinceStart + text).slice(-MAX_CHARS)
  }

  get text(): string {
    return this.#kept
  }

  /** The last meaningful lines since the start, on one line: from the last error on, where one is named. */
  get lastWords(): string {
    const lines = this.#sinceStart.split("\n").map((line) => line.trim())
    const telling = lines.filter((line) => /\p{L}{2}/u.test(line) && !NOISE.test(line))
    const error = telling.findLastIndex((line) => /error\b|exception\b|fatal\b/i.test(line))
    const said = error === -1 ? telling.slice(-3) : telling.slice(error, error + 3)
    return said.join(" / ").slice(0, 400)
  }
}
