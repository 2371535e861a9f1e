// The audit: one row for every call of a session, with its arguments, its outcome and who approved it. Everything comes
// from the facts; this file only collects it.
import { defined } from "../base/defined.ts"
import type { Fact, Grant, ToolOutcome } from "../contracts/fact.ts"
import type { JsonObject } from "../contracts/json.ts"
import type { Call } from "../contracts/message.ts"
import type { ApprovalSettled } from "../features/approval/facts/approval-settled.ts"
import type { ToolFinished } from "../kernel/facts/tool-finished.ts"
import type { ToolStarted } from "../kernel/facts/tool-started.ts"

/** One call of a tool: what was asked, who approved it, and how it ended. */
export interface AuditRow {
  /** The turn's number, from 1. */
  readonly turn: number
  /** The call's id. */
  readonly call: string
  /** The tool's own name. */
  readonly tool: string
  /** The name the model wrote, where that differs. */
  readonly asked?: string
  /** The arguments it ran with, or would have: repaired, and as the approver edited them. */
  readonly arguments: JsonObject
  /** What was repaired in the call, in plain text. */
  readonly repairs: readonly string[]
  /** How the call ended. */
  readonly status: AuditStatus
  /** Which kind of failure it was. */
  readonly code?: string
  /** A person approved it: this call, or calls like it. */
  readonly confirmed: boolean
  /** Who decided about it, where that is known. */
  readonly by?: string
  /** Why the person decided so, in their own words. */
  readonly reason?: string
  /** The grant because of which no person was asked. */
  readonly granted?: Grant
  /** How often it was started: 0 if it never ran, more than 1 after a crash. */
  readonly starts: number
  /** When the model asked for it. */
  readonly at: number
  /** How long it ran. */
  readonly ms: number
}

/** `open`: it has no outcome yet. */
export type AuditStatus = ToolOutcome | "rejected_by_user" | "approval_timeout" | "open"

interface Open {
  readonly turn: number
  readonly at: number
  readonly call: Call
  readonly shown?: { readonly name: string; readonly arguments: JsonObject; readonly repairs?: readonly string[] }
  readonly settled?: ApprovalSettled
  readonly started?: ToolStarted
  readonly starts: number
  readonly finished?: ToolFinished
}

/**
 * A row for every call, in the order in which they were asked for.
 *
 * @example
 * ```ts
 * import { auditOf } from "@pawl/agent/observe"
 *
 * for (const { tool, status, confirmed } of auditOf(await session.facts())) console.log(tool, status, confirmed)
 * ```
 */
export function auditOf(facts: Iterable<Fact>): readonly AuditRow[] {
  const calls = new Map<string, Open>()
  let turn = 0
  const change = (id: string, news: (open: Open) => Partial<Open>) => {
    const open = calls.get(id)
    if (open === undefined) return
    const { finished, ...rest } = open
    // A pending call may be taken up again: then its new outcome counts.
    if (finished === undefined || finished.pending === true) calls.set(id, { ...rest, ...news(rest) })
  }
  for (const fact of facts) {
    switch (fact.type) {
      case "turn-started":
        turn = fact.turn
        break
      case "model-answered":
        // An aside runs no tools.
        if (fact.purpose !== undefined) break
        for (const call of fact.calls) calls.set(call.id, { turn, at: fact.at, call, starts: 0 })
        break
      case "approval-requested":
        // After the start, an approval is for a child's call: the child's own audit has it.
        change(fact.call, ({ started }) => (started === undefined ? { shown: fact } : {}))
        break
      case "approval-settled":
        change(fact.call, ({ started }) => (started === undefined ? { settled: fact } : {}))
        break
      case "tool-started":
        change(fact.call, ({ starts }) => ({ started: fact, starts: starts + 1 }))
        break
      case "tool-finished":
        change(fact.call, () => ({ finished: fact }))
        break
      default:
        break
    }
  }
  return Array.from(calls.values(), rowOf)
}

function rowOf(open: Open): AuditRow {
  const { turn, at, call, shown, settled, started, starts, finished } = open
  const tool = finished?.name ?? started?.name ?? shown?.name ?? call.name
  const begun = started ?? shown
  const { by, reason } = settled ?? {}
  return {
    turn,
    call: call.id,
    tool,
    ...(tool !== call.name && { asked: call.name }),
    arguments: started?.arguments ?? settled?.arguments ?? shown?.arguments ?? call.arguments,
    repairs: begun?.repairs ?? [],
    status: statusOf(open),
    ...(finished?.code !== undefined && { code: finished.code }),
    confirmed: settled?.decision === "approved" || started?.granted !== undefined,
    ...defined({ by, reason }),
    ...(started?.granted !== undefined && { granted: started.granted }),
    starts,
    at,
    ms: finished?.ms ?? 0,
  }
}

function statusOf({ finished, settled }: Open): AuditStatus {
  if (finished === undefined) return "open"
  if (finished.outcome !== "denied") return finished.outcome
  if (settled?.decision === "denied") return "rejected_by_user"
  return finished.code === "approval-timeout" ? "approval_timeout" : "denied"
}
