// Rule for a user's request to put files back or take the conversation back: done while no turn runs, before anything
// else.
import type { Rule } from "../../kernel/rule.ts"
import { onlyIn } from "../../kernel/stage.ts"
import { isRunning } from "../../kernel/state/state.ts"
import { rest } from "../../kernel/steps/rest.ts"
import { restoreStep } from "./restore.ts"

export function restoreWhenAsked(): Rule {
  return onlyIn([], ({ restore, rewoundTo, turn }) => {
    // This state no longer matches the conversation: nothing may be decided from it.
    if (rewoundTo !== undefined) return rest
    if (restore === undefined || isRunning(turn)) return undefined
    return [restoreStep(restore)]
  })
}
