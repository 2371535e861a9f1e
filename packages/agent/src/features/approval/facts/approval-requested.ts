// A call waits for a person's approval: this call itself, or a child's call that is shown in this session.
import { defined } from "../../../base/defined.ts"
import type { ChildRequest } from "../../../contracts/delegation.ts"
import type { Risk } from "../../../contracts/fact.ts"
import type { JsonObject } from "../../../contracts/json.ts"
import type { FactDefinition } from "../../../kernel/define-fact.ts"
import { changeCall, repairedBy } from "../../../kernel/state/change-call.ts"

/** The fact that a call waits for an approval. */
export interface ApprovalRequested {
  readonly type: "approval-requested"
  readonly call: string
  readonly name: string
  readonly arguments: JsonObject
  readonly preview: string
  readonly risk: Risk
  /** Why the model wants it, in its own words, without links and markup: the approver reads it. */
  readonly rationale?: string
  /** How the arguments differ from what the model wrote. */
  readonly repairs?: readonly string[]
  /** A person may settle it until then; without it there is no limit. */
  readonly expiresAt?: number
  /** It is a child's call that waits; this one passes the decision on. */
  readonly from?: ChildRequest
  /**
   * What the files to be changed held when they were shown: the hash of each by its path, null where there was no file.
   */
  readonly base?: Readonly<Record<string, string | null>>
  /** Arguments that hold a file's new content and name no file, as the tool's definition says. */
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
      // A child's call: the parent call continues, whatever is decided.
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
