// What the user asked for in this turn: deeds or words, for one thing or for all of a set, with or without leave to act.
import type { Family } from "./lexicon/families.ts"
import { ADVICE, APPROVED, ASK_FIRST, EVERY, FILTER, PICKS, WORDS_ONLY } from "./lexicon/order-words.ts"
import { type Amount, amountOf } from "./order-amount.ts"
import { readSentences } from "./order-sentences.ts"
import { maskResources, NAMED_TOOL, SYSTEMS } from "./resources.ts"
import { bounded, fold } from "./text.ts"

export interface Order extends Amount {
  /** In so many words, not by a number. */
  readonly saysEvery: boolean
  /** Folded. */
  readonly text: string
  /** As it was written: capitals tell names apart. */
  readonly raw: string
  readonly actions: readonly Action[]
  /** The clauses that order something to be made or changed, also where words may do. */
  readonly parts: readonly Part[]
  /** A text is to be written, and nothing says that it should go anywhere. */
  readonly makesText: boolean
  /** Something is to be found out, read or told. */
  readonly looks: boolean
  /** The inside of things is wanted, not their names. */
  readonly reads: boolean
  /** All of a text is wanted, from beginning to end. */
  readonly readsWhole: boolean
  /** It is to be made sure of after the deed. */
  readonly checksAfter: boolean
  /** Something is to be checked. */
  readonly checks: boolean
  /** A list is all that is wanted, at first. */
  readonly lists: boolean
  /** Given as an order, not asked as a question. */
  readonly isImperative: boolean
  /** Picks out a part of a set. */
  readonly isFiltered: boolean
  /** The part is described in a clause of its own, which a search can hardly hit. */
  readonly isDescribed: boolean
  /** Wants the foremost of a set. */
  readonly picks: boolean
  readonly asksFirst: boolean
  readonly isApproved: boolean
  readonly wantsWords: boolean
  readonly wantsAdvice: boolean
  /** What is to be worked on stands in the order itself. */
  readonly isAboutText: boolean
  /** Files, paths, addresses. */
  readonly names: readonly string[]
  /** Cannot be answered from knowledge alone. */
  readonly needsTools: boolean
}

/** A clause that orders a change. */
export interface Part {
  readonly text: string
  readonly family: Family
}

/** A change that was ordered. */
export interface Action {
  readonly family: Family
  /** The word that ordered it. */
  readonly verb: string
}

export function orderOf(user: string): Order {
  const raw = bounded(user, 4_000, 1_000)
  const {
    text: masked,
    names,
    tools,
  } = maskResources(fold(raw).replace(/"[^"\n]{1,400}"|(?<!\p{L})'[^'\n]{2,200}'(?!\p{L})/gu, '""'))
  const text = fold(raw)
  const wantsWords = WORDS_ONLY.test(masked)
  const read = readSentences(masked)
  return {
    text,
    raw,
    ...read,
    actions: wantsWords ? [] : read.actions,
    isFiltered: FILTER.test(masked) || SELECTS.test(raw) || (read.actions.length > 0 && WHICH.test(masked)),
    isDescribed: SELECTS.test(raw) || (read.actions.length > 0 && WHICH.test(masked)),
    picks: PICKS.test(masked),
    asksFirst: ASK_FIRST.test(masked),
    isApproved: APPROVED.test(masked),
    wantsWords,
    wantsAdvice: ADVICE.test(masked),
    isAboutText: isAboutText(text, raw),
    names,
    needsTools: names.length + tools.length > 0 || SYSTEMS.test(masked) || NAMED_TOOL.test(masked),
    saysEvery: EVERY.test(masked),
    ...amountOf(masked, raw, EVERY.test(masked)),
  }
}

/** ", auf denen niemand zu sehen ist", "everyone who attended", "the apps I haven't opened". */
const SELECTS =
  /, (?:(?:auf|in|bei|mit|für|an|zu|von|aus) )?(?:die|der|das|denen|deren|dessen|welche\p{L}*) (?!\p{Lu})\p{L}|(?:everyone|everybody|all|people|those|ones|\p{L}s) (?:who|that|i|we) (?:\p{L}+ed|have|haven't|has|hasn't|is|are|aren't|was|were|don't|didn't|do|never|can|should|must|need|finished|got|went|came|left|sent|bought|wrote)\b/u
const WHICH = /(?:^|[.!?]\s)(?:which|who|welche\p{L}*|wer) [^?]{3,80}\?/u

/** "Fix the grammar: 'he go'", "make it shorter", "remove the last paragraph". */
function isAboutText(text: string, raw: string): boolean {
  if (
    TEXT_PARTS.test(text) ||
    /["'„“‘][^"'“”’\n]{10,}|(?:this|these|following|diese\p{L}*|folgende\p{L}*|das)(?!\p{L})[^:\n]{0,40}:\s*\S/iu.test(
      raw,
    )
  )
    return true
  return /^(?:\p{L}+\s){1,3}(?:it|this|that|es|das|ihn|sie)(?!\p{L})/u.test(text)
}

const TEXT_PARTS =
  /(?<!\p{L})(?:paragraph|sentence|line|word|bullet|tone|intro|text|poem|story|essay|letter|wording|example|emoji|grammar|headline|logo|design|joke|quiz|plan|absatz|satz|zeile|wort|ton|einleitung|gedicht|geschichte|brief|formulierung|beispiel|grammatik|witz|rätsel)[sne]{0,2}(?!\p{L})/u
