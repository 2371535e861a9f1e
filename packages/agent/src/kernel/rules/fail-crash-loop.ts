// Fails a turn when the process died too often during one call, so that a session cannot crash its host endlessly.
import type { Rule } from "../rule.ts"
import { onlyInTrouble } from "../stage.ts"
import { finishStep } from "../steps/finish.ts"

export const CRASH_LOOP = "crash-loop"

export function failCrashLoop(): Rule {
  return onlyInTrouble(["calling", "running", "called"], ({ turn }) => {
    const call = turn?.calls.find((each) => each.result?.code === CRASH_LOOP)
    if (turn === undefined || call === undefined) return undefined
    const message = `The process ended ${call.starts} times while "${call.call.name}" ran. Check that tool before you try again.`
    return [finishStep(turn, "failed", "", { code: CRASH_LOOP, message })]
  })
}
