// The approvals' part of the state: what is granted for the session, and what each call waits for.
import type { Grant, Risk } from "../../contracts/fact.ts"
import type { JsonObject } from "../../contracts/json.ts"
import type { Slice } from "../../kernel/define-slice.ts"
import { isCopied } from "../../kernel/state/copied.ts"

/** The grants of a session. */
export interface ApprovalState {
  /** Grants for the whole session, each with the workspace it was given in. */
  readonly grants: readonly Grant[]
}

/** What the state of a call holds about approvals. */
export interface ApprovalCall {
  /** The risk that the approver was shown. */
  readonly risk?: Risk
  /** What the files held when the approver was shown them, as hashes. */
  readonly base?: Readonly<Record<string, string | null>>
  /** The approver may answer until then; `expiresIn` is how long that was. */
  readonly expiresAt?: number
  readonly expiresIn?: number
  /** A child's call waits for approval with this risk; undefined when the call asks a question. */
  readonly asksLeave?: Risk
  /** How often children have asked for approval. */
  readonly leaves?: number
  readonly decision?: { readonly approved: boolean; readonly arguments?: JsonObject; readonly reason?: string }
}

export const approvalSlice: Slice = {
  initial: { grants: [] },
  on: {
    "session-opened": (state, { seq, parent, workspace, grants = [] }) => ({
      ...state,
      grants: isCopied(parent, seq) ? [] : grants.map((grant) => placed(grant, workspace)),
    }),
  },
}

/**
 * A grant from before grants had a workspace gets the session's workspace of that moment, for the session may continue
 * in another folder.
 */
export function placed(grant: Grant, current: string | undefined): Grant {
  const { workspace = current } = grant
  return workspace === undefined ? grant : { ...grant, workspace }
}
