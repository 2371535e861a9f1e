// Runs the calls of the last answer that have no result yet. A call that waits for a person is left open until its
// request expires. If all of them wait without a time limit, the session rests.
import { whileAwaiting } from "../../registry/open-work.ts"
import type { Rule } from "../rule.ts"
import { callsAtOnce, hasOpenCalls } from "../state/calls.ts"
import { type CallState, isAwaiting } from "../state/state.ts"
import { rest } from "../steps/rest.ts"
import { runToolStep } from "../steps/run-tool.ts"

export function runTools(options: { readonly parallel: boolean }): Rule {
  return ({ turn }) => {
    if (turn === undefined) return undefined
    if (!hasOpenCalls(turn)) return undefined
    const open = callsAtOnce(turn).map(({ call }) => call)
    const free = options.parallel ? unblocked(open) : open.slice(0, 1)
    const ready = free.filter((call) => !isAwaiting(call))
    const steps = [...ready.map((call) => runToolStep(call.call.id)), ...free.filter(isAwaiting).flatMap(whileAwaiting)]
    return steps.length > 0 ? steps : rest
  }
}

/** When an earlier open call touches the same resource, the calls run in request order. */
function unblocked(open: readonly CallState[]): readonly CallState[] {
  const touched = new Set<string>()
  return open.filter(({ call: { touches = [] } }) => {
    const isBlocked = touches.some((each) => touched.has(each))
    for (const each of touches) touched.add(each)
    return !isBlocked
  })
}
