// Whether the answer accounts for a thing that it left alone: it names it, and says why.
import type { Item } from "./items.ts"
import type { Reading } from "./reading.ts"
import { wordsIn } from "./text.ts"

/** The parts of the answer that speak of a thing: clauses, list entries, rows of a table. */
export function clausesAbout({ prose }: Reading, item: Item): readonly string[] {
  return prose.clauses.filter((clause) => isNamedIn(clause, item))
}

export function isAccountedFor(reading: Reading, item: Item): boolean {
  const about = clausesAbout(reading, item)
  if (about.length > 0) return about.some((clause) => isReason(reading, clause))
  return reading.prose.clauses.some((clause) => OTHERS.test(clause) && isReason(reading, clause))
}

/** Why it was not done, rather than that it is still to be done. */
export function isReason({ phrases, order }: Reading, clause: string): boolean {
  if (YET.test(clause) || phrases.has("incomplete", clause) || phrases.has("resume", clause)) return false
  const reasons = (["skip", "gap", "lack"] as const).flatMap((name) => phrases.findAll(name, clause))
  return reasons.some((words) => !order.text.includes(words)) || NOT.test(clause)
}

export const NOT =
  /(?<!\p{L})(?:not|no|none|nothing|never|neither|nicht|nichts|kein\p{L}*|weder|already|bereits|schon)(?!\p{L})|n't(?!\p{L})/u
export const YET =
  /(?<!\p{L})(?:yet|so far|later|second pass|afterwards|follow-up|später|pending|to do|noch nicht|fehlen noch|fehlt noch|steht noch|stehen noch|bisher|not checked|unchecked)(?!\p{L})/u
const OTHERS =
  /(?<!\p{L})(?:the others?|the rest|the remaining|die anderen|die übrigen|die restlichen|alle anderen|der rest|others|everything else|alles andere)(?!\p{L})/u

export function isNamedIn(clause: string, { keys }: Item): boolean {
  const words = new Set(wordsIn(clause))
  return keys.some((key) => words.has(key) || (key.length >= 5 && clause.includes(key)))
}
