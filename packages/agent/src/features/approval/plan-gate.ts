// Gate: in a turn that may only look, a call that would change something is refused at once, whoever would allow it.
import { defineGate } from "../../kernel/call-gate.ts"
import { refused } from "../../kernel/performers/results.ts"
import { mayChange } from "./modes.ts"

/** The code of a call that a turn with the approval mode "plan" does not run. */
export const PLAN_ONLY = "plan-only"

export const planGate = defineGate({
  needs: ["state"],
  only: [{ turn: "approval" }],
  pass({ state: { starts }, prepared: { name, effect, ends, question, delegates } }, { state }) {
    const mode = state.turn?.approval
    if (mode === undefined || mayChange(mode) || starts > 0) return undefined
    // A child's turn has the same mode.
    if (effect === "read" || ends !== undefined || question !== undefined || delegates === true) return undefined
    const message = `Not run: in this turn you may only look, and "${name}" could change something. Look at what you need with tools that only read. Then present your plan as your answer: the user decides what is carried out.`
    return { kind: "settled", result: refused({ code: PLAN_ONLY, message }) }
  },
})
