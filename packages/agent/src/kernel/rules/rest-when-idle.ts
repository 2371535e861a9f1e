// No turn is running: rest until the next command.
import type { Rule } from "../rule.ts"
import { onlyIn } from "../stage.ts"
import { isRunning } from "../state/state.ts"
import { rest } from "../steps/rest.ts"

export function restWhenIdle(): Rule {
  return onlyIn([], (state) => (isRunning(state.turn) ? undefined : rest))
}
