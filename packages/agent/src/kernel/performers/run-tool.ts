// Takes one tool call to exactly one result. The intent is durable before the body runs, so a crash leaves a visible
// orphan rather than an invisible side effect.
import { goOn, type Soon } from "../../base/at-hand.ts"
import { callGates, GATE_NEEDS } from "../../registry/call-gates.ts"
import { combinePasses, type GatedCall, type Pass, type Verdict } from "../call-gate.ts"
import type { PortsOf } from "../define-step.ts"
import type { Performing } from "../performer.ts"
import { openCall } from "../state/calls.ts"
import type { CallState, Turn } from "../state/state.ts"
import type { RunTool } from "../steps/run-tool.ts"
import { READY_NEEDS, readyCall } from "./ready-call.ts"
import { BODY_NEEDS, runBody } from "./run-body.ts"
import { OPTION_NEEDS, runOptions } from "./run-options.ts"
import { toolFinished, toolStarted } from "./tool-facts.ts"

export const NEEDS = [...OPTION_NEEDS, ...READY_NEEDS, ...GATE_NEEDS, ...BODY_NEEDS] as const

type Ports = PortsOf<typeof NEEDS>

export async function* performRunTool(step: RunTool, context: Ports): Performing {
  const { clock } = context
  const turn = context.state.turn as Turn // Safe: rules return this step only for a call of a turn.
  const state = openCall(turn, step.call) as CallState
  const how = runOptions(state, turn, context)
  const ready = await readyCall({ step, turn, state }, how, context)
  if (ready.kind === "left") return
  if (ready.kind === "settled") return toolFinished(step.call, ready.name, ready.result)
  const { gated, again } = ready
  const { name } = gated.prepared
  const intent = toolStarted(gated.call, gated.prepared, { effectKey: how.effectKey, again })
  // Always awaited: of the calls of one answer, those that are settled by now come before those that begin.
  const verdict = await throughGates(gated, context)
  if (verdict.kind === "left") return
  if (verdict.kind === "asked") return { fact: verdict.fact }
  if (verdict.kind === "settled")
    return { ...(verdict.begins && { ahead: [intent] }), ...toolFinished(step.call, name, verdict.result) }
  const { intent: more, recheck, ...kept } = verdict.pass
  yield { ...kept, fact: { ...intent, ...more } }
  const started = clock.monotonic()
  const running = runBody(gated, { ...how, ...(recheck && { recheck }) }, context)
  const result = "value" in running ? running.value : yield* running
  if (result === undefined) return
  return toolFinished(step.call, name, result, Math.round(clock.monotonic() - started))
}

/** Stops at the first gate that settles the call or asks a person. Otherwise combines what the gates add. */
function throughGates(gated: GatedCall, context: Ports, place = 0, pass: Pass = {}): Soon<Verdict> {
  const gate = callGates[place]
  if (gate === undefined) return { kind: "passed", pass }
  return goOn(gate.pass(gated, context), (verdict) => {
    if (verdict === undefined) return throughGates(gated, context, place + 1, pass)
    if (verdict.kind !== "passed") return verdict
    return throughGates(gated, context, place + 1, combinePasses(pass, verdict.pass))
  })
}
