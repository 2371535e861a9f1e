// Text that arrives in pieces and is read from any offset, without joining the whole.

export class Chunks {
  readonly #chunks: string[] = []
  #length = 0

  get length(): number {
    return this.#length
  }

  add(chunk: string): void {
    if (chunk === "") return
    this.#chunks.push(chunk)
    this.#length += chunk.length
  }

  /** The text after `offset`. Readers are mostly near the end, so search from there. */
  after(offset: number): string {
    if (offset >= this.#length) return ""
    let index = this.#chunks.length - 1
    let start = this.#length - (this.#chunks[index]?.length ?? 0)
    while (start > offset) start -= this.#chunks[--index]?.length ?? start
    const tail = index === this.#chunks.length - 1 ? (this.#chunks[index] ?? "") : this.#chunks.slice(index).join("")
    return tail.slice(offset - start)
  }
}
