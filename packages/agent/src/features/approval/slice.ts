// What was allowed, and what a call waits for: the approvals' part of the state.
import type { Grant, Risk } from "../../contracts/fact.ts"
import type { JsonObject } from "../../contracts/json.ts"
import type { Slice } from "../../kernel/define-slice.ts"
import { isCopied } from "../../kernel/state/copied.ts"

export interface ApprovalState {
  /** What was allowed for the whole session, each with the workspace it was allowed in. */
  readonly grants: readonly Grant[]
}

/** Of a call. */
export interface ApprovalCall {
  /** As a person was told when they were asked. */
  readonly risk?: Risk
  /** What the files held that they were shown. */
  readonly base?: Readonly<Record<string, string | null>>
  /** Until then they may answer; and how long that was to be. */
  readonly expiresAt?: number
  readonly expiresIn?: number
  /** It is no question: a child's call wants to be allowed, with this risk. */
  readonly asksLeave?: Risk
  /** How often children have wanted that. */
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

/** Given before grants had a workspace: it is the one of that moment, for the session may go on in another folder. */
export function placed(grant: Grant, current: string | undefined): Grant {
  const { workspace = current } = grant
  return workspace === undefined ? grant : { ...grant, workspace }
}
