// The events of one turn, for the caller that sent its input. Iterate it, await its result, or both.
import { PawlClientError } from "./error.ts"
import type { Event, TurnResult as WireResult } from "./wire.ts"

/** How a turn ended, with its last text. */
export interface TurnResult<Output = unknown> extends Omit<WireResult, "output"> {
  /** The typed answer of a completed turn that was asked for one (`output`). */
  readonly output?: Output
}

type TurnEnd = Extract<Event, { type: "turn-end" }>

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
export class TurnStream<Output = unknown> implements AsyncIterable<Event> {
  /** The id of the command. Sending it again has no effect. */
  readonly id: string
  readonly #accepted: Promise<number>
  readonly #follow: (after: number) => AsyncGenerator<Event, void, void>
  #end: TurnEnd | undefined

  /** @internal */
  constructor(id: string, accepted: Promise<number>, follow: (after: number) => AsyncGenerator<Event, void, void>) {
    this.id = id
    this.#accepted = accepted
    this.#follow = follow
    // A refusal is reported when the caller iterates or awaits; it must not crash the process before that.
    accepted.catch(() => {})
  }

  /**
   * Resolves once the input is durable: from here on it cannot be lost. The number is where the turn's events begin: pass it
   * to `session.events` as `after`.
   */
  accepted(): Promise<number> {
    return this.#accepted
  }

  /** The events of this turn only. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Event, void, void> {
    let turn: number | undefined
    for await (const event of this.#follow(await this.#accepted)) {
      if (event.type === "input-withdrawn" && event.command === this.id) throw withdrawn(this.id)
      if (turn === undefined && isStart(event) && event.command === this.id) turn = event.turn
      if (turn === undefined) continue
      const isEnd = event.type === "turn-end" && event.turn === turn
      if (isEnd) this.#end = event
      yield event
      if (isEnd) return
    }
    throw new PawlClientError("The client was closed before the turn ended. Open the session again to follow it.", {
      code: "client-closed",
      retryable: false,
    })
  }

  /** Waits for the end of the turn. */
  async result(): Promise<TurnResult<Output>> {
    if (this.#end === undefined) for await (const _event of this) if (this.#end !== undefined) break
    // The iteration throws unless it has seen the end.
    const { outcome, text, error, usage, trace = "", suggestions, output } = this.#end as unknown as TurnEnd
    return {
      outcome,
      text,
      usage,
      trace,
      ...(error !== undefined && { error }),
      ...(suggestions !== undefined && { suggestions }),
      // The server has checked it against the schema that the caller gave.
      ...(output !== undefined && { output: output as Output }),
    }
  }
}

function withdrawn(id: string): PawlClientError {
  return new PawlClientError(
    `The message "${id}" was taken back before its turn began. Send it again under another id to have it carried out.`,
    { code: "input-withdrawn", retryable: false },
  )
}

function isStart(event: Event): event is Extract<Event, { type: "turn-start" | "input-added" }> {
  return event.type === "turn-start" || event.type === "input-added"
}
