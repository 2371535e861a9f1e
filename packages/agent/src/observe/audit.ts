// What tools were asked to do and what came of it: a row for every call of a session, with who allowed it. All of it is in the
// facts; this only brings it together.
import { defined } from "../base/defined.ts"
import type { Fact, Grant, ToolOutcome } from "../contracts/fact.ts"
import type { JsonObject } from "../contracts/json.ts"
import type { Call } from "../contracts/message.ts"
import type { ApprovalSettled } from "../features/approval/facts/approval-settled.ts"
import type { ToolFinished } from "../kernel/facts/tool-finished.ts"
import type { ToolStarted } from "../kernel/facts/tool-started.ts"

/** One call of a tool: what was asked, who allowed it, and what came of it. */
export interface AuditRow {
  /** The turn's number, from 1. */
  readonly turn: number
  /** The call's id. */
  readonly call: string
  /** The tool's own name. */
  readonly tool: string
  /** As the model wrote it, where that differs. */
  readonly asked?: string
  /** What it ran with, or would have: repaired, and as whoever approved it edited it. */
  readonly arguments: JsonObject
  /** What was mended in the call, in words. */
  readonly repairs: readonly string[]
  /** How the call ended. */
  readonly status: AuditStatus
  /** Which kind of failure it was. */
  readonly code?: string
  /** A person allowed it: this call, or calls like it. */
  readonly confirmed: boolean
  /** Who decided about it, where that is known. */
  readonly by?: string
  /** Why a person decided so, in their words. */
  readonly reason?: string
  /** Nobody was asked, because of this. */
  readonly granted?: Grant
  /** How often it was begun: 0 for what never ran, more than 1 after a crash. */
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
    // A call that was given up with its turn may be taken up again: what counts is how it ends then.
    if (finished === undefined || finished.pending === true) calls.set(id, { ...rest, ...news(rest) })
  }
  for (const fact of facts) {
    switch (fact.type) {
      case "turn-started":
        turn = fact.turn
        break
      case "model-answered":
        // What a model is asked beside the conversation runs nothing.
        if (fact.purpose !== undefined) break
        for (const call of fact.calls) calls.set(call.id, { turn, at: fact.at, call, starts: 0 })
        break
      case "approval-requested":
        // Once it has begun, what has to be allowed is a child's: that is in the child's own audit.
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
