// Whether the answer gives a reason for what it leaves alone.
import type { Item } from "./items.ts"
import type { Order } from "./order.ts"
import type { Matcher } from "./phrases/matcher.ts"
import type { Reading } from "./reading.ts"
import { fold, type Sentence, wordsIn } from "./text.ts"
import { hasWord } from "./touched.ts"

/** Named in the answer with a reason; for orders that only look, and do not say "all", named at all. */
export function isAccountedFor({ order, prose, phrases }: Reading, item: Item, touched: readonly Item[]): boolean {
  const naming = prose.sentences.map(({ text }) => text).filter((text) => isNamedIn(text, item))
  // A reason that also stands beside what was done is no reason for leaving the rest.
  const parts = naming.flatMap((text) => [text, ...text.split(/[,;:–]|(?<!\p{L})(?:but|while|aber|während)(?!\p{L})/u)])
  const own = parts.filter((part) => isNamedIn(part, item) && !touched.some((other) => isNamedFully(part, other)))
  if (own.some((part) => isExcusing(order, phrases, part))) return true
  // Where a part was to be picked out, a word about a thing of its own tells why it was not.
  const isLeft = (text: string) =>
    phrases.has("incomplete", text) || phrases.has("resume", text) || phrases.has("promise", text)
  if (order.isFiltered && own.some((part) => naming.includes(part) && !isLeft(part))) return true
  if (naming.length === 0 && prose.sentences.some((sentence) => excusesOthers(sentence, phrases))) return true
  return order.actions.length === 0 && order.amount !== "every" && naming.length > 0
}

/** "The other four don't need an answer" speaks of all that are left. */
function excusesOthers({ text }: Sentence, phrases: Matcher): boolean {
  return (OTHERS.test(text) && phrases.has("skip", text)) || KEPT.test(text)
}

const OTHERS =
  /(?<!\p{L})(?:the others?|the rest|the remaining|die anderen|die übrigen|die restlichen|alle anderen|der rest)(?!\p{L})/u

const KEPT =
  /(?<!\p{L})(?:keeps?|kept|stays?|stayed|unchanged|untouched|as (?:it was|they were)|behalten|behält|bleiben|blieben|unverändert)(?!\p{L})/u

/** A reason in the sentence, in words of its own. */
export function isExcusing(order: Order, phrases: Matcher, text: string): boolean {
  const reasons = (["skip", "gap", "lack"] as const).flatMap((name) => phrases.findAll(name, text))
  return reasons.some((words) => !order.text.includes(words))
}

export function isNamedIn(text: string, { keys }: Item): boolean {
  const words = new Set(wordsIn(text))
  return keys.some((key) => words.has(key) || (key.length >= 5 && text.includes(fold(key))))
}

/** By its whole name, not by one of its words. */
function isNamedFully(text: string, { keys: [whole = ""] }: Item): boolean {
  return hasWord(text, whole) || hasWord(text, whole.split("/").at(-1)?.replace(/:\d+$/, "") ?? whole)
}
