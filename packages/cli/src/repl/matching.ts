// Finds candidates by words: each word is a part of the label or of the remark.
import type { Candidate } from "./terminal.ts"

export function matching(candidates: readonly Candidate[], typed: string): readonly Candidate[] {
  const words = typed.toLowerCase().split(/\s+/)
  return candidates.filter(({ label, about = "" }) => {
    const text = `${label} ${about}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}
