// Keeps sends in order: each runs at once, unless an earlier one still has files to read.

export class SerialQueue {
  #before: Promise<unknown> | undefined

  run<Value, Result>(ready: Value | Promise<Value>, next: (value: Value) => Promise<Result>): Promise<Result> {
    const before = this.#before
    if (before === undefined && !(ready instanceof Promise)) return next(ready)
    const done = Promise.allSettled([ready, before]).then(([given]) => {
      if (given.status === "rejected") throw given.reason
      return next(given.value)
    })
    const last: Promise<void> = done.then(
      () => this.#clear(last),
      () => this.#clear(last),
    )
    this.#before = last
    return done
  }

  #clear(last: Promise<void>): void {
    if (this.#before === last) this.#before = undefined
  }
}
