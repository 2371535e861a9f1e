// Keeps what a command prints in bounded memory: its beginning and its end, and how much is missing between them.

export interface KeptOptions {
  readonly headChars: number
  readonly tailChars: number
}

export class KeptOutput {
  readonly #options: KeptOptions
  #head = ""
  #tail = ""
  #dropped = 0

  constructor(options: KeptOptions) {
    this.#options = options
  }

  add(text: string): void {
    const { headChars, tailChars } = this.#options
    const room = headChars - this.#head.length
    if (room > 0) this.#head += text.slice(0, room)
    if (text.length <= room) return
    this.#tail += text.slice(Math.max(0, room))
    // Cut rarely, because each cut copies.
    if (this.#tail.length > 2 * tailChars + 64 * 1024) this.#cut()
  }

  #cut(): void {
    const extra = this.#tail.length - this.#options.tailChars
    if (extra <= 0) return
    this.#dropped += extra
    // Through a buffer: a plain slice would keep the long string in memory that it is part of.
    this.#tail = Buffer.from(this.#tail.slice(extra), "utf16le").toString("utf16le")
  }

  text(): string {
    this.#cut()
    if (this.#dropped === 0) return this.#head + this.#tail
    const notice = `[... ${this.#dropped} characters left out. To see all of it, write it to a file and read that in parts ...]`
    return `${this.#head}\n${notice}\n${this.#tail}`
  }
}
