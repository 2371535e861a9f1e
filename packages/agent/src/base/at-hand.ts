// What is at hand is not awaited: a value goes on at once, and only a promise is waited for.

/** A value that is at hand, or comes later. */
export type Soon<T> = T | Promise<T>

/** Goes on with the value: at once when it is at hand. */
export function goOn<T, Next>(value: Soon<T>, next: (value: T) => Soon<Next>): Soon<Next> {
  return value instanceof Promise ? value.then(next) : next(value)
}

/** The value of the work, or of `failed` when the work throws or rejects. */
export function unlessFailed<T>(work: () => Soon<T>, failed: (error: unknown) => T): Soon<T> {
  try {
    const value = work()
    return value instanceof Promise ? value.catch(failed) : value
  } catch (error) {
    return failed(error)
  }
}

/** What code of an application returned: a promise of another realm or library counts as a promise. */
export function returned<T>(value: T | PromiseLike<T>): Soon<T> {
  if (value instanceof Promise) return value
  const isLater = typeof value === "object" && value !== null && "then" in value && typeof value.then === "function"
  return isLater ? Promise.resolve(value) : (value as T) // It has no `then`, so it is the value itself.
}
