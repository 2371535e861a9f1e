// A person decided about a call, or about a child's call that is shown in this session.
import { defined } from "../../../base/defined.ts"
import type { FromCommand, Grant } from "../../../contracts/fact.ts"
import type { JsonObject } from "../../../contracts/json.ts"
import type { FactDefinition } from "../../../kernel/define-fact.ts"
import { changeCall } from "../../../kernel/state/change-call.ts"
import { isCopied } from "../../../kernel/state/copied.ts"
import type { CallState } from "../../../kernel/state/state.ts"
import { placed } from "../slice.ts"

/** The fact that a person decided about a call. */
export interface ApprovalSettled extends FromCommand {
  readonly type: "approval-settled"
  readonly call: string
  readonly decision: "approved" | "denied"
  /** As the approver edited them; `touches` is what the call writes to now. */
  readonly arguments?: JsonObject
  readonly touches?: readonly string[]
  readonly reason?: string
  /** Calls like this one need not be asked about again. */
  readonly grant?: Grant
}

export const approvalSettled: FactDefinition<ApprovalSettled> = {
  type: "approval-settled",
  version: 1,
  must: { call: "string", decision: "string", command: "string" },
  may: { arguments: "object", touches: "strings", reason: "string", grant: "object" },
  fold(state, fact) {
    const { grant } = fact
    const { session } = state
    // Grants with the scope "always" are kept beside the sessions, where they can be revoked.
    const isOurs = grant?.scope === "session" && !isCopied(session?.parent, fact.seq)
    const granting = isOurs ? { ...state, grants: [...state.grants, placed(grant, session?.workspace)] } : state
    return changeCall(granting, fact.call, (call) => settledIn(call, fact))
  },
  events: ({ call, decision }, to) => [to.event({ type: "approval-settled", call, decision })],
  record: ({ decision, call, by }) => ({ what: "approval", why: decision, call, by }),
  describe: ({ decision, by, reason }, say) =>
    `${decision}${by === undefined ? "" : ` by ${by}`}${reason === undefined ? "" : `: ${say.short(reason)}`}`,
  secret: ["arguments", "touches", "reason", "grant"],
}

function settledIn({ asking, asksLeave, ...call }: CallState, fact: ApprovalSettled): CallState {
  if (call.stage === "started") return call
  const { decision: decided, arguments: edited, reason, touches } = fact
  const decision = {
    approved: decided === "approved",
    ...defined({ arguments: edited, reason }),
  }
  return { ...call, call: touches === undefined ? call.call : { ...call.call, touches }, stage: "settled", decision }
}
