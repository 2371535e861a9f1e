// Which limits there are of what requests and calls use.
import type { Limits, UsageLimits } from "../../contracts/limits.ts"

export function hasUsageLimits({ turn, session, owner }: Limits = {}): boolean {
  return typeof owner === "function" || [turn, session, owner].some(hasUsageLimit)
}

export function hasUsageLimit(limits: UsageLimits | undefined): boolean {
  const { costUsd, tokens, ms, toolCalls } = limits ?? {}
  return costUsd !== undefined || tokens !== undefined || ms !== undefined || toolCalls !== undefined
}
