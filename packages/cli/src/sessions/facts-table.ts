// Formats the log as a table: number, time, fact, details. Every call shows its arguments, who allowed it and how it ended.
import type { Fact } from "@pawl/agent"
import { describeFact, type Saying } from "@pawl/agent/observe"
import { callText, partsText } from "../run/notes.ts"
import { short } from "../terminal/plain.ts"
import { dim, yellow } from "../terminal/style.ts"

export function factsTable(facts: readonly Fact[]): string {
  return facts
    .map(
      (fact) =>
        `${dim(String(fact.seq).padStart(5))}  ${dim(timeOf(fact.at))}  ${fact.type.padEnd(20)} ${onOneLine(describeFact(fact, SAYING))}\n`,
    )
    .join("")
}

/** Names come from tools and models, and a line break in one could fake another fact. */
function onOneLine(detail: string): string {
  return detail.replace(/\s*\n\s*/g, " ")
}

function timeOf(at: number): string {
  return new Date(at).toISOString().slice(11, 23)
}

/** Formatting of facts in the table. */
const SAYING: Saying = { quiet: dim, alert: yellow, short, parts: partsText, call: callText }
