// The words of an answer on their way to its listeners. Words that arrive together are told together: what a listener costs
// grows with the reads from the connection, not with the events in them.
import type { AskOptions } from "../../contracts/model.ts"

export class Spoken {
  readonly #how: Pick<AskOptions, "onText" | "onReasoning">
  #words = ""
  #isThinking = false

  constructor(how: Pick<AskOptions, "onText" | "onReasoning">) {
    this.#how = how
  }

  /** Text and thinking are told in the order in which they came. */
  add(words: string, isThinking: boolean): void {
    if (words === "") return
    if (isThinking !== this.#isThinking) this.tell()
    this.#isThinking = isThinking
    this.#words += words
  }

  tell(): void {
    const words = this.#words
    if (words === "") return
    this.#words = ""
    if (this.#isThinking) this.#how.onReasoning(words)
    else this.#how.onText(words)
  }
}
