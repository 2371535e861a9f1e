// Code that is loaded when it is first wanted, and watched by what waits for it.
import { Observable } from "./observable.ts"

export class Lazily<T> {
  /** Undefined until it is there. */
  readonly now = new Observable<T | undefined>(undefined)
  /** Why it could not be loaded. */
  readonly problem = new Observable<unknown>(undefined)
  readonly #load: () => Promise<T>
  #isAsked = false

  constructor(load: () => Promise<T>) {
    this.#load = load
  }

  /** What fails is tried again when it is wanted the next time. */
  want(): void {
    if (this.#isAsked) return
    this.#isAsked = true
    this.#load().then(
      (loaded) => this.now.set(loaded),
      (error: unknown) => {
        this.#isAsked = false
        this.problem.set(error)
      },
    )
  }
}
