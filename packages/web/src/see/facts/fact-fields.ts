// Reads fields of facts. The log may hold facts of a later version, so a field that is missing or of another type is undefined.
import type { Fact, Usage } from "@pawl/client"

export function textIn(fact: Fact, name: string): string | undefined {
  const value = fact[name]
  return typeof value === "string" ? value : undefined
}

export function numberIn(fact: Fact, name: string): number | undefined {
  const value = fact[name]
  return typeof value === "number" ? value : undefined
}

/** The field as an object whose own fields are read with care; empty when it is none. */
export function objectIn(fact: Fact, name: string): Readonly<Record<string, unknown>> {
  const value = fact[name]
  return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : {}
}

export function listIn(fact: Fact, name: string): readonly unknown[] {
  const value = fact[name]
  return Array.isArray(value) ? value : []
}

export function usageIn(fact: Fact): Usage | undefined {
  const { inputTokens, outputTokens } = objectIn(fact, "usage")
  return typeof inputTokens === "number" && typeof outputTokens === "number" ? (fact.usage as Usage) : undefined
}
