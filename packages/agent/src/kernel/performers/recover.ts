// Recovers a call that the facts show as started and unfinished because its process died. Decides what happens before
// the call runs again or gets a result: by the tool's declaration, by its `verify`, by the profile, in that order;
// otherwise the outcome is unknown.
import type { Soon } from "../../base/at-hand.ts"
import { text } from "../../contracts/content.ts"
import type { Again } from "../../contracts/fact.ts"
import type { ImmediateResult, ToolResult, Verdict } from "../../contracts/toolbox.ts"
import type { PortsOf } from "../define-step.ts"
import { argumentsOf, type CallState, type Turn } from "../state/state.ts"
import { skipped } from "./results.ts"
import { type CallOptions, OPTION_NEEDS } from "./run-options.ts"
import { isInterruptedOnce, settledBefore } from "./settled-before.ts"
import { withGrace } from "./with-grace.ts"

/** `left`: stopped before a decision; the next runner decides. */
export type Recovery = ImmediateResult | { readonly kind: "run"; readonly again?: Again } | { readonly kind: "left" }

export const RECOVERY_NEEDS = [...OPTION_NEEDS, "clock", "interruptedTools"] as const

type Ports = PortsOf<typeof RECOVERY_NEEDS>

export function recover(call: CallState, turn: Turn, options: CallOptions, context: Ports): Soon<Recovery> {
  const settled = settledBefore(call, turn)
  if (settled === undefined) return call.starts === 0 ? RUN : { kind: "run", again: "safe" }
  if (!isInterruptedOnce(call)) return settledWith(settled, call)
  return verified(settled, call, turn, options, context)
}

const RUN: Recovery = { kind: "run" }

/** The call does not run: this is its result. */
export function settledWith(result: ToolResult, call: CallState): ImmediateResult {
  return { kind: "immediate", name: nameOf(call), result }
}

async function verified(
  settled: ToolResult,
  call: CallState,
  turn: Turn,
  options: CallOptions,
  context: Ports,
): Promise<Recovery> {
  const verdict = await askTool(call, options, context)
  if (verdict === undefined && context.signal.reason === "suspended") return { kind: "left" }
  if (verdict?.outcome === "happened") return settledWith(confirmed(nameOf(call), verdict.result), call)
  if (verdict?.outcome === "not-happened") {
    return turn.cancelled ? settledWith(skipped(), call) : { kind: "run", again: "verified" }
  }
  const reruns = context.interruptedTools === "re-run" && !turn.cancelled && !context.signal.aborted
  return reruns ? { kind: "run", again: "profile" } : settledWith(settled, call)
}

/** Undefined when the run is stopped meanwhile. */
async function askTool(call: CallState, options: CallOptions, context: Ports): Promise<Verdict | undefined> {
  const { toolbox, signal, clock } = context
  if (toolbox.verify === undefined) return { outcome: "unknown" }
  const asking = toolbox
    .verify({ name: nameOf(call), arguments: argumentsOf(call) }, options)
    .catch((): Verdict => ({ outcome: "unknown" }))
  const verdict = await withGrace(asking, signal, clock)
  return signal.aborted && verdict?.outcome !== "happened" ? undefined : verdict
}

function nameOf({ name, call }: CallState): string {
  return name ?? call.name
}

function confirmed(name: string, result: ToolResult | undefined): ToolResult {
  const note = `["${name}" was interrupted; it has been verified that it took effect. It was not run again.]`
  return { outcome: "ok", code: "verified", ...result, content: [...(result?.content ?? []), text(note)] }
}
