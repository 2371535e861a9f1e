// Things that results list or the order spells out, and how many of them the calls have taken up.
import { isAccountedFor, isNamedIn } from "../accounting.ts"
import { type Gap, gapsOf } from "../coverage.ts"
import { type Deed, takesSeveral } from "../deeds.ts"
import { itemsOf } from "../items.ts"
import type { JudgedCall } from "../judged.ts"
import { numberWords } from "../lexicon/order-words.ts"
import { isOwned } from "../owned.ts"
import { partIn } from "../partial.ts"
import { needsUser } from "../questions.ts"
import type { Reading } from "../reading.ts"
import { said } from "../reading.ts"
import { filesIn } from "../resources.ts"
import { touches } from "../touched.ts"
import { type Features, quote, sign, when } from "./feature.ts"

export const things: Features = {
  "all-claimed": sign("unproven-claim", claimsAll),
  "ordered-open": sign("incomplete", (reading) => openIn(reading, ({ isOrdered }) => isOrdered)),
  "listed-open": sign("incomplete", (reading) => openIn(reading, (gap) => isMeant(reading, gap))),
  "series-short": sign("incomplete", (reading) => (isExcused(reading) ? undefined : seriesShort(reading))),
  "result-partial": sign("incomplete", (reading) => (isExcused(reading) ? undefined : partIn(reading))),
  "listed-unopened": sign("incomplete", (reading) => (isExcused(reading) ? undefined : unopened(reading))),
}

const isExcused = (reading: Reading) => isOwned(reading) || needsUser(reading)

function openIn(reading: Reading, isWanted: (gap: Gap) => boolean): string | undefined {
  if (reading.order.asksFirst || needsUser(reading)) return undefined
  const [, excepted = ""] = EXCEPT.exec(reading.order.text) ?? []
  for (const gap of gapsOf(reading).filter(isWanted)) {
    const open = gap.open
      .filter((item) => !isAccountedFor(reading, item, gap.isOrdered) && !isNamedIn(excepted, item))
      .map(({ label }) => label)
    if (open.length > 0) return `${open.length} of ${gap.total} have no call: ${open.slice(0, 5).join(", ")}`
  }
  return undefined
}

const EXCEPT = /(?<!\p{L})(?:except(?: for)?|but not|apart from|außer|bis auf|ausgenommen)(?!\p{L})(.{2,200})/u

/** The order speaks of all the things of the list, or of several and the work was broken off. */
function isMeant({ order }: Reading, gap: Gap): boolean {
  if (gap.isOrdered || order.amount === "one") return false
  const isPicking = (order.isFiltered && !gap.isSearched) || order.picks || order.isDescribed
  if (isPicking && order.count !== gap.total) return false
  // A look at one or two of what a listing names is no series; the same call for one after another is.
  const isAll = order.count === gap.total || (order.actions.length > 0 && (order.saysEvery || gap.isRun))
  if (gap.series < (isAll ? 1 : 2)) return false
  return gap.isRun || (order.amount === "every" && (order.saysEvery || order.count === gap.total))
}

/** "the 8 levels", and the same call for three of them. */
function seriesShort(reading: Reading): string | undefined {
  const { order, deeds } = reading
  if (order.count === undefined || order.isFiltered || deeds.some(takesSeveral)) return undefined
  const series = new Map<string, Set<string>>()
  for (const { call, values, isCommand } of deeds) {
    const kind = isCommand ? (values[0] ?? "").split(" ", 2).join(" ") : call.name
    series.set(kind, (series.get(kind) ?? new Set()).add(values.join(" ")))
  }
  const most = Math.max(0, ...[...series.values()].map((calls) => calls.size))
  const isOneFile = deeds.some(
    ({ values, doing }) => doing !== "look" && values.some((value) => filesIn(value)[0] === value),
  )
  if (most < (isOneFile && order.count > 2 ? 1 : 2) || most >= order.count) return undefined
  const reasons = (["gap", "lack", "skip"] as const).some((name) => said(reading, name) !== undefined)
  return when(
    !reasons || said(reading, "completion") !== undefined,
    `${order.count} ${order.counted} were named, and the same call was made for ${most}`,
  )
}

/** "I read all twelve", after two calls. */
function claimsAll(reading: Reading): string | undefined {
  const { order, deeds, prose } = reading
  const { count } = order
  if (count === undefined || count < 3 || deeds.length === 0 || deeds.length >= count) return undefined
  if (order.isFiltered || deeds.some(takesSeveral) || isOwned(reading)) return undefined
  const all = new RegExp(
    `(?<!\\p{L})(?:all|alle|every|sämtliche|each|jede\\p{L}*) (?:of )?(?:the |my |your |der |die )?(?:${[count, ...numberWords(count)].join("|")})(?![\\p{L}\\p{N}])`,
    "u",
  )
  const claim = prose.sentences.find(({ text, isQuestion }) => !isQuestion && all.test(text))
  return claim && `it speaks of all ${count}, and ${deeds.length} calls were made: ${quote(claim.text)}`
}

/** The inside of things was wanted, their names were listed, and nothing was opened. */
function unopened({ order, deeds }: Reading): string | undefined {
  if (!(order.reads || order.checks) || order.asksFirst) return undefined
  const listing = deeds.findLast(({ doing, outcome, call }) => {
    if (doing !== "look" || outcome !== "done") return false
    return listsFiles(call) || (order.checks && (call.result.slice(0, 4_000).match(/https?:\/\//g) ?? []).length > 1)
  })
  if (listing === undefined) return undefined
  const items = itemsOf(listing.call)
  const later = deeds.slice(deeds.indexOf(listing) + 1)
  const isOf = ({ values }: Deed) =>
    values.some((value) => value.length > 2 && items.some(({ keys: [whole = ""] }) => whole.includes(value)))
  if (later.some((deed) => deed.isCommand || isOf(deed) || items.some((item) => touches(deed, item)))) return undefined
  const labels = items.slice(0, 5).map(({ label }) => label)
  return `listed and not opened: ${labels.join(", ")}`
}

/** Names of files and hardly anything else. */
function listsFiles(call: JudgedCall): boolean {
  if (call.result.length > 9_000 || filesIn(call.result.slice(0, 600)).length < 2) return false
  const items = itemsOf(call)
  const files = items.filter(({ label }) => filesIn(label)[0] === label)
  return files.length > 1 && files.length * 1.3 > items.length && call.result.length < items.length * 90
}
