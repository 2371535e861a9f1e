// What an answer without a call amounts to. Features are seen in it, weighed twice: with what the phrase tables know, and
// by the evidence of calls and results alone, which is what makes a finding proven.
import type { Finding, Judged, Kind } from "./judged.ts"
import { de } from "./phrases/de.ts"
import { en } from "./phrases/en.ts"
import { mergePhrases, none, type PhraseTables } from "./phrases/tables.ts"
import { readingOf } from "./reading.ts"
import { type Seen, scoreOf, seenIn } from "./weigh.ts"
import { EVIDENCE_ALONE, WITH_WORDS } from "./weights.ts"

export interface JudgeOptions {
  /** The words an answer is known by; English and German unless others are given. */
  readonly phrases?: PhraseTables
}

export const phrases: PhraseTables = mergePhrases(en, de)

/** Above zero, for a nudge without need does more harm than one that is missing. */
export const NUDGE_FROM = 1.5
/** This near to the line, another reading is possible. */
const DOUBT = 1

export function judge(given: Judged, options: JudgeOptions = {}): Finding {
  if (given.answer.trim() === "") return finding("empty", "the answer has no text", { proven: true })
  if (given.tools?.length === 0) return finding("complete", "no tools were offered, so words are all there can be")
  const tables = options.phrases ?? phrases
  const bare = seenIn(readingOf(given, none))
  const bareScore = scoreOf(bare, EVIDENCE_ALONE)
  const isBare = Object.values(tables).every((words) => words.length === 0)
  const seen = isBare ? bare : seenIn(readingOf(given, tables))
  const score = isBare ? bareScore : scoreOf(seen, WITH_WORDS)
  const doubtful = Math.abs(score - NUDGE_FROM) < DOUBT
  if (score < NUDGE_FROM) return accepted(seen, doubtful)
  const sign = seen.find(({ role }) => role === "sign") ?? seen.find(({ role }) => role === "hint")
  return finding(sign?.kind ?? "incomplete", sign?.evidence ?? "", { proven: bareScore >= NUDGE_FROM, doubtful })
}

/** What speaks for the answer names it: that it needs the user, or owns up, or nothing in particular. */
function accepted(seen: readonly Seen[], doubtful: boolean): Finding {
  const excuses = seen.filter(({ role }) => role === "excuse")
  const of = (kind: Kind) => excuses.find((excuse) => excuse.kind === kind)
  const excuse = of("needs-user") ?? of("honest-gap") ?? excuses[0]
  if (excuse === undefined) return finding("complete", "nothing speaks against it", { doubtful })
  return finding(excuse.kind, excuse.evidence, { proven: excuse.byWords === undefined, doubtful })
}

function finding(kind: Kind, evidence: string, { proven = false, doubtful = false } = {}): Finding {
  return { kind, evidence, proven, doubtful }
}
