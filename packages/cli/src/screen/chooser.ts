// The list that is open above the input, if one is: one at a time, and questions wait until it is closed.
import type { Candidate, Choosing } from "../repl/terminal.ts"
import { Picker, type PickerPorts } from "./picker.ts"
import type { Field } from "./screen.ts"

export class Chooser {
  readonly #ports: Omit<PickerPorts, "done">
  #picker: Picker | undefined
  #closed: Promise<unknown> = Promise.resolve()

  constructor(ports: Omit<PickerPorts, "done">) {
    this.#ports = ports
  }

  /** Resolves when no list is open: a key that is meant for a list must not answer a question. */
  get closed(): Promise<unknown> {
    return this.#closed
  }

  choose(choosing: Choosing): Promise<string | undefined> {
    this.leave()
    const { promise, resolve } = Promise.withResolvers<string | undefined>()
    const done = (value: string | undefined) => {
      if (this.#picker === picker) this.#picker = undefined
      this.#ports.changed()
      resolve(value)
    }
    const picker = new Picker(choosing, { ...this.#ports, done })
    this.#picker = picker
    this.#closed = promise
    this.#ports.changed()
    return promise
  }

  /** Puts an earlier message into the field. The draft that it replaces comes back with Up. */
  async searchHistory(earlier: readonly string[], field: Field): Promise<void> {
    const draft = field.text
    const candidates = [...new Set(earlier)].map((line): Candidate => ({ value: line, label: line }))
    const found = await this.choose({ title: "history", candidates })
    if (found === undefined) return
    if (draft.trim() !== "") field.remember(draft)
    field.replace(found)
  }

  /** Undefined when no list is open. */
  rows(width: number): readonly string[] | undefined {
    return this.#picker?.rows(width)
  }

  /** True when the key is for the list. */
  takes(name: string | undefined, typed: string): boolean {
    const picker = this.#picker
    picker?.takes(name, typed)
    return picker !== undefined
  }

  /** Nothing is chosen. */
  leave(): void {
    this.#picker?.takes("escape", "")
  }
}
