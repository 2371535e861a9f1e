// A value that can be watched.

export class Observable<T> {
  #value: T
  readonly #watchers = new Set<() => void>()

  constructor(value: T) {
    this.#value = value
  }

  get = (): T => this.#value

  set(next: T): void {
    if (Object.is(next, this.#value)) return
    this.#value = next
    for (const watcher of [...this.#watchers]) watcher()
  }

  update(change: (now: T) => T): void {
    this.set(change(this.#value))
  }

  subscribe = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher)
    return () => this.#watchers.delete(watcher)
  }
}
