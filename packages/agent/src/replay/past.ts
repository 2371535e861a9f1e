// What is known when a fact is checked: the state before it, every earlier state, and what the rules asked for in each.
import type { EffectClass, Fact } from "../contracts/fact.ts"
import { nextSteps } from "../kernel/next-steps.ts"
import type { Rule } from "../kernel/rule.ts"
import { applyWith } from "../kernel/state/fold.ts"
import type { State } from "../kernel/state/state.ts"
import { emptyState } from "../registry/state.ts"
import type { Step } from "../registry/steps.ts"

export class Past {
  readonly #rules: readonly Rule[]
  /** By the seq of the last fact in it. */
  readonly #states: State[] = [emptyState]
  readonly #steps = new Map<number, readonly Step[]>()
  readonly #facts: Fact[] = []
  readonly #calls = new Set<string>()
  readonly #effects = new Map<string, EffectClass>()

  constructor(rules: readonly Rule[]) {
    this.#rules = rules
  }

  get now(): State {
    return this.#states.at(-1) ?? emptyState
  }

  /** The steps that the rules ask for now. */
  get steps(): readonly Step[] {
    return this.stepsAt(this.now.seq)
  }

  add(fact: Fact): void {
    if (fact.type === "model-answered") for (const { id } of fact.calls) this.#calls.add(id)
    if (fact.type === "tool-started") this.#effects.set(fact.name, fact.effect)
    this.#facts.push(fact)
    this.#states.push(applyWith((seq) => this.#states[seq], this.now, fact))
  }

  stateAt(seq: number): State | undefined {
    return this.#states[seq]
  }

  stepsAt(seq: number): readonly Step[] {
    const known = this.#steps.get(seq)
    if (known !== undefined) return known
    const state = this.#states[seq]
    const steps = state === undefined ? [] : nextSteps(state, this.#rules)
    this.#steps.set(seq, steps)
    return steps
  }

  isCall(id: string): boolean {
    return this.#calls.has(id)
  }

  /** The effect class of this tool, according to the log so far. */
  effectOf(tool: string): EffectClass | undefined {
    return this.#effects.get(tool)
  }

  /**
   * The states in which the rules asked for the step with this key, newest first. A performer records its intent a moment
   * after it was started, and facts in between do not change what it started with.
   */
  *askedFor(key: string, since: number): Generator<{ readonly step: Step; readonly state: State }> {
    for (let seq = this.now.seq; seq >= since; seq--) {
      const state = this.#states[seq]
      const step = this.stepsAt(seq).find((each) => each.key === key)
      if (step !== undefined && state !== undefined) yield { step, state }
    }
  }

  /** The seq of the last fact that matches. */
  last(says: (fact: Fact) => boolean): number {
    return this.#facts.findLast(says)?.seq ?? 0
  }

  get turnStart(): number {
    return this.last(({ type }) => type === "turn-started")
  }
}
