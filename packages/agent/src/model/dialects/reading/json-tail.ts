// Consumes what belongs to JSON but follows it: surplus brackets, and the closing line of a fence.

export class JsonTail {
  readonly #isFenced: boolean
  #part: "brackets" | "space" | "marks" = "brackets"
  text = ""
  done = false

  constructor(isFenced: boolean) {
    this.#isFenced = isFenced
  }

  push(input: string, from: number): number {
    let at = from
    while (at < input.length && this.#takes(input[at] ?? "")) at++
    this.text += input.slice(from, at)
    this.done = at < input.length
    return at
  }

  #takes(char: string): boolean {
    if (this.#part === "brackets" && "}]".includes(char)) return true
    if (!this.#isFenced) return false
    if (this.#part !== "marks" && /\s/.test(char)) {
      this.#part = "space"
      return true
    }
    if (!"`~".includes(char)) return false
    this.#part = "marks"
    return true
  }
}
