// No turn runs: nothing to do until somebody says something.
import { rest } from "../../contracts/step.ts"
import type { Rule } from "../rule.ts"
import { isRunning } from "../state/state.ts"

export function restWhenIdle(): Rule {
  return (state) => (isRunning(state.turn) ? undefined : rest)
}
