// An answer with neither text nor a call is asked for again, a few times in a row, then the turn fails plainly.
import type { Rule } from "../rule.ts"
import { finishStep } from "./steps.ts"

export function nudgeEmpty(options: { readonly max: number }): Rule {
  return ({ turn }) => {
    if (turn?.answer === undefined || turn.answer.nudged || turn.counters.empties === 0) return undefined
    const { attempt } = turn.answer
    if (turn.counters.empties > options.max) {
      const message = `The model returned nothing ${turn.counters.empties} times in a row. Say it another way, or choose another model.`
      return [finishStep(turn, "failed", "", { code: "empty-answer", message })]
    }
    const evidence = `answer ${attempt} has no text and no call`
    const text = "Your last answer was empty. Go on: call a tool, or answer in text."
    return [{ kind: "nudge", key: `nudge:${attempt}`, reason: "empty", evidence, text, ephemeral: true, attempt }]
  }
}
