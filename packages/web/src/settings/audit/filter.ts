// Finds entries of the audit by words and outcome.
import type { Operations } from "@pawl/client"

export type AuditEntry = Operations["audit.list"]["answer"]["entries"][number]

export interface AuditFilter {
  readonly words: string
  readonly outcome: AuditEntry["outcome"] | ""
}

/** All words have to be somewhere in what an entry shows. */
export function filtered(entries: readonly AuditEntry[], { words, outcome }: AuditFilter): readonly AuditEntry[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
  return entries.filter((entry) => {
    if (outcome !== "" && entry.outcome !== outcome) return false
    const text = `${entry.who} ${entry.what} ${entry.code ?? ""} ${JSON.stringify(entry.detail)}`.toLowerCase()
    return wanted.every((word) => text.includes(word))
  })
}
