// Asks the function `approve` of an agent about a call that needs approval. Whatever it does, a call that it does not
// allow in so many words is not run unasked.

import { text } from "../../contracts/content.ts"
import { PawlError } from "../../contracts/error.ts"
import { copyJson } from "../../contracts/json.ts"
import { abortSignalOf } from "../../contracts/stop-signal.ts"
import type { ToolResult } from "../../contracts/toolbox.ts"
import type { GatedCall, Verdict } from "../../kernel/call-gate.ts"
import type { PortsOf } from "../../kernel/define-step.ts"
import { skipped } from "../../kernel/performers/results.ts"
import { withGrace } from "../../kernel/performers/with-grace.ts"
import type { ApprovalPolicy, ApproveCall, CallToApprove } from "../../tools/prepare.ts"
import type { ApprovalPorts } from "./ports.ts"

export const POLICY_NEEDS = ["session", "state", "clock", "signal", "contextFor", "policyFor"] as const

/** `ask`: a person is asked. The function has no time limit, for it may ask a person elsewhere. */
export async function askPolicy(gated: GatedCall, ports: PortsOf<typeof POLICY_NEEDS>): Promise<Verdict | "ask"> {
  const { policyFor, signal, clock } = ports
  const asked = policyFor && callToApprove(gated, ports)
  if (policyFor === undefined || asked === undefined) return "ask"
  const policy = await withGrace(policyFor(asked), signal, clock)
  if (policy === "auto") return { kind: "passed", pass: {} }
  if (policy === "deny") return { kind: "settled", result: denied(asked.name) }
  if (policy === "ask" && !signal.aborted) return "ask"
  // Stopped while the function was asked, so the call never began. The next runner asks again.
  return signal.reason === "cancelled" ? { kind: "settled", result: skipped() } : { kind: "left" }
}

function callToApprove(
  { call, prepared }: GatedCall,
  { session, state, signal, contextFor }: PortsOf<typeof POLICY_NEEDS>,
): CallToApprove | undefined {
  const { name, arguments: given, effect, approval } = prepared
  if (approval === undefined) return undefined
  const { risk, preview } = approval
  const { owner } = state.session ?? {}
  const about = { session, turn: state.turns, ...(owner !== undefined && { owner }), context: contextFor?.(state) }
  // A copy: what was prepared, and what the log says, stay as they are whatever the function does.
  const copy = copyJson(given)
  return { ...about, call: call.id, name, arguments: copy, effect, risk, preview, signal: abortSignalOf(signal) }
}

/** Never rejects. `onError` is called with what the function threw, and when it returned no policy. */
export function policyBy(
  approve: ApproveCall,
  onError: (session: string, error: unknown) => void,
): NonNullable<ApprovalPorts["policyFor"]> {
  return async (call): Promise<ApprovalPolicy> => {
    try {
      const policy: unknown = await approve(call)
      if (policy === "ask" || policy === "auto" || policy === "deny") return policy
      throw new PawlError("config-invalid", noPolicy(call.name, policy))
    } catch (error) {
      onError(call.session, error)
      return "ask"
    }
  }
}

function noPolicy(name: string, policy: unknown): string {
  return `The function "approve" must return "auto", "deny" or "ask", and returned ${String(policy)} for "${name}". A person is asked.`
}

function denied(name: string): ToolResult {
  const words = `"${name}" is not allowed here. Do without, or say that you could not do it.`
  return { outcome: "denied", code: "approval-denied", content: [text(words)] }
}
