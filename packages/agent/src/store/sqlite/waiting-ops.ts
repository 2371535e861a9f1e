// Ops that wait for their batch, and who asked for each: two lists, so that a batch is sent as it is.
import type { PawlError } from "../../contracts/error.ts"
import { unpack } from "./explain.ts"
import { type Failed, isFailed, type Result } from "./protocol.ts"

interface Asker {
  readonly resolve: (result: Result) => void
  readonly reject: (error: PawlError) => void
}

export class WaitingOps<T> {
  readonly ops: T[] = []
  readonly #askers: Asker[] = []

  get isEmpty(): boolean {
    return this.ops.length === 0
  }

  get size(): number {
    return this.ops.length
  }

  /** Keeps so many, and returns the rest. */
  split(most: number): WaitingOps<T> {
    const rest = new WaitingOps<T>()
    if (this.ops.length <= most) return rest
    rest.ops.push(...this.ops.splice(most))
    rest.#askers.push(...this.#askers.splice(most))
    return rest
  }

  add(op: T): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.ops.push(op)
      this.#askers.push({ resolve, reject })
    })
  }

  /** These came before the others. */
  unshift(earlier: WaitingOps<T>): void {
    this.ops.unshift(...earlier.ops)
    this.#askers.unshift(...earlier.#askers)
  }

  settle(results: readonly (Result | Failed)[]): void {
    let index = 0
    for (const { resolve, reject } of this.#askers) {
      const result = results[index++]
      if (result === undefined) continue
      if (isFailed(result)) reject(unpack(result))
      else resolve(result)
    }
  }

  reject(error: PawlError): void {
    for (const { reject } of this.#askers) reject(error)
  }
}
