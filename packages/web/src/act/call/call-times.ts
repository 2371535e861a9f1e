// Where the time of a call went, from the facts around it: the model that asked for it, the person it waited for, the tool.
import type { Fact } from "@pawl/client"

export interface CallTimes {
  /** From the request to the answer that made the call. */
  readonly modelMs?: number
  /** How long people took to decide and answer. */
  readonly waitedMs?: number
  /** The tool's own time, without waiting for people. */
  readonly toolMs?: number
}

/** `facts` in order; those that are missing leave a time out. */
export function callTimes(facts: readonly Fact[], call: string): CallTimes {
  const modelMs = modelTime(facts, call)
  const waitedMs = waitedTime(facts.filter((fact) => fact.call === call))
  const finished = facts.findLast((fact) => fact.type === "tool-finished" && fact.call === call)
  const toolMs = typeof finished?.ms === "number" ? finished.ms : undefined
  return {
    ...(modelMs !== undefined && { modelMs }),
    ...(waitedMs !== undefined && { waitedMs }),
    ...(toolMs !== undefined && { toolMs }),
  }
}

function modelTime(facts: readonly Fact[], call: string): number | undefined {
  const answered = facts.find(({ type, calls }) => type === "model-answered" && hasCall(calls, call))
  const asked = facts.findLast(
    ({ type, attempt }) => type === "model-asked" && attempt !== undefined && attempt === answered?.attempt,
  )
  return answered === undefined || asked === undefined ? undefined : answered.at - asked.at
}

function hasCall(calls: unknown, call: string): boolean {
  return Array.isArray(calls) && calls.some((each: { readonly id?: unknown }) => each.id === call)
}

const ASKS = new Set(["approval-requested", "question-asked"])
const SETTLES = new Set(["approval-settled", "question-answered", "question-withdrawn", "tool-finished"])

function waitedTime(facts: readonly Fact[]): number | undefined {
  let since: number | undefined
  let total: number | undefined
  for (const { type, at } of facts) {
    if (ASKS.has(type)) since ??= at
    else if (SETTLES.has(type) && since !== undefined) {
      total = (total ?? 0) + at - since
      since = undefined
    }
  }
  return total
}
