// What the performers of approvals and questions need from the code that embeds them.
import type { ApprovalMode } from "../../contracts/command.ts"
import type { Grant } from "../../contracts/fact.ts"
import type { ApprovalPolicy, CallToApprove } from "../../tools/prepare.ts"
import type { Asking } from "./policy/granting.ts"
import type { AskedFor } from "./policy/grants.ts"

export interface ApprovalPorts {
  /** What the application says about a call that needs approval; never rejects. Without it, a person is asked. */
  readonly policyFor?: (call: CallToApprove) => Promise<ApprovalPolicy>
  /** The grant that covers a call, among those of the session and those that hold in all sessions of its owner. */
  readonly grantFor?: (asked: AskedFor, ofSession: readonly Grant[], of: Asking) => Promise<Grant | undefined>
  /** Whether no approval mode lets the call run unasked: it destroys, leaves the workspace, or is never granted. */
  readonly isGrave?: (asked: AskedFor, of: Asking) => Promise<boolean>
  /** The approval modes that the agent allows; a turn with another one is a turn in which a person is asked. */
  readonly approvalModes?: readonly ApprovalMode[]
  /**
   * How long a person may take to settle an approval or to answer a question, in milliseconds; without it there is no
   * limit.
   */
  readonly answerWithinMs?: number
}
