// The end of what a server wrote to stderr: enough to say why it failed, never more than a page or two.
import { StringDecoder } from "node:string_decoder"

const MOST_CHARS = 16 * 1024

export class Tail {
  readonly #decoder = new StringDecoder("utf8")
  #kept = ""
  #sinceStart = ""

  /** What was written before is history: it does not explain what happens from now on. */
  startAnew(): void {
    this.#sinceStart = ""
  }

  add(chunk: Buffer): void {
    const text = this.#decoder.write(chunk)
    this.#kept = (this.#kept + text).slice(-MOST_CHARS)
    this.#sinceStart = (this.#sinceStart + text).slice(-MOST_CHARS)
  }

  get text(): string {
    return this.#kept
  }

  /** The last lines since the start that say something, on one line. */
  get lastWords(): string {
    const lines = this.#sinceStart.split("\n").map((line) => line.trim())
    return lines
      .filter((line) => line !== "")
      .slice(-3)
      .join(" / ")
      .slice(-400)
  }
}
