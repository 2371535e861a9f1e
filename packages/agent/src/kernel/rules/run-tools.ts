// Runs the calls of the last answer that have no result yet. A call that waits for a person is left open until its
// request expires. If all of them wait without a time limit, the session rests.
import { whileAwaiting } from "../../registry/open-work.ts"
import type { Step } from "../../registry/steps.ts"
import type { Rule } from "../rule.ts"
import { onlyIn } from "../stage.ts"
import { callsAtOnce, type PlacedCall } from "../state/calls.ts"
import { isAwaiting } from "../state/state.ts"
import { rest } from "../steps/rest.ts"
import { runToolStep } from "../steps/run-tool.ts"

export function runTools(options: { readonly parallel: boolean }): Rule {
  return onlyIn(["calling", "running"], ({ turn }) => {
    const open = turn === undefined ? [] : callsAtOnce(turn)
    if (open.length === 0) return undefined
    const [first] = open
    if (open.length === 1 && first !== undefined && !isAwaiting(first.call)) return [runToolStep(first.call.call.id)]
    const steps: Step[] = []
    const requests: Step[] = []
    const now = options.parallel ? unblocked(open) : open.slice(0, 1)
    for (const { call } of now) {
      if (isAwaiting(call)) requests.push(...whileAwaiting(call))
      else steps.push(runToolStep(call.call.id))
    }
    steps.push(...requests)
    return steps.length > 0 ? steps : rest
  })
}

/** When an earlier open call touches the same resource, the calls run in request order. */
function unblocked(open: readonly PlacedCall[]): readonly PlacedCall[] {
  const touched = new Set<string>()
  return open.filter(
    ({
      call: {
        call: { touches = [] },
      },
    }) => {
      const isBlocked = touches.some((each) => touched.has(each))
      for (const each of touches) touched.add(each)
      return !isBlocked
    },
  )
}
