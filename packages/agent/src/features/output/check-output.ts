// Step: the program's own check looks at an answer that fits the JSON Schema. What it says becomes a fact, so that the
// rules, and a replay, need no code of the program.
import { messageOf } from "../../contracts/error.ts"
import type { Json } from "../../contracts/json.ts"
import { defineStep } from "../../kernel/define-step.ts"
import type { Turn } from "../../kernel/state/state.ts"
import type { OutputChecked } from "./facts/output-checked.ts"
import type { CheckOutput } from "./live-outputs.ts"

/** The step that has a typed answer checked by the program. */
export interface CheckOutputStep {
  readonly kind: "check-output"
  readonly key: string
  readonly attempt: string
  readonly value: Json
}

export function checkOutputStep(attempt: string, value: Json): CheckOutputStep {
  return { kind: "check-output", key: `check-output:${attempt}`, attempt, value }
}

export const checkOutput = defineStep<CheckOutputStep>()({
  kind: "check-output",
  needs: ["session", "state", "outputs"],
  async *perform({ attempt, value }, { session, state, outputs }) {
    const turn = state.turn as Turn // Safe: rules return this step only in a turn.
    const check = outputs?.checkOf(session, turn.command)
    const said = check === undefined ? UNCHECKED : await saidBy(check, value)
    yield { fact: { type: "output-checked", attempt, ...said } }
  },
})

type Said = Pick<OutputChecked, "problems" | "unchecked" | "failed">

const UNCHECKED: Said = { problems: [], unchecked: true }

/** A check that throws is wrong itself: it says nothing about the answer. */
async function saidBy(check: CheckOutput, value: Json): Promise<Said> {
  try {
    const checked = await check(value)
    return { problems: checked.ok ? [] : checked.problems.slice(0, 10).map(shortened) }
  } catch (error) {
    return { problems: [], failed: shortened(messageOf(error)) }
  }
}

function shortened(words: string): string {
  return words.slice(0, 500).toWellFormed()
}
