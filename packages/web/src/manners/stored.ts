// A choice of the person that this browser keeps. All tabs have the same one: a change in one tab reaches the others.
import { Observable } from "../data/observable.ts"
import { readStored, writeStored } from "../data/storage.ts"

export class Stored<T extends string> extends Observable<T> {
  readonly #key: string
  readonly #values: readonly T[]
  readonly #otherwise: T

  constructor(key: string, values: readonly T[], otherwise: T) {
    super(otherwise)
    this.#key = key
    this.#values = values
    this.#otherwise = otherwise
    this.#read()
    window.addEventListener("storage", (event) => {
      // No key: the whole storage was cleared.
      if (event.key === key || event.key === null) this.#read()
    })
  }

  choose(value: T): void {
    writeStored(this.#key, value)
    this.set(value)
  }

  #read(): void {
    const found = readStored(this.#key)
    this.set(this.#values.find((value) => value === found) ?? this.#otherwise)
  }
}
