// What the setting `approve` means: a policy for the agent, and for "edits" and "plan" the approval mode of the turns that this
// program sends.
import type { ApprovalMode, ApprovalPolicy, Priority, SendOptions } from "@pawl/agent"
import type { APPROVE } from "../line/options.ts"

export type Approve = (typeof APPROVE)[number]

/** All approval modes: those that a person at a terminal may choose from, unless the settings list others. */
export const ALL_MODES: readonly ApprovalMode[] = ["ask", "edits", "plan", "auto"]

/** For turns that others send, too: what only a mode could allow is asked or denied. */
const POLICIES: Readonly<Record<Approve, ApprovalPolicy>> = {
  ask: "ask",
  edits: "ask",
  plan: "ask",
  auto: "auto",
  deny: "deny",
}

export function policyOf(approve: Approve): ApprovalPolicy {
  return POLICIES[approve]
}

interface TurnSettings {
  readonly approve: Approve
  readonly priority?: Priority | undefined
}

/** The options of turns that this program sends. */
export function turnOf({ approve, priority }: TurnSettings): Pick<SendOptions, "approval" | "priority"> {
  return {
    ...((approve === "edits" || approve === "plan") && { approval: approve }),
    ...(priority !== undefined && { priority }),
  }
}

/** The same where the agent asks, whatever was set, so that each turn says what runs unasked. */
export function turnAsSet({ approve, priority }: TurnSettings): Pick<SendOptions, "approval" | "priority"> {
  return { ...(approve !== "deny" && { approval: approve }), ...(priority !== undefined && { priority }) }
}
