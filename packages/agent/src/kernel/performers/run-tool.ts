// Takes one tool call to exactly one result. The intent is durable before the body runs, so a crash leaves a visible
// orphan rather than an invisible side effect.
import type { Soon } from "../../base/at-hand.ts"
import { giveUp } from "../../registry/around-calls.ts"
import { callGates, GATE_NEEDS } from "../../registry/call-gates.ts"
import { combinePasses, concerns, type GatedCall, type Pass, type Verdict } from "../call-gate.ts"
import type { PortsOf } from "../define-step.ts"
import type { ToolStarted } from "../facts/tool-started.ts"
import type { Performing, Yielded } from "../performer.ts"
import { openCall } from "../state/calls.ts"
import type { CallState, Turn } from "../state/state.ts"
import type { RunTool } from "../steps/run-tool.ts"
import { callOf, prepareCall } from "./prepare-call.ts"
import { RECOVERY_NEEDS, recover, settledWith } from "./recover.ts"
import { refused, skipped } from "./results.ts"
import { BODY_NEEDS, runBody } from "./run-body.ts"
import { CallOptions, OPTION_NEEDS } from "./run-options.ts"
import { toolFinished, toolStarted } from "./tool-facts.ts"
import { withGrace } from "./with-grace.ts"

export const NEEDS = [...OPTION_NEEDS, ...RECOVERY_NEEDS, ...GATE_NEEDS, ...BODY_NEEDS] as const

type Ports = PortsOf<typeof NEEDS>

export async function* performRunTool(step: RunTool, context: Ports): Performing {
  const { signal, clock } = context
  const turn = context.state.turn as Turn // Safe: rules return this step only for a call of a turn.
  const state = openCall(turn, step.call) as CallState
  const options = new CallOptions(step.call, turn, context)
  const recovering =
    step.refusal === undefined ? recover(state, turn, options, context) : settledWith(refused(step.refusal), state)
  const recovery = recovering instanceof Promise ? await recovering : recovering
  if (recovery.kind === "left") return
  const call = callOf(state)
  const preparing = recovery.kind === "run" ? prepareCall(call, state, options, context) : recovery
  const prepared = preparing instanceof Promise ? await withGrace(preparing, signal, clock) : preparing
  // Stopped while it was being prepared, so it never began.
  if (prepared === undefined)
    return signal.reason === "cancelled" ? toolFinished(step.call, call.name, skipped()) : undefined
  if (prepared.kind === "immediate") {
    const given = giveUp(state, prepared.result, context)
    return toolFinished(step.call, prepared.name, given instanceof Promise ? await given : given)
  }
  const { name } = prepared
  const gated = { state, call, prepared }
  const again = recovery.kind === "run" ? recovery.again : undefined
  const intent = toolStarted(call, prepared, { effectKey: options.effectKey, again })
  // Always awaited: of the calls of one answer, those that are settled by now come before those that begin.
  const verdict = await throughGates(gated, context)
  if (verdict.kind === "left") return
  if (verdict.kind === "asked") return { fact: verdict.fact }
  if (verdict.kind === "settled")
    return { ...(verdict.begins && { ahead: [intent] }), ...toolFinished(step.call, name, verdict.result) }
  // Stopped while a gate or a function of the program was asked, so it never begins.
  if (signal.aborted) return signal.reason === "cancelled" ? toolFinished(step.call, name, skipped()) : undefined
  yield verdict.pass === NOTHING ? { fact: intent } : withPass(intent, verdict.pass)
  const started = clock.monotonic()
  options.recheck = verdict.pass.recheck
  const running = runBody(gated, options, context)
  const result = "value" in running ? running.value : yield* running
  if (result === undefined) return
  return toolFinished(step.call, name, result, Math.round(clock.monotonic() - started))
}

/** Most calls pass all gates, and none of them adds anything. */
const NOTHING: Pass = {}
const PASSED: Verdict = { kind: "passed", pass: NOTHING }

/** Stops at the first gate that settles the call or asks a person. Otherwise combines what the gates add. */
function throughGates(gated: GatedCall, context: Ports, first = 0, given = NOTHING): Soon<Verdict> {
  let pass = given
  for (let place = first; place < callGates.length; place++) {
    const gate = callGates[place]
    const verdict = gate !== undefined && concerns(gate, gated, context) ? gate.pass(gated, context) : undefined
    if (verdict === undefined) continue
    if (verdict instanceof Promise) return goOnAfter(verdict, gated, context, place + 1, pass)
    if (verdict.kind !== "passed") return verdict
    pass = combinePasses(pass, verdict.pass)
  }
  return pass === NOTHING ? PASSED : { kind: "passed", pass }
}

async function goOnAfter(
  coming: Promise<Verdict | undefined>,
  gated: GatedCall,
  context: Ports,
  next: number,
  pass: Pass,
): Promise<Verdict> {
  const verdict = await coming
  if (verdict === undefined) return throughGates(gated, context, next, pass)
  if (verdict.kind !== "passed") return verdict
  return throughGates(gated, context, next, combinePasses(pass, verdict.pass))
}

function withPass(fact: ToolStarted, { intent, recheck: _later, ...kept }: Pass): Yielded {
  return { ...kept, fact: { ...fact, ...intent } }
}
