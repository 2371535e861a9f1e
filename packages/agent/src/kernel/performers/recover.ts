// Recovers a call that the facts show as started and unfinished because its process died. Decides what happens before
// the call runs again or gets a result: by the tool's declaration, by its `verify`, by the profile, in that order;
// otherwise the outcome is unknown.
import type { Soon } from "../../base/at-hand.ts"
import { text } from "../../contracts/content.ts"
import type { Again } from "../../contracts/fact.ts"
import type { ToolResult, Verdict } from "../../contracts/toolbox.ts"
import type { PortsOf } from "../define-step.ts"
import { argumentsOf, type CallState, type Turn } from "../state/state.ts"
import { skipped } from "./results.ts"
import { type CallAbout, OPTION_NEEDS, runOptions } from "./run-options.ts"
import { isInterruptedOnce, settledBefore } from "./settled-before.ts"
import { withGrace } from "./with-grace.ts"

/** `left`: stopped before a decision; the next runner decides. */
export type Recovery =
  | { readonly kind: "settled"; readonly result: ToolResult }
  | { readonly kind: "run"; readonly again?: Again }
  | { readonly kind: "left" }

export const RECOVERY_NEEDS = [...OPTION_NEEDS, "clock", "interruptedTools"] as const

type Ports = PortsOf<typeof RECOVERY_NEEDS>

export function recover(call: CallState, turn: Turn, about: CallAbout, context: Ports): Soon<Recovery> {
  const settled = settledBefore(call, turn)
  if (settled === undefined) return call.starts === 0 ? RUN : { kind: "run", again: "safe" }
  if (!isInterruptedOnce(call)) return { kind: "settled", result: settled }
  return verified(settled, call, turn, about, context)
}

const RUN: Recovery = { kind: "run" }

async function verified(
  settled: ToolResult,
  call: CallState,
  turn: Turn,
  about: CallAbout,
  context: Ports,
): Promise<Recovery> {
  const verdict = await askTool(call, about, context)
  if (verdict === undefined && context.signal.reason === "suspended") return { kind: "left" }
  if (verdict?.outcome === "happened") return { kind: "settled", result: confirmed(nameOf(call), verdict.result) }
  if (verdict?.outcome === "not-happened") {
    return turn.cancelled ? { kind: "settled", result: skipped() } : { kind: "run", again: "verified" }
  }
  const reruns = context.interruptedTools === "re-run" && !turn.cancelled && !context.signal.aborted
  return reruns ? { kind: "run", again: "profile" } : { kind: "settled", result: settled }
}

/** Undefined when the run is stopped meanwhile. */
async function askTool(call: CallState, about: CallAbout, context: Ports): Promise<Verdict | undefined> {
  const { toolbox, signal, clock } = context
  if (toolbox.verify === undefined) return { outcome: "unknown" }
  const asking = toolbox
    .verify({ name: nameOf(call), arguments: argumentsOf(call) }, runOptions(about, context))
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
