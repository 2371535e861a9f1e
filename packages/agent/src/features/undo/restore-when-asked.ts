// Somebody wants files put back, or the conversation taken back: done while no turn runs, before anything else.
import type { Rule } from "../../kernel/rule.ts"
import { isRunning } from "../../kernel/state/state.ts"
import { rest } from "../../kernel/steps/rest.ts"
import { restoreStep } from "./restore.ts"

export function restoreWhenAsked(): Rule {
  return ({ restore, rewoundTo, turn }) => {
    // This state does not know the conversation any more: nothing may be decided by it.
    if (rewoundTo !== undefined) return rest
    if (restore === undefined || isRunning(turn)) return undefined
    return [restoreStep(restore)]
  }
}
