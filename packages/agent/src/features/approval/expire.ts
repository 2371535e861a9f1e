// Step for a call whose approval or question expired: the model is told, the call does not run, and a later answer is
// dropped.
import { defined } from "../../base/defined.ts"
import { type Part, text } from "../../contracts/content.ts"
import { defineStep } from "../../kernel/define-step.ts"
import type { PerformContext } from "../../kernel/performer.ts"
import type { CallState, Turn } from "../../kernel/state/state.ts"

/**
 * The approval or question of a call was not settled in time: the call gets a result that says so, and does not run.
 */
export interface Expire {
  readonly kind: "expire"
  readonly key: string
  readonly call: string
  /** Until this time, by the session's clock, a person may still settle it. */
  readonly notBefore: number
  /** How long they had, in milliseconds. */
  readonly waitMs?: number
}

/** Has its own key: once the approval or question is settled, no rule asks for this key any more. */
export function expireStep(call: string, notBefore: number, waitMs?: number): Expire {
  return { kind: "expire", key: `expire:${call}`, call, notBefore, ...defined({ waitMs }) }
}

/** For a call that waits for a person; none when it may wait without limit. */
export function expiryOf({ call, expiresAt, expiresIn }: CallState): readonly Expire[] {
  return expiresAt === undefined ? [] : [expireStep(call.id, expiresAt, expiresIn)]
}

/** The expiry of an approval or question that is requested now. */
export function expiryFrom({ clock, answerWithinMs }: Pick<PerformContext, "clock" | "answerWithinMs">): {
  readonly expiresAt?: number
} {
  return answerWithinMs === undefined ? {} : { expiresAt: clock.now() + answerWithinMs }
}

export const expire = defineStep<Expire>()({
  kind: "expire",
  needs: ["state", "drainInbox"],
  async *perform(step, { state, drainInbox }) {
    const turn = state.turn as Turn // A rule asked for this step, so there is a turn and a call.
    const call = turn.calls.find((each) => each.call.id === step.call) as CallState
    // An answer that was accepted in time wins: another process may have written it a moment ago.
    await drainInbox()
    const { id, name } = call.call
    yield { fact: { type: "tool-finished", call: id, name: call.name ?? name, ...expired(call), ms: 0 } }
  },
})

/** A missing approval counts as denied. A question is the tool itself, so it timed out. */
export function expired({ call, name = call.name, stage }: CallState) {
  const asParts = (words: string): readonly Part[] => [text(words)]
  if (stage === "awaiting-approval") {
    const content = asParts(
      `Nobody answered in time whether "${name}" may run, so it did not run. Do without, or say so.`,
    )
    return { outcome: "denied", code: "approval-timeout", content } as const
  }
  const content = asParts(
    "Nobody answered in time. Decide yourself and say what you assumed, or leave the question open.",
  )
  return { outcome: "timeout", code: "question-timeout", content } as const
}
