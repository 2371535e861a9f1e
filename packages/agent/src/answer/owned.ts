// An answer that owns up: what failed was tried, and the answer says so; or there was nothing to do.
import { NOT, YET } from "./accounting.ts"
import { acknowledges } from "./acknowledged.ts"
import { mayHaveChanged, wasToChange } from "./deeds.ts"
import { isMendable } from "./errors.ts"
import { once } from "./once.ts"
import type { Reading } from "./reading.ts"

/** Calls failed or found nothing, more than one or for good, and the answer says so. */
export const isOwned = once((reading: Reading) => {
  // A check that fails before anything was tried is what the order is about.
  const hasTried = reading.order.actions.length === 0 || reading.deeds.some(wasToChange)
  const lacking = reading.deeds.filter(
    ({ outcome, doing }) =>
      ["failed", "refused", "nothing", "partly"].includes(outcome) && (hasTried || doing !== "check"),
  )
  if (lacking.length === 0 || !acknowledges(reading, lacking)) return false
  return lacking.length > 1 || lacking.some(({ call }) => !isMendable(call.result))
})

/** There was nothing to do, and the answer says so. */
export function isNeedless({ deeds, prose }: Reading): boolean {
  return !deeds.some(mayHaveChanged) && prose.sentences.some(({ text }) => NEEDLESS.test(text))
}

const NEEDLESS =
  /\b(?:already|nothing to|no need|(?:everything|all)(?: is|'s)? up to date|bereits|nichts zu|kein(?:e|en)? (?:änderung|handlungsbedarf))\b|\bno \p{L}+ (?:were |was )?found\b|\bthere (?:are|were|is|was) no\b|\bno \p{L}+ (?:was|were|is|are) (?:needed|necessary|required)\b|\bnicht nötig\b|\bkeine \p{L}+ (?:gefunden|nötig)\b/u

/** What was looked at speaks against it, and the answer says both that and that it was not done. */
export function isExplained({ prose, phrases }: Reading): boolean {
  const denied = prose.sentences.filter(({ text, isQuestion }) => !isQuestion && NOT.test(text))
  if (denied.some(({ text }) => YET.test(text)) || phrases.has("inability", prose.text)) return false
  return (
    denied.length > 1 &&
    denied.some(({ text }) => phrases.has("gap", text)) &&
    !prose.sentences.some(({ text }) => phrases.has("handback", text))
  )
}
