// Prepares a call before its gates: applies what facts or a rule have already decided, and lets its tool
// resolve name and arguments.

import { goOn, type Soon, unlessFailed } from "../../base/at-hand.ts"
import type { Again } from "../../contracts/fact.ts"
import type { Call } from "../../contracts/message.ts"
import type { StopSignal } from "../../contracts/stop-signal.ts"
import type { Preparation, ToolResult } from "../../contracts/toolbox.ts"
import { giveUp } from "../../registry/around-calls.ts"
import type { GatedCall } from "../call-gate.ts"
import type { PortsOf } from "../define-step.ts"
import { argumentsOf, type CallState, type Turn } from "../state/state.ts"
import type { RunTool } from "../steps/run-tool.ts"
import { RECOVERY_NEEDS, type Recovery, recover } from "./recover.ts"
import { crashed, refused, skipped } from "./results.ts"
import { type CallAbout, offeredIn } from "./run-options.ts"
import { withGrace } from "./with-grace.ts"

/** `left`: stopped before a decision; the next runner decides. */
export type Ready =
  | { readonly kind: "left" }
  | { readonly kind: "settled"; readonly name: string; readonly result: ToolResult }
  | { readonly kind: "ready"; readonly gated: GatedCall; readonly again: Again | undefined }

export const READY_NEEDS = [...RECOVERY_NEEDS, "stopChild"] as const

type Ports = PortsOf<typeof READY_NEEDS>

interface Asked {
  readonly step: RunTool
  readonly turn: Turn
  readonly state: CallState
  readonly about: CallAbout
}

/** At hand unless a tool or a crash makes it wait. */
export function readyCall(asked: Asked, context: Ports): Soon<Ready> {
  const { step, turn, state, about } = asked
  const recovery = step.refusal === undefined ? recover(state, turn, about, context) : refusal(step.refusal)
  return goOn(recovery, (found) => afterRecovery(found, asked, context))
}

function afterRecovery(recovery: Recovery, { state, about }: Asked, context: Ports): Soon<Ready> {
  if (recovery.kind === "left") return recovery
  if (recovery.kind === "settled") {
    return settledWith(recovery.result, state.name ?? state.call.name, state, context)
  }
  const given = argumentsOf(state)
  const call = given === state.call.arguments ? state.call : { ...state.call, arguments: given }
  const preparing = withGrace(prepare(call, state, about, context), context.signal, context.clock)
  return goOn(preparing, (prepared): Soon<Ready> => {
    if (prepared === undefined) return stoppedBefore(call, context.signal)
    if (prepared.kind === "immediate") return settledWith(prepared.result, prepared.name, state, context)
    return { kind: "ready", gated: { state, call, prepared }, again: recovery.again }
  })
}

/** Stopped while the call was being prepared, so it never began. */
function stoppedBefore({ name }: Call, { reason }: StopSignal): Ready {
  return reason === "cancelled" ? { kind: "settled", name, result: skipped() } : { kind: "left" }
}

function settledWith(given: ToolResult, name: string, state: CallState, context: Ports): Soon<Ready> {
  return goOn(giveUp(state, given, context), (result) => ({ kind: "settled", name, result }))
}

function refusal(why: NonNullable<RunTool["refusal"]>): Recovery {
  return { kind: "settled", result: refused(why) }
}

/** Arguments that a person has seen, or that a call was started with, are not repaired again: they run as they are. */
function prepare(call: Call, state: CallState, of: CallAbout, context: Ports): Soon<Preparation> {
  const { repaired, decision, starts, name } = state
  const isDecided = decision !== undefined || starts > 0
  const isFixed = repaired !== undefined || isDecided
  const meant = name === undefined || name === call.name ? call : { ...call, name }
  const how = { repair: !isFixed, isDecided, of, offered: offeredIn(context) }
  const prepared = unlessFailed(
    () => context.toolbox.prepare(meant, how),
    (error): Preparation => ({ kind: "immediate", name: call.name, result: crashed(call.name, error) }),
  )
  if (repaired === undefined || decision?.arguments !== undefined) return prepared
  return goOn(prepared, (found) => (found.kind === "immediate" ? found : { ...found, repairs: repaired.repairs }))
}
