// A call waits for a person's leave: its own, or that of a child which is shown here.
import { defined } from "../../../base/defined.ts"
import type { ChildRequest } from "../../../contracts/delegation.ts"
import type { Risk } from "../../../contracts/fact.ts"
import type { JsonObject } from "../../../contracts/json.ts"
import type { FactDefinition } from "../../../kernel/define-fact.ts"
import { changeCall, repairedBy } from "../../../kernel/state/change-call.ts"

export interface ApprovalRequested {
  readonly type: "approval-requested"
  readonly call: string
  readonly name: string
  readonly arguments: JsonObject
  readonly preview: string
  readonly risk: Risk
  /** Why the model wants it, in its own words: without links and markup, for it is read by whoever decides. */
  readonly rationale?: string
  /** How the arguments differ from what the model wrote. */
  readonly repairs?: readonly string[]
  /** Until then somebody may settle it; without it, for ever. */
  readonly expiresAt?: number
  /** It is a child's call that waits; this one passes the decision on. */
  readonly from?: ChildRequest
  /** What the files held that the call is to change, as they were shown: by path, the hash of each, null where there was none. */
  readonly base?: Readonly<Record<string, string | null>>
  /** Arguments that hold what a file will, and name none: as the tool's definition says. */
  readonly contents?: readonly string[]
}

export const approvalRequested: FactDefinition<ApprovalRequested> = {
  type: "approval-requested",
  version: 1,
  must: { call: "string", name: "string", arguments: "object", preview: "string", risk: "string" },
  may: {
    rationale: "string",
    repairs: "strings",
    expiresAt: "number",
    from: "object",
    base: "object",
  },
  fold: (state, fact) =>
    changeCall(state, fact.call, (call) => {
      const { seq, at, name, risk, expiresAt, base } = fact
      // A child's call: then this one goes on, whatever is decided.
      if (call.stage === "started") return { ...call, asking: seq, asksLeave: risk, leaves: (call.leaves ?? 0) + 1 }
      const more = {
        ...(expiresAt !== undefined && { expiresAt, expiresIn: expiresAt - at }),
        ...defined({ base }),
      }
      return { ...call, stage: "awaiting-approval", name, risk, ...repairedBy(fact), ...more }
    }),
  events({ seq, call, name, arguments: given, preview, risk, rationale, repairs, expiresAt, from, contents }, to) {
    const more = {
      ...defined({ rationale, repairs, expiresAt }),
      ...(from !== undefined && { from, question: seq }),
      ...defined({ contents }),
    }
    return [to.event({ type: "approval-requested", call, name, arguments: given, preview, risk, ...more })]
  },
  record: ({ risk, call, name }) => ({ why: risk, call, tool: name }),
  describe: ({ from, preview }, say) => `${from === undefined ? "" : `for ${from.session}: `}${say.short(preview)}`,
  secret: ["arguments", "preview", "rationale", "repairs", "base"],
}
