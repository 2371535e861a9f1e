// Decides about a call in the words of the log, for tests whose tables hold whole decisions.
import type { ApprovalOf } from "../../contracts/command.ts"
import type { Session } from "../handle.ts"
import type { Decision } from "../handle-types.ts"

export function settleAs(
  session: Pick<Session, "decide">,
  request: ApprovalOf,
  decision: Decision | "approved" | "denied",
): Promise<void> {
  const { decision: word, ...how } = typeof decision === "string" ? { decision } : decision
  return session.decide(request, word === "approved" ? "approve" : "deny", how)
}
