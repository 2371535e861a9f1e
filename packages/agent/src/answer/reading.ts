// All that a judge looks at, read once: the order, the deeds, the answer and the words it may be known by.
import { type Deed, deedsOf } from "./deeds.ts"
import type { Finding, Judged, Kind } from "./judged.ts"
import { type Action, type Order, orderOf } from "./order.ts"
import { type Matcher, matcherOf } from "./phrases/matcher.ts"
import type { PhraseClass, PhraseTables } from "./phrases/tables.ts"
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
}

/** One kind of evidence: a finding, or nothing to say. */
export type Judge = (reading: Reading) => Finding | undefined

export function readingOf(given: Judged, tables: PhraseTables): Reading {
  const order = orderOf(given.user)
  const deeds = deedsOf(given.calls)
  const phrases = matcherOf(tables)
  return {
    given,
    order,
    deeds,
    prose: withoutFarewell(proseOf(given.answer), phrases),
    phrases,
    unmet: unmetActions(order, deeds),
  }
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

export function proven(kind: Kind, evidence: string, doubtful = false): Finding {
  return { kind, evidence, proven: true, doubtful }
}

/** By words alone. */
export function worded(kind: Kind, evidence: string, doubtful = false): Finding {
  return { kind, evidence, proven: false, doubtful }
}
