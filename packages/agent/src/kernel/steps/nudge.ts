// Step: tell the model something on behalf of the runtime: what to do again, or that its next answer is the last.
import type { Ending } from "../../contracts/fact.ts"
import { defineStep } from "../define-step.ts"
import type { Nudged } from "../facts/nudged.ts"
import type { AnswerState, Turn } from "../state/state.ts"

/** The fields of the `nudged` fact, with the step's key. */
export interface Nudge extends Omit<Nudged, "type"> {
  readonly kind: "nudge"
  readonly key: string
}

export interface NudgeWords {
  readonly reason: string
  readonly evidence: string
  readonly text: string
}

export interface NudgeHow {
  /** Shown in one request only. */
  readonly ephemeral?: boolean
  /** The answer is not taken back: the next one continues it. */
  readonly stays?: boolean
}

/** Takes the answer back and asks again. */
export function nudgeStep({ attempt }: AnswerState, words: NudgeWords, how: NudgeHow = {}): Nudge {
  const { ephemeral = false, stays = false } = how
  return { kind: "nudge", key: `nudge:${attempt}`, ephemeral, ...words, ...(!stays && { attempt }) }
}

/**
 * Asks for a last answer without tools. If that answer is empty, the text of `ends` replaces
 * it, whatever was said before.
 */
export function endingStep(turn: Turn, words: NudgeWords, ends: Ending): Nudge {
  return { kind: "nudge", key: `ending:${turn.number}`, ephemeral: true, ...words, ends }
}

/** For a model that must finish with what it has: it may add nothing to what the results show. */
export const SUMMARY_RULES =
  "Answer now, in text, without tools. Say what was done, by what the results above show, and name what was not done. Do not invent anything: what no result shows did not happen."

/** Stores the nudge; the next request shows it. */
export const nudge = defineStep<Nudge>()({
  kind: "nudge",
  needs: [],
  async *perform({ kind: _kind, key: _key, ...said }) {
    yield { fact: { type: "nudged", ...said } }
  },
})
