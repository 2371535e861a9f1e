// Runs the body of a call, once its intent is durable.
import type { Soon } from "../../base/at-hand.ts"
import type { StopSignal } from "../../contracts/stop-signal.ts"
import type { PreparedCall, ToolResult } from "../../contracts/toolbox.ts"
import { AROUND_NEEDS, giveUp, serveBody } from "../../registry/around-calls.ts"
import type { GatedCall } from "../call-gate.ts"
import type { PortsOf } from "../define-step.ts"
import type { Yielded } from "../performer.ts"
import type { Served } from "../served.ts"
import { crashed, interrupted, refused, skipped } from "./results.ts"
import { type CallOptions, OPTION_NEEDS } from "./run-options.ts"

export const BODY_NEEDS = [...OPTION_NEEDS, ...AROUND_NEEDS] as const

type Ports = PortsOf<typeof BODY_NEEDS>

/** Undefined leaves the call open: the host wants the session back, and the next runner may run the call again. */
export function runBody(gated: GatedCall, options: CallOptions, context: Ports): Served<ToolResult | undefined> {
  // Nothing has to be looked at before a body that only reads.
  const isFree = gated.prepared.effect === "read" && !context.signal.aborted
  return isFree ? begin(gated.prepared, options, context) : beginChecked(gated, options, context)
}

async function* beginChecked(
  { state, prepared }: GatedCall,
  options: CallOptions,
  context: Ports,
): AsyncGenerator<Yielded, ToolResult | undefined, void> {
  const { signal, fence } = context
  const { name, effect } = prepared
  if (isLeft(prepared, signal)) return undefined
  // The call may have run before a crash, so "skipped" would be wrong.
  if (signal.aborted) return giveUp(state, state.starts === 0 ? skipped(signal) : interrupted(name, effect), context)
  // A process that was suspended between intent and effect must not act when it resumes and another runner has taken
  // over. Nor may it overwrite what a person wrote in the meantime.
  const stale = effect === "read" ? undefined : await fence().then(options.recheck)
  if (stale !== undefined) return refused(stale)
  const begun = begin(prepared, options, context)
  return "value" in begun ? begun.value : yield* begun
}

/** What a body returns at once is at hand, unless it has asked for something. */
function begin(prepared: PreparedCall, options: CallOptions, context: Ports): Served<ToolResult | undefined> {
  const running = started(prepared, options, context)
  if (running instanceof Promise || options.isAsking()) return served(running, prepared, options, context)
  return { value: ended(running, prepared, options) }
}

async function* served(
  running: Soon<ToolResult>,
  prepared: PreparedCall,
  options: CallOptions,
  context: Ports,
): AsyncGenerator<Yielded, ToolResult | undefined, void> {
  return ended(yield* serveBody(running, options, context), prepared, options)
}

function started(prepared: PreparedCall, options: CallOptions, { toolbox }: Ports): Soon<ToolResult> {
  const failed = (error: unknown) => crashed(prepared.name, error)
  try {
    const running = toolbox.run(prepared, options)
    return running instanceof Promise ? running.catch(failed) : running
  } catch (error) {
    return failed(error)
  }
}

function ended(result: ToolResult | undefined, prepared: PreparedCall, options: CallOptions): ToolResult | undefined {
  options.isOver = true
  if (isLeft(prepared, options.signal)) return undefined
  return result ?? interrupted(prepared.name, prepared.effect)
}

/** The host wants the session back, and the call may be made again. */
function isLeft({ effect }: PreparedCall, signal: StopSignal): boolean {
  return signal.aborted && signal.reason === "suspended" && effect !== "once"
}
