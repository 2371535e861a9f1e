// The fold's part of what is asked of a person, or by a tool of a model. A question may be the call itself, or come from a
// tool in the middle of its work: then the call stays begun, whatever is answered.
import type {
  ApprovalRequested,
  ApprovalSettled,
  Fact,
  ModelAnswered,
  ModelAsked,
  ModelFailed,
  QuestionAnswered,
  QuestionAsked,
  QuestionWithdrawn,
} from "../../contracts/fact.ts"
import { repairedBy } from "../../kernel/state/apply-tool.ts"
import type { CallState, State } from "../../kernel/state/state.ts"
import { withUsage } from "../tasks/apply-own.ts"

export function askedIn(call: CallState, { seq, at, expiresAt }: QuestionAsked & Fact): CallState {
  if (call.stage === "started") return { ...call, asking: seq }
  return { ...call, stage: "awaiting-answer", ...(expiresAt !== undefined && { expiresAt, expiresIn: expiresAt - at }) }
}

/** Of the call itself, or of a child's call that is shown here: then this one goes on, whatever is decided. */
export function approvalAskedIn(call: CallState, fact: ApprovalRequested & Fact): CallState {
  const { seq, at, name, risk, expiresAt, base } = fact
  if (call.stage === "started") return { ...call, asking: seq, asksLeave: risk, leaves: (call.leaves ?? 0) + 1 }
  const more = {
    ...(expiresAt !== undefined && { expiresAt, expiresIn: expiresAt - at }),
    ...(base !== undefined && { base }),
  }
  return { ...call, stage: "awaiting-approval", name, risk, ...repairedBy(fact), ...more }
}

export function approvalSettledIn({ asking, asksLeave, ...call }: CallState, fact: ApprovalSettled): CallState {
  if (call.stage === "started") return call
  const { decision: decided, arguments: edited, reason, touches } = fact
  const decision = {
    approved: decided === "approved",
    ...(edited !== undefined && { arguments: edited }),
    ...(reason !== undefined && { reason }),
  }
  return { ...call, call: touches === undefined ? call.call : { ...call.call, touches }, stage: "settled", decision }
}

export function closedIn(
  { asking, asksLeave, ...call }: CallState,
  fact: QuestionAnswered | QuestionWithdrawn,
): CallState {
  if (call.stage === "started" || fact.type === "question-withdrawn") return call
  return { ...call, stage: "answered", answer: fact.answer }
}

/** What a tool asks of a model is paid for, and leaves no other trace: its call tells what came of it. */
export function applySampling(state: State, fact: ModelAsked | ModelAnswered | ModelFailed): State {
  return fact.type === "model-answered" ? withUsage(state, fact.usage) : state
}
