// Runs the body of a call, once its intent is durable.
import { unlessFailed } from "../../base/at-hand.ts"
import type { RunOptions, ToolResult } from "../../contracts/toolbox.ts"
import { AROUND_NEEDS, giveUp, serveBody } from "../../registry/around-calls.ts"
import type { GatedCall, Pass } from "../call-gate.ts"
import type { PortsOf } from "../define-step.ts"
import type { Yielded } from "../performer.ts"
import { crashed, interrupted, refused, skipped } from "./results.ts"

export const BODY_NEEDS = [...AROUND_NEEDS, "toolbox", "fence"] as const

type Asking = Required<Pick<RunOptions, "ask" | "askModel" | "askApproval">>

/** Undefined leaves the call open: the host wants the session back, and the next runner may run the call again. */
export async function* runBody(
  { state, prepared }: GatedCall,
  { recheck = async () => undefined, ...how }: RunOptions & Pick<Pass, "recheck">,
  context: PortsOf<typeof BODY_NEEDS>,
): AsyncGenerator<Yielded, ToolResult | undefined, void> {
  const { signal, toolbox, fence } = context
  const { name, effect } = prepared
  const isLeft = () => signal.aborted && signal.reason === "suspended" && effect !== "once"
  if (isLeft()) return undefined
  // The call may have run before a crash, so "skipped" would be wrong.
  if (signal.aborted) return giveUp(state, state.starts === 0 ? skipped(signal) : interrupted(name, effect), context)
  // A process that was suspended between intent and effect must not act when it resumes and another runner has taken
  // over. Nor may it overwrite what a person wrote in the meantime.
  const stale = effect === "read" ? undefined : await fence().then(recheck)
  if (stale !== undefined) return refused(stale)
  const beforeChange = async () => {
    await fence()
    const why = await recheck()
    if (why !== undefined) throw Object.assign(new Error(why.message), { code: why.code })
  }
  let isOver = false
  const onOutput = (output: string) => isOver || how.onOutput(output)
  const running = ({ ask, askModel, askApproval }: Asking) =>
    unlessFailed(
      () => toolbox.run(prepared, { ...how, onOutput, beforeChange, ask, askModel, askApproval }),
      (error) => crashed(name, error),
    )
  const result = yield* serveBody(how.call, running, context)
  isOver = true
  return isLeft() ? undefined : (result ?? interrupted(name, effect))
}
