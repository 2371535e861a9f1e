// Waits for the end of one turn. It looks at each fact once, and no event is built but the last.
import { inputWithdrawn } from "../contracts/error.ts"
import type { TurnEnd, TurnOf } from "../contracts/event.ts"
import type { Log } from "../contracts/store.ts"
import type { Fact } from "../registry/facts.ts"
import { Cursor } from "./cursor.ts"
import { traceAt } from "./trace-at.ts"

export class TurnWatch {
  readonly #of: TurnOf
  #seq: number
  #turn: number | undefined
  #trace: string | undefined
  #isWithdrawn = false
  #end: Extract<Fact, { type: "turn-finished" }> | undefined

  constructor(of: TurnOf) {
    this.#of = of
    this.#seq = of.after
  }

  /** The last fact that it has seen. */
  get seq(): number {
    return this.#seq
  }

  /** Whether a turn has taken up the command. */
  get hasBegun(): boolean {
    return this.#turn !== undefined
  }

  get isOver(): boolean {
    return this.#end !== undefined || this.#isWithdrawn
  }

  /** Returns true when there is no more to wait for: the turn is over, or the log has facts that were not seen here. */
  readonly see = (facts: readonly Fact[]): boolean => {
    for (let at = 0; at < facts.length; at++) {
      const fact = facts[at] as Fact
      if (fact.seq <= this.#seq) continue
      if (fact.seq > this.#seq + 1) return true
      this.#seq = fact.seq
      switch (fact.type) {
        case "turn-started":
          this.#trace = fact.trace
          this.#joins(fact)
          break
        case "input-added":
          this.#joins(fact)
          break
        case "input-withdrawn":
          this.#isWithdrawn ||= fact.command === this.#of.command
          break
        case "turn-finished":
          if (fact.turn === this.#turn) this.#end = fact
          else this.#trace = undefined
      }
      if (this.#end !== undefined || this.#isWithdrawn) return true
    }
    return false
  }

  #joins({ command, turn }: { readonly command: string; readonly turn: number }): void {
    if (command !== this.#of.command) return
    this.#turn = turn
    this.#of.onTurn?.(turn)
  }

  /** The last event of the turn, as every subscriber gets it. Throws if the message was taken back. */
  async event(log: Pick<Log, "read">, session: string): Promise<TurnEnd | undefined> {
    if (this.#isWithdrawn) throw inputWithdrawn(session, this.#of.command)
    const end = this.#end
    if (end === undefined) return undefined
    // Input that joined a turn did not see its start.
    const trace = this.#trace ?? (await traceAt(log, session, await log.read(session, end.seq - 2, 1)))
    const last = new Cursor({ seq: end.seq - 1, offset: 0, thinking: 0 }, trace).publish(end).at(-1)
    return last?.type === "turn-end" ? last : undefined
  }
}
