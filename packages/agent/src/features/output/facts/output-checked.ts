// The program's own check (zod, valibot, arktype) has looked at an answer that fits the JSON Schema of the turn's output.
import { defined } from "../../../base/defined.ts"
import type { FactDefinition } from "../../../kernel/define-fact.ts"
import { inTurn } from "../../../kernel/state/in-turn.ts"

/** The fact that a program's own check has looked at a typed answer. */
export interface OutputChecked {
  readonly type: "output-checked"
  /** The attempt of the answer. */
  readonly attempt: string
  /** What the check objects to; empty when the answer stands. */
  readonly problems: readonly string[]
  /** The process that ran the turn did not have the check: the process that asked applies it to the result. */
  readonly unchecked?: true
  /** The check itself failed: what it threw. No other answer would pass it. */
  readonly failed?: string
}

export const outputChecked: FactDefinition<OutputChecked> = {
  type: "output-checked",
  version: 1,
  must: { attempt: "string", problems: "strings" },
  may: { unchecked: "boolean", failed: "string" },
  fold: (state, { attempt, problems, failed }) =>
    inTurn(state, (turn) => ({ ...turn, outputCheck: { attempt, problems, ...defined({ failed }) } })),
  record: ({ attempt, problems, failed }) => ({
    what: "output-check",
    why: failed !== undefined ? "failed" : problems.length === 0 ? "fits" : "invalid",
    attempt,
  }),
  describe({ attempt, problems, unchecked, failed }, say) {
    if (unchecked === true) return say.quiet(`${attempt}: left to the process that asked`)
    if (failed !== undefined) return `${attempt}: the check failed: ${say.short(failed)}`
    return `${attempt}: ${problems.length === 0 ? "fits" : say.short(problems.join("; "))}`
  },
  // Problems quote the answer.
  secret: ["problems", "failed"],
}
