// The checks of typed answers that this process asked for, by session and command. A check is code, so it is not in the
// log: a process that runs a turn that another one asked for does not have it.
import type { Json } from "../../contracts/json.ts"
import type { CheckedOutput } from "./compile-output.ts"

/** A program's own check of a typed answer. */
export type CheckOutput = (value: Json) => Promise<CheckedOutput>

/** A caller may never wait for its turn. The oldest checks are dropped then: the result is still checked by the caller. */
const MAX_KEPT = 10_000

export class LiveOutputs {
  readonly #checks = new Map<string, CheckOutput>()

  /** Returns a function that drops it again. */
  keep(session: string, command: string, check: CheckOutput): () => void {
    const key = keyOf(session, command)
    this.#checks.set(key, check)
    const [oldest] = this.#checks.keys()
    if (oldest !== undefined && this.#checks.size > MAX_KEPT) this.#checks.delete(oldest)
    return () => {
      if (this.#checks.get(key) === check) this.#checks.delete(key)
    }
  }

  checkOf(session: string, command: string): CheckOutput | undefined {
    return this.#checks.get(keyOf(session, command))
  }
}

function keyOf(session: string, command: string): string {
  return JSON.stringify([session, command])
}
