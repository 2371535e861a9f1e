// Whether the answer accounts for a thing that it left alone: it names it, and says why.
import type { Item } from "./items.ts"
import { once } from "./once.ts"
import type { Reading } from "./reading.ts"
import { wordsIn } from "./text.ts"

/** The parts of the answer that speak of a thing: clauses, list entries, rows of a table. */
export function clausesAbout({ prose }: Reading, item: Item): readonly string[] {
  const words = wordsOf(prose.clauses)
  return prose.clauses.filter((clause, index) => names(words[index] ?? new Set(), clause, item))
}

const wordsOf = once((clauses: readonly string[]) => clauses.map((clause) => new Set(wordsIn(clause))))

export function isAccountedFor(reading: Reading, item: Item, isOrdered = true): boolean {
  const about = clausesAbout(reading, item)
  if (about.some((clause) => isReason(reading, clause))) return true
  // What a listing had and the answer speaks of without calling it open has been looked at.
  if (about.length > 0)
    return !isOrdered && reading.order.actions.length === 0 && !about.some((c) => isLeft(reading, c))
  return reading.prose.clauses.some((clause) => OTHERS.test(clause) && isReason(reading, clause))
}

const isLeft = ({ phrases }: Reading, clause: string) =>
  YET.test(clause) || phrases.has("incomplete", clause) || phrases.has("resume", clause)

/** Why it was not done, rather than that it is still to be done. */
export function isReason({ phrases, order }: Reading, clause: string): boolean {
  if (YET.test(clause) || phrases.has("incomplete", clause) || phrases.has("resume", clause)) return false
  if (ENOUGH.test(clause)) return true
  const reasons = (["skip", "gap", "lack"] as const).flatMap((name) => phrases.findAll(name, clause))
  return reasons.some((words) => !order.text.includes(words)) || NOT.test(clause)
}

const ENOUGH =
  /(?<!\p{L})(?:plenty|enough|fine|in stock|above|below|within|answered|200|ok|okay|healthy|passed|clean|current|correct|genug|ausreichend|in ordnung|erreichbar|passt|stimmt)(?!\p{L})/u

export const NOT =
  /(?<!\p{L})(?:not|no|none|nothing|never|neither|nicht|nichts|kein\p{L}*|weder|already|bereits|schon)(?!\p{L})|n't(?!\p{L})/u
export const YET =
  /(?<!\p{L})(?:yet|so far|later|second pass|afterwards|follow-up|später|pending|to do|noch nicht|fehlen noch|fehlt noch|steht noch|stehen noch|bisher|not checked|unchecked)(?!\p{L})/u
const OTHERS =
  /(?<!\p{L})(?:the others?|the rest|the remaining|die anderen|die übrigen|die restlichen|alle anderen|der rest|others|everything else|alles andere)(?!\p{L})/u

export function isNamedIn(clause: string, item: Item): boolean {
  return names(new Set(wordsIn(clause)), clause, item)
}

function names(words: ReadonlySet<string>, clause: string, { keys }: Item): boolean {
  return keys.some((key) => words.has(key) || (key.length >= 5 && clause.includes(key)))
}
