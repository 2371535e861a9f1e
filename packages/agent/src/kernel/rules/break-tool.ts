// Withholds a tool that keeps failing, and tells the model to go on without it or to finish.
import type { Rule } from "../rule.ts"
import { onlyIn, onlyInTrouble } from "../stage.ts"
import { hasOpenCalls } from "../state/calls.ts"
import { countOf } from "../state/counting.ts"
import type { State } from "../state/state.ts"
import type { Nudge } from "../steps/nudge.ts"
import { SUMMARY_RULES } from "../steps/nudge.ts"

export interface BreakerOptions {
  readonly failures: number
  /** Counts failures in this turn, or since the tool last worked; the tool is withheld for the same scope. */
  readonly scope: "turn" | "session"
  /** `finish`: the next answer is the last. */
  readonly afterwards: "go-on" | "finish"
}

export function breakTool(options: BreakerOptions): Rule {
  // A limit of 0 is met before any failure.
  const only = options.failures > 0 ? onlyInTrouble : onlyIn
  return only(["called"], (state) => {
    const { turn } = state
    if (turn === undefined || turn.cancelled || turn.ending !== undefined || hasOpenCalls(turn)) return undefined
    const { scope, afterwards } = options
    const { tool, times } = brokenTool(state, options) ?? {}
    if (tool === undefined) return undefined
    const what = `Tool "${tool}" failed ${times} times and is no longer available.`
    const nudge: Nudge = {
      kind: "nudge",
      key: `break-tool:${turn.number}:${tool}`,
      reason: "tool-breaker",
      evidence: `"${tool}" failed ${times} times ${scope === "turn" ? "in this turn" : "since it last worked"}`,
      text: `${what} ${afterwards === "finish" ? SUMMARY_RULES : "Finish the work without it, or say plainly what cannot be done."}`,
      ephemeral: false,
      withholds: { tool, until: scope },
    }
    if (afterwards === "go-on") return [nudge]
    const text = `${what} I could not finish the work that needs it.`
    return [{ ...nudge, ends: { outcome: "completed", text } }]
  })
}

/** Looks only at the tools of the last answer: a tool that was not called cannot have failed again. */
function brokenTool({ turn, toolFailures, withheld }: State, { failures, scope }: BreakerOptions) {
  const counts = scope === "turn" ? (turn?.counters.toolFailures ?? {}) : toolFailures
  for (const { result, call } of turn?.calls ?? []) {
    const tool = result?.name ?? call.name
    const times = countOf(counts, tool)
    if (times >= failures && !withheld.some((each) => each.tool === tool)) return { tool, times }
  }
  return undefined
}
