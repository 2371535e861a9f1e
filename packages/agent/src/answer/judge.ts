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
  if (score < NUDGE_FROM) return withTasks(accepted(seen, doubtful), given)
  const sign = seen.find(({ role }) => role === "sign") ?? seen.find(({ role }) => role === "hint")
  return finding(sign?.kind ?? "incomplete", sign?.evidence ?? "", { proven: bareScore >= NUDGE_FROM, doubtful })
}

/** An answer that owns up, asks, or needs the user, may leave tasks open; one that is given as the end may not. */
function withTasks(found: Finding, { tasks, answer }: Judged): Finding {
  if (tasks === undefined || tasks.open.length === 0 || found.kind !== "complete") return found
  if ((!tasks.isUsed && !ALL_DONE.test(answer)) || /\?\s*$/.test(answer)) return found
  const names = tasks.open.slice(0, 5).join(", ")
  const more = tasks.open.length > 5 ? ", ..." : ""
  return finding("incomplete", `${tasks.open.length} on the task list are still to do: ${names}${more}`, {
    proven: true,
  })
}

/** In a turn that did not touch the list, only this is about it. */
const ALL_DONE =
  /(?<!\p{L})(?:all (?:\p{L}+ ){0,3}(?:done|finished|complete[d]?)|everything (?:\p{L}+ ){0,2}(?:done|finished|complete[d]?)|alles (?:\p{L}+ )?(?:erledigt|fertig)|alle (?:\p{L}+ ){1,3}(?:erledigt|fertig))(?!\p{L})/iu

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
