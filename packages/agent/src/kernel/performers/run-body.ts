// Runs the body of a call, once its intent is durable.

import { unlessFailed } from "../../base/at-hand.ts"
import type { StopSignal } from "../../contracts/stop-signal.ts"
import type { RunOptions, ToolResult } from "../../contracts/toolbox.ts"
import { AROUND_NEEDS, giveUp, serveBody } from "../../registry/around-calls.ts"
import type { GatedCall, Pass } from "../call-gate.ts"
import type { PortsOf } from "../define-step.ts"
import type { Yielded } from "../performer.ts"
import { endWith, type Served } from "../served.ts"
import { crashed, interrupted, refused, skipped } from "./results.ts"
import { type CallAbout, OPTION_NEEDS, runOptions } from "./run-options.ts"

export const BODY_NEEDS = [...OPTION_NEEDS, ...AROUND_NEEDS, "fence"] as const

type Asking = Required<Pick<RunOptions, "ask" | "askModel" | "askApproval">>

interface BodyHow {
  readonly about: CallAbout
  /** Of the gates that the call passed. */
  readonly recheck: Pass["recheck"] | undefined
}

type Ports = PortsOf<typeof BODY_NEEDS>

/** Undefined leaves the call open: the host wants the session back, and the next runner may run the call again. */
export function runBody(gated: GatedCall, how: BodyHow, context: Ports): Served<ToolResult | undefined> {
  // Nothing has to be looked at before a body that only reads.
  const isFree = gated.prepared.effect === "read" && !context.signal.aborted
  return isFree ? begin(gated, how, context) : beginChecked(gated, how, context)
}

async function* beginChecked(
  gated: GatedCall,
  how: BodyHow,
  context: Ports,
): AsyncGenerator<Yielded, ToolResult | undefined, void> {
  const { state, prepared } = gated
  const { signal, fence } = context
  const { name, effect } = prepared
  if (isLeft(prepared, signal)) return undefined
  // The call may have run before a crash, so "skipped" would be wrong.
  if (signal.aborted) return giveUp(state, state.starts === 0 ? skipped(signal) : interrupted(name, effect), context)
  // A process that was suspended between intent and effect must not act when it resumes and another runner has taken
  // over. Nor may it overwrite what a person wrote in the meantime.
  const stale = effect === "read" ? undefined : await fence().then(how.recheck)
  if (stale !== undefined) return refused(stale)
  const begun = begin(gated, how, context)
  return "value" in begun ? begun.value : yield* begun
}

function begin({ prepared }: GatedCall, how: BodyHow, context: Ports): Served<ToolResult | undefined> {
  const { name, effect } = prepared
  let isOver = false
  const running = ({ ask, askModel, askApproval }: Asking) => {
    const options = runOptions(how.about, context)
    const { onOutput } = options
    options.onOutput = (output) => isOver || onOutput(output)
    options.beforeChange = () => beforeChange(how, context)
    options.ask = ask
    options.askModel = askModel
    options.askApproval = askApproval
    return unlessFailed(
      () => context.toolbox.run(prepared, options),
      (error) => crashed(name, error),
    )
  }
  return endWith(serveBody(how.about.call, running, context), (result) => {
    isOver = true
    return isLeft(prepared, context.signal) ? undefined : (result ?? interrupted(name, effect))
  })
}

async function beforeChange({ recheck }: BodyHow, { fence }: Ports): Promise<void> {
  await fence()
  const why = await recheck?.()
  if (why !== undefined) throw Object.assign(new Error(why.message), { code: why.code })
}

/** The host wants the session back, and the call may be made again. */
function isLeft({ effect }: GatedCall["prepared"], signal: StopSignal): boolean {
  return signal.aborted && signal.reason === "suspended" && effect !== "once"
}
