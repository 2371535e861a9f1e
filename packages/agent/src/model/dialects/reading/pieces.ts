// Collects text piece by piece. Appending to one string a million times would leave a million small objects in memory.

const MAX_LOOSE = 1024

export class Pieces {
  readonly #blocks: string[] = []
  #loose: string[] = []
  length = 0

  add(piece: string): void {
    if (piece === "") return
    this.length += piece.length
    this.#loose.push(piece)
    if (this.#loose.length < MAX_LOOSE) return
    this.#blocks.push(this.#loose.join(""))
    this.#loose = []
  }

  clear(): void {
    this.#blocks.length = 0
    this.#loose = []
    this.length = 0
  }

  toString(): string {
    return this.#blocks.join("") + this.#loose.join("")
  }
}
