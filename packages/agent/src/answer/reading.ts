// All that a judge looks at, read once: the order, the deeds, the answer and the words it may be known by.
import { type Deed, deedsOf, mayHaveChanged, wasToChange } from "./deeds.ts"
import type { Judged } from "./judged.ts"
import { type Action, type Order, orderOf } from "./order.ts"
import { type Matcher, matcherOf } from "./phrases/matcher.ts"
import type { PhraseClass, PhraseTables } from "./phrases/tables.ts"
import { lastQuestion } from "./questions.ts"
import { type Prose, proseOf, type Sentence } from "./text.ts"
import { unmetActions } from "./unmet.ts"

export interface Reading {
  readonly given: Judged
  readonly order: Order
  readonly deeds: readonly Deed[]
  readonly prose: Prose
  readonly phrases: Matcher
  /** Ordered changes that no call can have made. */
  readonly unmet: readonly Action[]
  readonly situation: Situation
  /** A question among the last sentences, or "". */
  readonly question: string
}

/**
 * `talk`: nothing that needs a tool, and no call. `untouched`: a change ordered, and no call. `unlooked`: something to be
 * looked at, and no call. `looked`: a change ordered, and only looks. `missing`: some changes made, an ordered one not.
 * `failed`: a change tried, none made. `met`: each ordered change made. `seen`: no change ordered, and calls made.
 */
export type Situation = "talk" | "untouched" | "unlooked" | "looked" | "missing" | "failed" | "met" | "seen"

export function readingOf(given: Judged, tables: PhraseTables): Reading {
  const { prose: whole, ...facts } = factsOf(given)
  const phrases = matcherOf(tables)
  const prose = withoutFarewell(whole, phrases)
  return { ...facts, prose, phrases, question: lastQuestion(prose) }
}

type Facts = Omit<Reading, "phrases" | "question">

/** What no phrase table bears on, read once for both readings of an answer. */
function factsOf(given: Judged): Facts {
  const before = known.get(given)
  if (before !== undefined) return before
  const order = orderOf(given.user)
  const deeds = deedsOf(given.calls)
  const unmet = unmetActions(order, deeds)
  const situation = situationOf(order, deeds, unmet)
  const facts = { given, order, deeds, unmet, situation, prose: proseOf(given.answer) }
  known.set(given, facts)
  return facts
}

const known = new WeakMap<Judged, Facts>()

function situationOf(order: Order, deeds: readonly Deed[], unmet: readonly Action[]): Situation {
  if (deeds.length === 0) {
    if (order.actions.length > 0) return "untouched"
    return order.needsTools && (order.isImperative || order.looks) && !order.wantsWords ? "unlooked" : "talk"
  }
  if (order.actions.length === 0) return "seen"
  if (unmet.length === 0) return "met"
  if (deeds.some(mayHaveChanged)) return "missing"
  const isFor = ({ families }: Deed) => order.actions.some(({ family }) => families.includes(family))
  return deeds.some((deed) => wasToChange(deed) || (isFor(deed) && deed.outcome === "failed")) ? "failed" : "looked"
}

/** What is said in parting, after what there was to say, bears on nothing. */
function withoutFarewell(prose: Prose, phrases: Matcher): Prose {
  const last = prose.sentences.findLastIndex(
    ({ text }) => !phrases.has("farewell", text) || phrases.has("resume", text),
  )
  if (last === -1 || last === prose.sentences.length - 1) return prose
  const sentences = prose.sentences.slice(0, last + 1)
  return { ...prose, sentences, text: sentences.map(({ text }) => text).join("\n") }
}

/** The words of the answer that belong to a class, in any sentence. */
export function said({ prose, phrases, order }: Reading, name: PhraseClass): string | undefined {
  // In an offer, "errors" or "unclear" say nothing of what was done.
  const text = FIRM.has(name) ? firmTextOf(prose, phrases) : prose.text
  const found = phrases.findAll(name, text)
  return ECHOED.has(name) ? found.find((words) => !order.text.includes(words)) : found[0]
}

/** "broken", "missing", "remaining" may be the user's own words. */
const ECHOED: ReadonlySet<PhraseClass> = new Set(["lack", "skip", "risk", "gap", "incomplete"])
const FIRM: ReadonlySet<PhraseClass> = new Set(["lack", "skip", "risk"])

function firmTextOf({ sentences }: Prose, phrases: Matcher): string {
  const isOffer = ({ text }: Sentence) => phrases.has("courtesy", text) && !phrases.has("gap", text)
  return sentences
    .filter((sentence) => !isOffer(sentence))
    .map(({ text }) => text)
    .join("\n")
}
