// A limit of what may be used is near, or reached: then the request that was next is not sent.
import type { Draft } from "../../../contracts/fact.ts"
import type { LimitMet } from "../../../contracts/limits.ts"
import type { FactDefinition } from "../../../kernel/define-fact.ts"
import { inTurn } from "../../../kernel/state/in-turn.ts"
import { limitWords } from "../words.ts"

/** A limit of what may be used is near, or reached. */
export interface UsageLimitMet extends LimitMet {
  readonly type: "usage-limit-met"
  readonly turn: number
  readonly level: "near" | "reached"
  /** What is told once: with another turn, day or limit it is told again. */
  readonly once: string
}

export const usageLimitMet: FactDefinition<UsageLimitMet> = {
  type: "usage-limit-met",
  version: 1,
  must: {
    turn: "number",
    level: "string",
    scope: "string",
    limit: "string",
    used: "number",
    max: "number",
    once: "string",
  },
  fold(state, { level, scope, limit, used, max, once }) {
    if (level === "reached") return inTurn(state, (turn) => ({ ...turn, limitMet: { scope, limit, used, max } }))
    return { ...state, limitsTold: [...(state.limitsTold ?? []), once] }
  },
  events: ({ level, scope, limit, used, max }, to) => [
    to.event({ type: "usage-limit", level, scope, limit, used, max }),
  ],
  record: ({ level, scope, limit }) => ({ what: `usage-limit-${level}`, why: `limits.${scope}.${limit}` }),
  secret: [],
  describe: (fact, say) => say.alert(`${fact.level}: ${limitWords(fact)}`),
}

export type LimitFact = Extract<Draft, { type: "usage-limit-met" }>
