// What performers need of whoever embeds them, for calls and questions that wait for a person.
import type { Grant } from "../../contracts/fact.ts"
import type { AskedFor } from "./policy/grants.ts"

export interface ApprovalPorts {
  /** The grant that covers a call, among these and those that hold in all sessions. */
  readonly grantFor?: (asked: AskedFor, ofSession: readonly Grant[], session: string) => Promise<Grant | undefined>
  /** How long somebody may take to settle an approval or to answer a question; for ever unless given. */
  readonly answerWithinMs?: number
}
