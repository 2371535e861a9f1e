// What the facts of a commit add to the sums of their owner. A child's own log counts its use, so the call that waited
// for it counts nothing.
import type { Fact } from "../contracts/fact.ts"
import { dayAt, type Spent } from "../contracts/limits.ts"
import { noUsage } from "../contracts/usage.ts"
import type { State } from "../kernel/state/state.ts"

export class SpentCounter {
  /** The models of requests that are under way, by attempt: only the first fact of a request names its model. */
  readonly #models = new Map<string, string>()

  /** Undefined when nothing was used, as in most commits. */
  of(facts: readonly Fact[], { turn }: State): readonly Spent[] | undefined {
    let spent: Spent[] | undefined
    for (let at = 0; at < facts.length; at++) {
      const fact = facts[at] as Fact
      if (fact.type === "model-asked") this.#models.set(fact.attempt, fact.model)
      if (fact.type !== "tool-finished" && fact.type !== "model-answered" && fact.type !== "model-failed") continue
      const next = this.#spentBy(fact, turn?.attempt?.model ?? "")
      if (next === undefined) continue
      spent ??= []
      spent.push(next)
    }
    return spent
  }

  /** These facts are stored: their requests are over. */
  stored(facts: readonly Fact[]): void {
    for (let at = 0; at < facts.length; at++) {
      const fact = facts[at] as Fact
      if (fact.type === "model-answered" || fact.type === "model-failed") this.#models.delete(fact.attempt)
    }
  }

  #spentBy(fact: Costly, model: string): Spent | undefined {
    if (fact.type === "tool-finished") {
      if (fact.ms === 0 || fact.usage !== undefined) return undefined
      return { ...nothing, day: dayAt(fact.at), model, ms: fact.ms }
    }
    const asked = this.#models.get(fact.attempt) ?? model
    const { usage, ms } = fact
    if (usage === undefined) return undefined
    const unpriced = usage.costUsd === undefined ? 1 : 0
    const toolCalls = fact.type === "model-answered" ? fact.calls.length : 0
    return { day: dayAt(fact.at), model: asked, requests: 1, unpriced, usage, toolCalls, ms }
  }
}

type Costly = Extract<Fact, { readonly type: "tool-finished" | "model-answered" | "model-failed" }>

const nothing = { requests: 0, unpriced: 0, usage: noUsage, toolCalls: 0 }
