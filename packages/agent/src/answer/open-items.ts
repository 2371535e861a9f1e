// Things that a result listed, that the order speaks of as a set, and that no later call has touched while others were.
import { isAccountedFor, isNamedIn } from "./accounted.ts"
import type { Deed } from "./deeds.ts"
import { isPassing, namesRemedy } from "./errors.ts"
import { acknowledges } from "./failures.ts"
import { type Item, itemsOf } from "./items.ts"
import type { Finding } from "./judged.ts"
import { proven, type Reading, said } from "./reading.ts"
import { isLeftOut, isSelecting, means } from "./set.ts"
import { kindOf, loops, type Spread, spreadOf, takesAll, touches } from "./touched.ts"

interface Open {
  readonly open: readonly Item[]
  readonly total: number
}

export function judgeOpenItems(reading: Reading): Finding | undefined {
  if (reading.order.asksFirst || wasBlocked(reading)) return undefined
  for (const [index, deed] of reading.deeds.entries()) {
    const found = openItemsOf(reading, deed, reading.deeds.slice(index + 1))
    if (found !== undefined) return findingOf(reading, found)
  }
  return undefined
}

function findingOf(reading: Reading, { open, total }: Open): Finding {
  const names = open.slice(0, 5).map(({ label }) => label)
  const list = open.length > names.length ? `${names.join(", ")}, ...` : names.join(", ")
  const isClaimed = said(reading, "completion") !== undefined && said(reading, "incomplete") === undefined
  const evidence = `${open.length} of ${total} listed things have no call: ${list}`
  return proven(isClaimed ? "unproven-claim" : "incomplete", evidence)
}

/** The last call failed for good, and the answer says so: what is left could not be done either. */
function wasBlocked(reading: Reading): boolean {
  const last = reading.deeds.at(-1)
  if (last === undefined || !["failed", "refused"].includes(last.outcome)) return false
  const tries = reading.deeds.filter(({ call, outcome }) => call.name === last.call.name && outcome === "failed").length
  if ((isPassing(last.call.result) && tries < 2) || namesRemedy(last.call.result)) return false
  return acknowledges(reading, [last])
}

function openItemsOf(reading: Reading, listing: Deed, later: readonly Deed[]): Open | undefined {
  if (listing.outcome !== "done" || listing.doing === "change" || later.length === 0) return undefined
  const items = itemsOf(listing.call.result)
  if (items.length < 2 || later.some((deed) => takesAll(deed, listing))) return undefined
  const { touched } = spreadOf(items, later)
  if (touched.length === 0) return undefined
  const kinds = new Set(touched.map(kindOf))
  const alike = isSelecting(listing) ? items : items.filter((item) => kinds.has(kindOf(item)))
  const open = alike.filter((item) => !touched.includes(item) && !isAccountedFor(reading, item, touched))
  const spread = spreadOf(alike, later)
  const meant =
    means(reading.order, spread) && !isLeftOut(reading.order, listing, alike.length)
      ? open
      : namedAsDone(reading, open, spread)
  if (meant.length > 0) return { open: meant, total: alike.length }
  const looked = isLeftOut(reading.order, listing, alike.length) ? [] : lookedAtOnly(reading, items, later)
  return looked.length === 0 ? undefined : { open: looked, total: items.length }
}

/** Of what the order may not mean, only what the answer puts beside the things that were done, without a reason. */
function namedAsDone({ order, prose, phrases }: Reading, open: readonly Item[], { touched }: Spread): readonly Item[] {
  if (order.actions.length === 0) return []
  const claims = prose.sentences.filter(
    ({ text, isQuestion }) => !isQuestion && !REMAIN.test(text) && touched.some((item) => isNamedIn(text, item)),
  )
  const isClaim = (text: string) => phrases.has("claim", text) || phrases.has("completion", text)
  const after = prose.sentences.filter(
    ({ text, isQuestion }) => !isQuestion && !REMAIN.test(text) && phrases.has("incomplete", text),
  )
  return open.filter(
    (item) =>
      claims.some(({ text }) => isNamedIn(text, item) && isClaim(text)) ||
      after.some(({ text }) => isNamedIn(text, item)),
  )
}

/** "The remaining members are root and kim." */
const REMAIN =
  /(?<!\p{L})(?:remain\p{L}*|rest|stays?|kept?|left|übrig\p{L}*|verbleib\p{L}*|verblieben\p{L}*|bleib\p{L}*|restlichen)(?!\p{L})/u

/** Read, but not changed like the others, though the answer speaks of all. */
function lookedAtOnly(reading: Reading, items: readonly Item[], later: readonly Deed[]): readonly Item[] {
  const { order, phrases, prose } = reading
  const changes = later.filter(({ doing }) => doing === "change" || doing === "unknown")
  if (order.actions.length === 0 || order.amount === "one" || changes.some(loops)) return []
  const changed = items.filter((item) => changes.some((deed) => touches(deed, item)))
  const speaksOfAll = prose.sentences.some(({ text }) => phrases.has("completion", text) && ALL.test(text))
  if (changed.length === 0 || !speaksOfAll) return []
  const looks = later.filter((deed) => !changes.includes(deed))
  const seen = items.filter((item) => !changed.includes(item) && looks.some((deed) => touches(deed, item)))
  const [first] = changed
  return seen.filter(
    (item) => first !== undefined && kindOf(item) === kindOf(first) && !isAccountedFor(reading, item, changed),
  )
}

const ALL = /(?<!\p{L})(?:all|both|each|every|alle|beide|sämtliche|jede\p{L}*)(?!\p{L})/u
