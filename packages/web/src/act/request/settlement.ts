// How a request ended, from the facts of its session.
import type { Fact } from "@pawl/client"

export interface Settlement {
  readonly how: "approved" | "denied" | "answered" | "gone"
  readonly by?: string
}

/** "gone": it expired, was withdrawn, or the turn was stopped. */
export function settlementIn(
  facts: readonly Fact[],
  { call, since }: { readonly call: string; readonly since: number },
): Settlement {
  const settled = facts.findLast(
    ({ type, call: about, at }) =>
      (type === "approval-settled" || type === "question-answered") && about === call && at >= since,
  )
  if (settled === undefined) return { how: "gone" }
  const by = typeof settled.by === "string" ? { by: settled.by } : {}
  if (settled.type === "question-answered") return { how: "answered", ...by }
  return { how: settled.decision === "approved" ? "approved" : "denied", ...by }
}
