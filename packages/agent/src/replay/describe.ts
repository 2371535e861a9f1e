// Describes steps and facts in text, to explain a divergence.
import type { Fact } from "../contracts/fact.ts"
import type { Step } from "../registry/steps.ts"

export function describeSteps(steps: readonly Step[]): string {
  return steps.map(describeStep).join(", ") || "nothing"
}

function describeStep(step: Step): string {
  switch (step.kind) {
    case "rest":
      return "rest"
    case "nudge":
      return `nudge (${step.reason}): ${quoted(step.text)}`
    case "finish":
      return `finish ${step.outcome}${step.error === undefined ? "" : ` (${step.error.code})`}: ${quoted(step.text)}`
    case "run-tool":
      return step.refusal === undefined ? step.key : `${step.key}, refused (${step.refusal.code})`
    case "compact":
      return `${step.key} (${step.why})`
    case "call-model":
      return `${step.key}${step.phase === undefined ? "" : ` (${step.phase})`}${step.chain === undefined ? "" : `, model ${step.chain + 1} of the chain`}`
    case "note-plan":
      return `${step.key}: ${quoted(step.says)}`
    case "judge":
    case "check-output":
    case "restore":
    case "expire":
      return step.key
  }
}

export function describeFact(fact: Fact): string {
  const { type } = fact
  if ("call" in fact) return `${type} of ${fact.call}${"outcome" in fact ? ` (${fact.outcome})` : ""}`
  if (fact.type === "nudged") return `nudged (${fact.reason}): ${quoted(fact.text)}`
  if (fact.type === "turn-finished") {
    return `turn-finished ${fact.outcome}${fact.error === undefined ? "" : ` (${fact.error.code})`}: ${quoted(fact.text)}`
  }
  if ("attempt" in fact) return `${type} ${fact.attempt}`
  return "turn" in fact ? `${type} ${fact.turn}` : type
}

const MAX_CHARS = 300

export function quoted(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing"
  return text.length <= MAX_CHARS ? text : `${text.slice(0, MAX_CHARS)}...`
}

/** The first field in which two records differ: "text", with both values. */
export function firstDifference(
  wanted: object,
  found: object,
): { readonly field: string; readonly wanted: unknown; readonly found: unknown } | undefined {
  const a = new Map<string, unknown>(Object.entries(wanted))
  const b = new Map<string, unknown>(Object.entries(found))
  for (const field of new Set([...a.keys(), ...b.keys()])) {
    if (!isSame(a.get(field), b.get(field))) return { field, wanted: a.get(field), found: b.get(field) }
  }
  return undefined
}

/** Compares as JSON, ignoring the order of fields, because a log contains JSON. */
export function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const keys = new Set([...defined(a), ...defined(b)])
  return [...keys].every((key) => isSame(a[key as keyof typeof a], b[key as keyof typeof b]))
}

function defined(value: object): readonly string[] {
  return Object.entries(value).flatMap(([key, each]) => (each === undefined ? [] : [key]))
}
