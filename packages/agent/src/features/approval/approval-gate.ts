// Gate: a call that may do harm waits for a person's approval, unless the application decides about it, or a grant already
// covers it.
import type { Grant } from "../../contracts/fact.ts"
import type { Approval, PreparedCall } from "../../contracts/toolbox.ts"
import { defineGate, type GatedCall, type Verdict } from "../../kernel/call-gate.ts"
import type { PortsOf } from "../../kernel/define-step.ts"
import type { PerformContext } from "../../kernel/performer.ts"
import { askPolicy, POLICY_NEEDS } from "./ask-policy.ts"
import { expiryFrom } from "./expire.ts"
import { MODE_NEEDS, modeOf, runsUnasked } from "./modes.ts"
import { rationaleFor } from "./rationale.ts"

const GATE_NEEDS = [...POLICY_NEEDS, ...MODE_NEEDS, "grantFor", "answerWithinMs"] as const

export const approvalGate = defineGate({
  needs: GATE_NEEDS,
  only: [{ prepared: "approval" }],
  pass(gated, ports) {
    const { approval } = gated.prepared
    const { decision, starts } = gated.state
    return approval === undefined || decision !== undefined || starts > 0
      ? undefined
      : verdictOn(gated, approval, ports)
  },
})

async function verdictOn(gated: GatedCall, approval: Approval, ports: PortsOf<typeof GATE_NEEDS>): Promise<Verdict> {
  const { call, prepared } = gated
  const { name, arguments: given, repairs } = prepared
  const policy = ports.policyFor === undefined ? "ask" : await askPolicy(gated, ports)
  if (policy !== "ask") return policy
  const granted = await grantOf(prepared, approval, ports)
  if (granted !== undefined) return { kind: "passed", pass: { intent: { granted } } }
  if (approval.refusal !== undefined) return { kind: "settled", result: approval.refusal }
  const mode = modeOf(ports)
  if (mode !== undefined && (await runsUnasked(mode, gated, ports)))
    return { kind: "passed", pass: { intent: { mode } } }
  const { futile, ...shown } = approval
  if (futile !== undefined) return { kind: "settled", result: futile }
  const asked = { call: call.id, name, arguments: given, ...shown, ...rationaleFor(call.id, ports.state) }
  const more = { ...(repairs.length > 0 && { repairs }), ...expiryFrom(ports) }
  return { kind: "asked", fact: { type: "approval-requested", ...asked, ...more } }
}

async function grantOf(
  { name, arguments: given }: PreparedCall,
  { risk, contents }: Approval,
  { grantFor, state, session }: Pick<PerformContext, "grantFor" | "state" | "session">,
): Promise<Grant | undefined> {
  const of = { session, owner: state.session?.owner }
  return grantFor?.({ name, arguments: given, risk, ...(contents && { contents }) }, state.grants, of)
}
