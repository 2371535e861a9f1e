// The events of one turn, for the caller that sent its input. Iterate it, await its result, or both.
import { defined } from "../base/defined.ts"
import { messageOf, PawlError } from "../contracts/error.ts"
import type { Event } from "../contracts/event.ts"
import type { Json } from "../contracts/json.ts"
import type { CheckOutput } from "../features/output/live-outputs.ts"
import { CHECK_FAILED, checkFailed, OUTPUT_INVALID } from "../features/output/typed-answer.ts"
import type { TurnResult } from "./handle-types.ts"

interface StreamOptions {
  readonly onOver?: (() => void) | undefined
  readonly check?: CheckOutput | undefined
  /** Why a finished turn may have an answer that the check refuses. */
  readonly whyRefused?: (() => Promise<string>) | undefined
}

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
export class TurnStream<Output = unknown> implements AsyncIterable<Event> {
  /** The id of the command. Sending it again has no effect. */
  readonly id: string
  readonly #accepted: Promise<number>
  readonly #events: Follow
  readonly #onOver: (() => void) | undefined
  readonly #check: CheckOutput | undefined
  readonly #whyRefused: (() => Promise<string>) | undefined

  /**
   * `onOver`: called when the input is refused, and when the end of its turn was seen here. `check`: that of the typed
   * answer which the caller asked for.
   * @internal
   */
  constructor(id: string, accepted: Promise<number>, events: Follow, how: StreamOptions = {}) {
    const { onOver, check, whyRefused } = how
    this.id = id
    this.#accepted = accepted
    this.#events = events
    this.#onOver = onOver
    this.#check = check
    this.#whyRefused = whyRefused
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

  /**
   * Waits for the end of the turn. A turn that was asked for a typed answer (`output`) has it in `output`, when it is
   * completed; a failed one has the reason in `error`.
   */
  async result(): Promise<TurnResult<Output>> {
    // The last event has the whole text, so skip the deltas: waiting callers are not woken for each of them.
    for await (const event of this.#follow(false)) {
      if (event.type !== "turn-end") continue
      const { outcome, text, error, usage, trace = "", suggestions, output } = event
      const result = { outcome, text, usage, trace, ...defined({ error, suggestions }) }
      return output === undefined ? result : await this.#typed(result, output)
    }
    throw new PawlError(
      "agent-closed",
      "The agent was closed before the turn ended. Open the session again to follow it.",
    )
  }

  /** The log holds what the model gave; the caller's own schema may refine and transform it. */
  async #typed(result: TurnResult<Output>, given: Json): Promise<TurnResult<Output>> {
    // Without a schema, or with a JSON Schema, the type is what the log holds.
    const failed = (code: string, message: string) => ({
      ...result,
      outcome: "failed" as const,
      error: { code, message },
    })
    try {
      const checked = (await this.#check?.(given)) ?? { ok: true, value: given }
      if (checked.ok) return { ...result, output: checked.value as Output }
      const why = (await this.#whyRefused?.()) ?? ""
      const refused = "The turn is completed, but the schema of this process refuses its answer"
      return failed(OUTPUT_INVALID, `${refused}: ${checked.problems.join("; ")}. ${why}`)
    } catch (error) {
      return failed(CHECK_FAILED, checkFailed(messageOf(error)))
    }
  }
}
