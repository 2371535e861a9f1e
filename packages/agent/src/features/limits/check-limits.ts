// Compares what was used with the limits.
import type { LimitMet, LimitName, LimitScope, UsageLimits } from "../../contracts/limits.ts"
import type { Usage } from "../../contracts/usage.ts"

/** What a turn, a session or an owner used. */
export interface Used {
  readonly usage: Usage
  readonly workMs: number
  readonly toolCalls: number
}

export interface LimitCheck {
  readonly near: readonly LimitMet[]
  readonly reached?: LimitMet
}

/** The share of a limit from which on it is near. */
const NEAR = 0.8

export function checkLimits(scope: LimitScope, limits: UsageLimits, used: Used): LimitCheck {
  const near: LimitMet[] = []
  for (const limit of NAMES) {
    const max = limits[limit]
    if (max === undefined) continue
    const met: LimitMet = { scope, limit, used: amountOf(limit, used), max }
    if (isReached(met)) return { near, reached: met }
    // Of a limit of 0 nothing can be left: to tell so in every turn says nothing.
    if (max > 0 && met.used >= max * NEAR) near.push(met)
  }
  return { near }
}

const NAMES: readonly LimitName[] = ["costUsd", "tokens", "ms", "toolCalls"]

/** All calls that are allowed may be made, and their results answered. The call after them is refused. */
function isReached({ limit, used, max }: LimitMet): boolean {
  return limit === "toolCalls" ? used > max : used >= max
}

function amountOf(limit: LimitName, { usage, workMs, toolCalls }: Used): number {
  switch (limit) {
    case "costUsd":
      // Ten times 0.1 is a whole dollar.
      return Math.round((usage.costUsd ?? 0) * 1e9) / 1e9
    case "tokens":
      return usage.inputTokens + usage.outputTokens
    case "ms":
      return workMs
    case "toolCalls":
      return toolCalls
  }
}
