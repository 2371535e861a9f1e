// The events of one turn, for the caller that sent its input. Iterate it, await its result, or both.
import { defined } from "../base/defined.ts"
import { PawlError } from "../contracts/error.ts"
import type { Event } from "../contracts/event.ts"
import type { TurnResult } from "./handle-types.ts"

type Follow = (after: number, deltas: boolean) => AsyncGenerator<Event, void, void>

/**
 * The events of one turn. Iterate it, await its result, or both.
 *
 * @example
 * ```ts
 * const turn = session.send("Please refund order 42.")
 * await turn.accepted() // From here on it cannot be lost.
 * const { outcome } = await turn.result()
 * ```
 */
export class TurnStream implements AsyncIterable<Event> {
  /** The id of the command. Sending it again has no effect. */
  readonly id: string
  readonly #accepted: Promise<number>
  readonly #events: Follow
  readonly #onOver: (() => void) | undefined

  /**
   * `onOver`: called when the input is refused, and when the end of its turn was seen here.
   * @internal
   */
  constructor(id: string, accepted: Promise<number>, events: Follow, onOver?: () => void) {
    this.id = id
    this.#accepted = accepted
    this.#events = events
    this.#onOver = onOver
    // A refusal is reported when the caller iterates or awaits; it must not crash the process before that.
    accepted.catch(() => onOver?.())
  }

  /** Resolves once the input is durable: from here on it cannot be lost. */
  async accepted(): Promise<void> {
    await this.#accepted
  }

  [Symbol.asyncIterator](): AsyncGenerator<Event, void, void> {
    return this.#follow(true)
  }

  async *#follow(deltas: boolean): AsyncGenerator<Event, void, void> {
    let turn: number | undefined
    for await (const event of this.#events(await this.#accepted, deltas)) {
      if ((event.type === "turn-start" || event.type === "input-added") && event.command === this.id) turn = event.turn
      if (turn === undefined) continue
      const isOver = event.type === "turn-end" && event.turn === turn
      if (isOver) this.#onOver?.()
      yield event
      if (isOver) return
    }
    throw new PawlError(
      "agent-closed",
      "The agent was closed before the turn ended. Open the session again to follow it.",
    )
  }

  /** Waits for the end of the turn. */
  async result(): Promise<TurnResult> {
    // The last event has the whole text, so skip the deltas: waiting callers are not woken for each of them.
    for await (const event of this.#follow(false)) {
      if (event.type !== "turn-end") continue
      const { outcome, text, error, usage, trace = "", suggestions } = event
      const more = { ...defined({ error, suggestions }) }
      return { outcome, text, usage, trace, ...more }
    }
    throw new PawlError(
      "agent-closed",
      "The agent was closed before the turn ended. Open the session again to follow it.",
    )
  }
}
