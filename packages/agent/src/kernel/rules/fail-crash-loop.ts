// A call during which the process died three times must not be tried again: a session may not crash its host for ever.
import type { Rule } from "../rule.ts"
import { finishStep } from "../steps/finish.ts"

export const CRASH_LOOP = "crash-loop"

export function failCrashLoop(): Rule {
  return ({ turn }) => {
    const call = turn?.calls.find((each) => each.result?.code === CRASH_LOOP)
    if (turn === undefined || call === undefined) return undefined
    const message = `The process ended ${call.starts} times while "${call.call.name}" ran. Check that tool before you try again.`
    return [finishStep(turn, "failed", "", { code: CRASH_LOOP, message })]
  }
}
