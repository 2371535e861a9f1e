// The last words of a session, as rows of a preview.
import type { Fact } from "@pawl/agent"
import { partsText } from "../run/notes.ts"
import { short } from "../terminal/plain.ts"

const MAX_ROWS = 12

export function previewOf(facts: readonly Fact[] = []): readonly string[] {
  return facts
    .flatMap((fact) => {
      if (fact.type === "turn-started" || fact.type === "input-added") return [`> ${short(partsText(fact.input), 200)}`]
      if (fact.type === "tool-started" && fact.ends !== true) return [`tool ${fact.name}`]
      return fact.type === "model-answered" && fact.text !== "" && fact.purpose === undefined
        ? [short(fact.text, 200)]
        : []
    })
    .slice(-MAX_ROWS)
}
