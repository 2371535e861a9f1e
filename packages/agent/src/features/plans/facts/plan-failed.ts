// Fact: the plan is given up, and the turn continues without it.
import { text } from "../../../contracts/content.ts"
import type { FactDefinition } from "../../../kernel/define-fact.ts"
import type { State } from "../../../kernel/state/state.ts"
import { NO_PLAN, type Plan } from "../plan.ts"

/** The fact that no plan came about. */
export interface PlanFailed {
  readonly type: "plan-failed"
  readonly why: string
}

export const planFailed: FactDefinition<PlanFailed> = {
  type: "plan-failed",
  version: 1,
  must: { why: "string" },
  /** Another model continues without the plan's requests; a note says how far the plan got. */
  fold(state, { seq, why }) {
    if (state.turn === undefined) return state
    const { attempt, ...turn } = state.turn
    const { said: _read, routing: _over, ...plan } = turn.plan ?? NO_PLAN
    const others = attempt !== undefined && attempt.phase === undefined ? { attempt } : {}
    const over: State = { ...state, turn: { ...turn, ...others, plan: { ...plan, stage: "over" } } }
    if (Object.keys(plan.done).length === 0) return over
    const note = { seq, parts: [text(progressNote(plan, why))], from: "note", ephemeral: false } as const
    return { ...over, waiting: [...state.waiting, note] }
  },
  events: ({ why }, to) => [to.event({ type: "plan-failed", why })],
  // Only the first part: what follows may quote a tool.
  record: ({ why }) => ({ why: why.split(":")[0] }),
  describe: ({ why }, say) => say.short(why),
  secret: [],
}

function progressNote({ steps, done }: Plan, why: string): string {
  const lines = steps.map(({ what }, index) => {
    const { outcome } = done[index + 1] ?? {}
    return `${index + 1}. ${what}: ${outcome === undefined ? "not begun" : outcome === "ok" ? "done" : "failed"}`
  })
  return `A plan for this was given up: ${why}\n${lines.join("\n")}\nWhat is done stands above with its results: do not do it again. Finish the request yourself.`
}
