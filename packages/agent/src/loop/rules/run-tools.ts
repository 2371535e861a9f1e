// Calls of the last answer that have no result yet. Those that wait for a person are left alone until nobody may answer
// any more; if all wait without an end, we rest.
import { rest, type Step } from "../../contracts/step.ts"
import { type CallState, isAwaiting, openCalls } from "../../state/state.ts"
import type { Rule } from "../rule.ts"
import { expireStep, runToolStep } from "./steps.ts"

export function runTools(options: { readonly parallel: boolean }): Rule {
  return ({ turn }) => {
    if (turn === undefined) return undefined
    const open = openCalls(turn)
    if (open.length === 0) return undefined
    const free = options.parallel
      ? open.filter((call, place) => !blocked(call, open.slice(0, place)))
      : open.slice(0, 1)
    const ready = free.filter((call) => !isAwaiting(call))
    const steps = [...ready.map((call) => runToolStep(call.call.id)), ...free.flatMap(expiry)]
    return steps.length > 0 ? steps : rest
  }
}

function expiry(call: CallState): readonly Step[] {
  return isAwaiting(call) && call.expiresAt !== undefined ? [expireStep(call.call.id, call.expiresAt)] : []
}

/** An earlier call that is still open writes to the same thing: request order decides. */
function blocked(call: CallState, earlier: readonly CallState[]): boolean {
  const touches = call.call.touches ?? []
  return earlier.some((other) => other.call.touches?.some((each) => touches.includes(each)) === true)
}
