// What an answer without a call amounts to. Evidence comes before words: each judge looks at one kind of it, and the
// first that has something to say decides.
import { judgeChecks } from "./checks.ts"
import { judgeDeflection } from "./deflection.ts"
import { judgeContradicted, judgeGaveUp, judgeHonestGap } from "./failures.ts"
import { judgeForgotten } from "./forgotten.ts"
import type { Finding, Judged } from "./judged.ts"
import { judgeLeftover } from "./leftover.ts"
import { judgeOmitted } from "./omitted.ts"
import { judgeOpenItems } from "./open-items.ts"
import { judgePartial } from "./partial.ts"
import { judgeParts } from "./parts.ts"
import { de } from "./phrases/de.ts"
import { en } from "./phrases/en.ts"
import { mergePhrases, type PhraseTables } from "./phrases/tables.ts"
import { judgePromise } from "./promises.ts"
import { judgeQuestion } from "./questions.ts"
import { judgeRange } from "./ranges.ts"
import { type Judge, proven, readingOf, said, worded } from "./reading.ts"
import { judgeShortfall } from "./shortfall.ts"
import { judgeUndone } from "./undone.ts"
import { judgeUnread } from "./unread.ts"

export interface JudgeOptions {
  /** The words an answer is known by; English and German unless others are given. */
  readonly phrases?: PhraseTables
}

export const phrases: PhraseTables = mergePhrases(en, de)

const JUDGES: readonly Judge[] = [
  judgeQuestion,
  judgeOpenItems,
  judgeUnread,
  judgeParts,
  judgeRange,
  judgeContradicted,
  judgeGaveUp,
  judgeChecks,
  judgePromise,
  judgeHonestGap,
  judgeUndone,
  judgeForgotten,
  judgeOmitted,
  judgePartial,
  judgeShortfall,
  judgeDeflection,
  judgeLeftover,
]

export function judge(given: Judged, options: JudgeOptions = {}): Finding {
  if (given.answer.trim() === "") return proven("empty", "the answer has no text")
  const reading = readingOf(given, options.phrases ?? phrases)
  if (given.tools?.length === 0) return worded("complete", "no tools were offered, so words are all there can be")
  for (const look of JUDGES) {
    const finding = look(reading)
    if (finding !== undefined) return finding
  }
  const completion = said(reading, "completion")
  const evidence = completion === undefined ? "nothing speaks against it" : `it says so: "${completion}"`
  return worded("complete", evidence, reading.deeds.length === 0 && reading.order.isImperative)
}
