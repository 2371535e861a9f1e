// The events of one turn, for the caller that sent its input. Iterate it, await its result, or both.
import { defined } from "../base/defined.ts"
import { OneByOne } from "../base/one-by-one.ts"
import { isPawlError, messageOf, PawlError } from "../contracts/error.ts"
import type { Event, TurnEnd } from "../contracts/event.ts"
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

/** What a turn is followed by, from the `seq` before its input. */
export interface Following {
  /** All events, as they become known. */
  events(after: number): AsyncGenerator<readonly Event[], void, void>
  /** Undefined when the agent is closed first. */
  end(after: number): Promise<TurnEnd | undefined>
}

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
  readonly #following: Following
  readonly #onOver: (() => void) | undefined
  readonly #check: CheckOutput | undefined
  readonly #whyRefused: (() => Promise<string>) | undefined

  /**
   * `onOver`: called when the input is refused, and when the end of its turn was seen here. `check`: that of the typed
   * answer which the caller asked for.
   * @internal
   */
  constructor(id: string, accepted: Promise<number>, following: Following, how: StreamOptions = {}) {
    const { onOver, check, whyRefused } = how
    this.id = id
    this.#accepted = accepted
    this.#following = following
    this.#onOver = onOver
    this.#check = check
    this.#whyRefused = whyRefused
    // A refusal is reported when the caller iterates or awaits; it must not crash the process before that.
    accepted.catch(() => onOver?.())
  }

  /**
   * Resolves once the input is durable: from here on it cannot be lost. The number is where the turn's events begin: pass it
   * to `session.events` as `after`.
   */
  accepted(): Promise<number> {
    return this.#accepted
  }

  [Symbol.asyncIterator](): AsyncGenerator<Event, void, void> {
    return new OneByOne(this.#events())
  }

  /** The events of this turn only. */
  async *#events(): AsyncGenerator<readonly Event[], void, void> {
    let turn: number | undefined
    for await (const events of this.#following.events(await this.#accepted)) {
      if (turn === undefined && events.some((event) => this.#isWithdrawal(event))) {
        // Says why there is no turn.
        return void (await this.result())
      }
      const from = turn === undefined ? events.findIndex((event) => this.#isStart(event)) : 0
      const start = events[from]
      if (start === undefined) continue
      if (turn === undefined && "turn" in start) turn = start.turn
      const end = events.findIndex((event) => event.type === "turn-end" && event.turn === turn)
      if (end >= 0) this.#onOver?.()
      yield events.slice(from, end < 0 ? undefined : end + 1)
      if (end >= 0) return
    }
    throw closed()
  }

  #isWithdrawal(event: Event): boolean {
    return event.type === "input-withdrawn" && event.command === this.id
  }

  #isStart(event: Event): boolean {
    return (event.type === "turn-start" || event.type === "input-added") && event.command === this.id
  }

  /**
   * Waits for the end of the turn. A turn that was asked for a typed answer (`output`) has it in `output`, when it is
   * completed; a failed one has the reason in `error`.
   */
  async result(): Promise<TurnResult<Output>> {
    const end = await this.#following.end(await this.#accepted).catch((error: unknown) => {
      if (isPawlError(error, "input-withdrawn")) this.#onOver?.()
      throw error
    })
    if (end === undefined) throw closed()
    this.#onOver?.()
    const { outcome, text, error, usage, trace = "", suggestions, output } = end
    const result = { outcome, text, usage, trace, ...defined({ error, suggestions }) }
    return output === undefined ? result : await this.#typed(result, output)
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

function closed(): PawlError {
  return new PawlError(
    "agent-closed",
    "The agent was closed before the turn ended. Open the session again to follow it.",
  )
}
