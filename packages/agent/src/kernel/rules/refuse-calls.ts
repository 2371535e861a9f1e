// Rules that refuse calls: nothing runs, and the model gets the reason as the result.
import type { Call } from "../../contracts/message.ts"
import type { Step } from "../../registry/steps.ts"
import type { Rule } from "../rule.ts"
import { onlyIn, onlyInTrouble } from "../stage.ts"
import { callsAtOnce } from "../state/calls.ts"
import { isRepeated, REPEATED_CALL, recentCall, signatureOf, WITHHELD_TOOL } from "../state/counting.ts"
import type { CallState, State, Turn } from "../state/state.ts"
import { runToolStep } from "../steps/run-tool.ts"

type Refusal = { readonly code: string; readonly message: string }

type Why = (call: CallState, place: number, turn: Turn, state: State) => Refusal | undefined

type May = (turn: Turn) => boolean

/** Refuses the calls that have not begun and for which `why` returns a reason. `may`: whether there can be one for any call. */
export function refuse(why: Why, may?: May): Rule {
  return onlyIn(["calling"], refusing(why, may))
}

function refusing(why: Why, may?: May): Rule {
  return (state) => {
    const { turn } = state
    if (turn === undefined || turn.cancelled || may?.(turn) === false) return undefined
    let steps: Step[] | undefined
    for (const { call, place } of callsAtOnce(turn)) {
      if (call.stage !== "asked" || call.starts > 0) continue
      const refusal = why(call, place, turn, state)
      if (refusal === undefined) continue
      steps ??= []
      steps.push(runToolStep(call.call.id, refusal))
    }
    return steps
  }
}

/** Only the first calls of an answer run. */
export function refuseExtraCalls({ keep }: { readonly keep: number }): Rule {
  return refuse((call, place) => {
    if (place < keep) return undefined
    const message = `Not run: "${call.call.name}" was call ${place + 1} of one answer, and only the first${keep > 1 ? ` ${keep}` : ""} ${keep > 1 ? "run" : "runs"}. Look at its result, then make this call again if it is still needed.`
    return { code: "one-call-at-a-time", message }
  })
}

export function refuseWithheld(): Rule {
  const why: Why = (call, _place, _turn, { withheld }) => {
    const { name } = call.call
    if (!withheld.some(({ tool }) => tool === name)) return undefined
    const message = `Not run: "${name}" has failed too often and is not available. Go on without it.`
    return { code: WITHHELD_TOOL, message }
  }
  return onlyInTrouble(["calling"], refusing(why))
}

/** A turn that ends with the next answer runs no more calls. */
export function refuseWhenEnding(): Rule {
  const why: Why = ({ call }, _place, { ending }) => {
    if (ending === undefined) return undefined
    return { code: "turn-ending", message: `Not run: "${call.name}" came after tools were no longer offered.` }
  }
  return onlyInTrouble(["calling"], refusing(why))
}

export interface RepeatLimits {
  /** The number of identical calls at which a call is refused. */
  readonly refuseAt: number
  /** Count every identical call since the last change, not only those with the same result as before. */
  readonly strict?: boolean
}

/** Refuses a call of the same tool with the same arguments: its result is already in the conversation. */
export function refuseRepeats({ refuseAt, strict = false }: RepeatLimits): Rule {
  const why = ({ call }: CallState, place: number, turn: Turn): Refusal | undefined => {
    const known = recentCall(turn.counters.recent, knownSignature(call))
    // After a change, the same call may return something new.
    const since = known?.changes === turn.counters.changes ? known : undefined
    // Calls that run one after the other are checked when they are next: a call in between may change something.
    if (strict && place > (callsAtOnce(turn)[0]?.place ?? 0)) return undefined
    const before = strict ? (since?.made ?? 0) : (since?.inVain ?? 0)
    if (before + 1 < refuseAt) return undefined
    const message = `Not run: "${call.name}" was already called with exactly these arguments, and its result stands above. Use it, or do something else.`
    return { code: REPEATED_CALL, message }
  }
  return refuse(why, ({ counters }) => isRepeated(counters.recent, refuseAt - 1))
}

/** Kept, because a call that waits is looked at again and again. */
function knownSignature(call: Call): string {
  const known = signatures.get(call)
  if (known !== undefined) return known
  const signature = signatureOf(call)
  signatures.set(call, signature)
  return signature
}

const signatures = new WeakMap<Call, string>()
