// What later records of a turn need from its earlier facts: what is open, and what was counted.
import type { Fact } from "../contracts/fact.ts"
import type { ModelAsked } from "../kernel/facts/model-asked.ts"
import type { ToolStarted } from "../kernel/facts/tool-started.ts"
import type { TurnStarted } from "../kernel/facts/turn-started.ts"

export type Stamped<T> = T & Pick<Fact, "seq" | "at">

export interface TurnSoFar {
  /** Absent between turns. */
  readonly turn?: Stamped<TurnStarted>
  readonly asked: Map<string, Stamped<ModelAsked>>
  readonly retries: Set<string>
  readonly started: Map<string, Stamped<ToolStarted>>
  /** Tools whose last call did not succeed. */
  readonly failed: Set<string>
  readonly iterations: Set<number>
  last?: ModelAsked
  modelCalls: number
  toolRuns: number
  failures: number
}

export function begun(turn?: Stamped<TurnStarted>): TurnSoFar {
  const none = { asked: new Map(), retries: new Set<string>(), started: new Map(), failed: new Set<string>() }
  return { ...(turn && { turn }), ...none, iterations: new Set(), modelCalls: 0, toolRuns: 0, failures: 0 }
}
