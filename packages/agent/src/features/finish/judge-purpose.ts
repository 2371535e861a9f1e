// Purpose `judge`: asks whether an answer is finished. Its usage is counted, and it adds nothing to the conversation.
import { defined } from "../../base/defined.ts"
import { readVerdict } from "../../contracts/finish-check.ts"
import type { PurposeDefinition } from "../../kernel/define-purpose.ts"
import type { Turn } from "../../kernel/state/state.ts"
import { withUsage } from "../../kernel/state/with-usage.ts"
import type { Judgement } from "./slice.ts"

/** The code of a request that a limit of what may be used forbids. */
const USAGE_LIMIT = "usage-limit"

/** Ending of an attempt that asks about an answer: the answer's attempt comes before it. */
export const ABOUT = ".judge"

export const judgePurpose: PurposeDefinition = {
  fold(state, fact) {
    const { turn } = state
    if (turn === undefined) return state
    const about = fact.attempt.endsWith(ABOUT) ? fact.attempt.slice(0, -ABOUT.length) : fact.attempt
    if (fact.type === "model-asked") return { ...state, turn: asked(turn, about) }
    const tries = turn.judgement?.tries ?? 1
    const verdict = fact.type === "model-failed" ? undefined : readVerdict(fact.text)
    const isRefused = fact.type === "model-failed" && fact.error.code === USAGE_LIMIT
    const judgement: Judgement = { about, tries, open: false, ...defined({ verdict }), ...(isRefused && { isRefused }) }
    return withUsage({ ...state, turn: { ...turn, judgement } }, fact)
  },
}

/** A question that a crash left open is asked again. */
function asked(turn: Turn, about: string): Turn {
  const before = turn.judgement?.about === about ? turn.judgement.tries : 0
  return { ...turn, judgement: { about, tries: before + 1, open: true } }
}
