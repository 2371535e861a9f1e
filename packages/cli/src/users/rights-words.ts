// Rights as words of a command: tools=look,server__* tokens=100000
import type { OwnerLimits } from "@pawl/agent"
import type { GroupDocument } from "@pawl/server/access"
import { wrongUsage } from "../failure.ts"
import { named } from "../terminal/plain.ts"

const LISTS = ["workspaces", "profiles", "models", "tools"] as const
const LIMITS = ["costUsd", "tokens", "ms", "toolCalls", "sessions", "activeSessions", "runningSessions"] as const

/** Undefined if there are no words. */
export function limitsIn(words: readonly string[]): OwnerLimits | undefined {
  const { limits, ...lists } = rightsIn(words)
  const [wrong] = Object.keys(lists)
  if (wrong !== undefined) throw wrongUsage(`"${wrong}" belongs to a group: "pawl groups set NAME ${wrong}=...".`)
  return limits
}

export function rightsIn(words: readonly string[]): GroupDocument {
  const lists: Record<string, readonly string[]> = {}
  const limits: Record<string, number> = {}
  for (const word of words) {
    const [, name = "", value = ""] = /^(\w+)=(.*)$/s.exec(word) ?? []
    if (isOne(name, LISTS)) lists[name] = value === "" ? [] : value.split(",").map((each) => each.trim())
    else if (isOne(name, LIMITS)) limits[name] = amountIn(name, value)
    else
      throw wrongUsage(
        `"${named(word)}" says nothing. Write NAME=VALUE, with one of: ${[...LISTS, ...LIMITS].join(", ")}.`,
      )
  }
  return { ...lists, ...(Object.keys(limits).length > 0 && { limits }) }
}

function isOne(name: string, names: readonly string[]): boolean {
  return names.includes(name)
}

function amountIn(name: string, value: string): number {
  const amount = Number(value)
  if (value.trim() !== "" && Number.isFinite(amount) && amount >= 0) return amount
  throw wrongUsage(`${name} takes a number of at least 0, and got "${named(value)}".`)
}
