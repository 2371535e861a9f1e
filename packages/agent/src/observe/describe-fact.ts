// Describes a fact in one line, for a person who reads the log. The caller's `say` decides on the formatting.
import type { Saying } from "../kernel/define-fact.ts"
import { definitionOf, type Fact } from "../registry/facts.ts"

/** Describes a fact in one line for people; empty if its type says everything. */
export function describeFact(fact: Fact, say: Saying): string {
  if (fact.malformed !== undefined) return `${say.alert("malformed, as it stands:")} ${fact.malformed}`
  return definitionOf(fact).describe?.(fact, say) ?? ""
}
