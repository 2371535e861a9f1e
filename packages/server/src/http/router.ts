// Finds the handlers of a request. Those of a path without parameters are the same each time, so they are looked for once.
import type { Result, Router } from "hono/router"
import { TrieRouter } from "hono/router/trie-router"

export class FixedPathsFirst<T> implements Router<T> {
  readonly name = "FixedPathsFirst"
  readonly #all = new TrieRouter<T>()
  readonly #fixed = new Map<string, Map<string, Result<T>>>()

  add(method: string, path: string, handler: T): void {
    this.#all.add(method, path, handler)
    for (const known of this.#fixed.values()) known.clear()
    if (!/[:*{]/.test(path)) this.#fixed.set(path, new Map())
  }

  match(method: string, path: string): Result<T> {
    const byMethod = this.#fixed.get(path)
    if (byMethod === undefined) return this.#all.match(method, path)
    const found = byMethod.get(method) ?? this.#all.match(method, path)
    // A method is any word that a client sends, and most of them have no handler.
    if (byMethod.size < MOST_METHODS) byMethod.set(method, found)
    return found
  }
}

const MOST_METHODS = 10
