// One line about a fact, for a person who reads the log. How it looks is up to whoever shows it.
import type { Saying } from "../kernel/define-fact.ts"
import { definitionOf, type Fact } from "../registry/facts.ts"

/** Empty where its type says it all. */
export function describeFact(fact: Fact, say: Saying): string {
  if (fact.malformed !== undefined) return `${say.alert("malformed, as it stands:")} ${fact.malformed}`
  return definitionOf(fact).describe?.(fact, say) ?? ""
}
