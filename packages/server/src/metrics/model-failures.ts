// The last failure of each model, as the agents of this process met it: what a status says when turns fail.
import type { ErrorClass, Fact, ModelError } from "@pawl/agent"

export interface ModelFailure {
  readonly model: string
  readonly at: number
  /** As the log has it: known secrets are taken out. Its message may quote what a person said. */
  readonly error: ModelError
  /** The model has answered since. */
  readonly answeredSince: boolean
}

/** Failures that say something of the model. All others come from the request, the person or this process. */
const OF_THE_MODEL: Readonly<Record<ErrorClass, boolean>> = {
  "rate-limit": true,
  overloaded: true,
  "server-error": true,
  network: true,
  timeout: true,
  auth: true,
  config: true,
  unexplained: true,
  "context-overflow": false,
  "invalid-request": false,
  output: false,
  aborted: false,
  interrupted: false,
  crashed: false,
  internal: false,
}

export class ModelFailures {
  readonly #last = new Map<string, ModelFailure>()
  /** Which model is asked, by attempt, for each session in a turn. */
  readonly #asked = new Map<string, Map<string, string>>()

  /** `before`: earlier facts of the turn, which another process has heard. */
  hear(session: string, facts: readonly Fact[], before: readonly Fact[]): void {
    for (const fact of before) this.#follow(session, fact)
    for (const fact of facts) {
      const model = this.#follow(session, fact)
      if (model === undefined) continue
      if (fact.type === "model-answered") this.#answered(model)
      if (fact.type === "model-failed") this.#failed(model, fact)
    }
  }

  /** The newest first. */
  list(): readonly ModelFailure[] {
    return [...this.#last.values()].sort((a, b) => b.at - a.at)
  }

  /** The model that an answer or a failure is of. Forgets it: what is kept is what is under way. */
  #follow(session: string, fact: Fact): string | undefined {
    if (fact.type === "turn-finished") this.#asked.delete(session)
    if (fact.type === "model-asked") {
      const known = this.#asked.get(session) ?? new Map<string, string>()
      this.#asked.set(session, known.set(fact.attempt, fact.model))
    }
    if (fact.type !== "model-answered" && fact.type !== "model-failed") return undefined
    const known = this.#asked.get(session)
    const model = known?.get(fact.attempt)
    known?.delete(fact.attempt)
    if (known?.size === 0) this.#asked.delete(session)
    return model
  }

  #answered(model: string): void {
    const failure = this.#last.get(model)
    if (failure !== undefined) this.#last.set(model, { ...failure, answeredSince: true })
  }

  #failed(model: string, { at, error }: { readonly at: number; readonly error: ModelError }): void {
    // What one owner may not use says nothing of the model.
    if (!OF_THE_MODEL[error.class] || error.code === "model-not-allowed") return
    this.#last.set(model, { model, at, error, answeredSince: false })
  }
}
