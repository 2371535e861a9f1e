// What agents did, as their facts say: turns, calls of models and tools, tokens, unknown outcomes.
import type { Fact } from "@pawl/agent"
import { Counter } from "./counts.ts"

export class FactCounts {
  readonly #turns = new Counter("pawl_turns_total", "Turns that this process ended, by outcome.")
  readonly #models = new Counter("pawl_model_calls_total", 'Calls of models, by outcome: "ok", or the kind of failure.')
  readonly #tools = new Counter("pawl_tool_calls_total", "Calls of tools, by outcome.")
  readonly #tokens = new Counter("pawl_tokens_total", "Tokens of model calls, by kind.")
  readonly #unknown = new Counter("pawl_unknown_outcomes_total", "Calls that may or may not have taken effect.")

  hear(fact: Fact): void {
    if (fact.type === "turn-finished") this.#turns.add({ outcome: fact.outcome })
    if (fact.type === "tool-finished") this.#tools.add({ outcome: fact.outcome })
    if (fact.type === "tool-finished" && fact.outcome === "unknown") this.#unknown.add({})
    if (fact.type === "model-failed") this.#models.add({ outcome: fact.error.class })
    if (fact.type !== "model-answered") return
    this.#models.add({ outcome: "ok" })
    if (fact.usage === undefined) return
    this.#tokens.add({ kind: "input" }, fact.usage.inputTokens)
    this.#tokens.add({ kind: "output" }, fact.usage.outputTokens)
  }

  lines(): readonly string[] {
    const all = [this.#turns, this.#models, this.#tools, this.#tokens, this.#unknown]
    return all.flatMap((each) => each.lines())
  }
}
