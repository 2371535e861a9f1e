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

  get isOver(): boolean {
    return this.#end !== undefined || this.#isWithdrawn
  }

  /** Returns true when there is no more to wait for: the turn is over, or the log has facts that were not seen here. */
  see(facts: readonly Fact[]): boolean {
    for (const fact of facts) {
      if (fact.seq <= this.#seq) continue
      if (fact.seq > this.#seq + 1) return true
      this.#seq = fact.seq
      this.#look(fact)
      if (this.isOver) return true
    }
    return false
  }

  #look(fact: Fact): void {
    if (fact.type === "turn-started") this.#trace = fact.trace
    if ((fact.type === "turn-started" || fact.type === "input-added") && fact.command === this.#of.command) {
      this.#turn = fact.turn
      this.#of.onTurn?.(fact.turn)
    }
    if (fact.type === "input-withdrawn" && fact.command === this.#of.command) this.#isWithdrawn = true
    if (fact.type !== "turn-finished") return
    if (fact.turn === this.#turn) this.#end = fact
    else this.#trace = undefined
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
