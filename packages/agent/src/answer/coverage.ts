// Lists of things, from results and from the order itself, and how far the calls got through them.
import { type Deed, wasToChange } from "./deeds.ts"
import { enumerationsIn } from "./enumerations.ts"
import { type Item, itemsOf } from "./items.ts"
import { once } from "./once.ts"
import type { Reading } from "./reading.ts"
import { kindOf, loops, touches } from "./touched.ts"

export interface Gap {
  readonly open: readonly Item[]
  readonly touched: readonly Item[]
  readonly total: number
  /** The order itself spells the things out. */
  readonly isOrdered: boolean
  /** Begun at one end and broken off. */
  readonly isRun: boolean
  /** How many the same tool took one by one. */
  readonly series: number
  /** A search found them, so that what was not meant is left out already. */
  readonly isSearched: boolean
}

/** Lists that were begun and not finished; those of the order first. */
export const gapsOf = once(gapsFound, ({ deeds }) => deeds)

function gapsFound(reading: Reading): readonly Gap[] {
  const { order, deeds } = reading
  if (deeds.length === 0) return []
  const ordered = enumerationsIn(order).flatMap((items) => gapsIn(reading, items, deeds, undefined))
  const listings = deeds.filter(({ outcome, doing }) => outcome === "done" && doing === "look")
  // Of many, what was listed first, as the work begins with it, and what was listed last.
  const few = listings.length > 8 ? [...listings.slice(0, 4), ...listings.slice(-4)] : listings
  const listed = few.flatMap((listing) =>
    gapsIn(reading, itemsOf(listing.call), deeds.slice(deeds.indexOf(listing) + 1), listing),
  )
  return [...ordered, ...listed]
}

function gapsIn(
  { order }: Reading,
  items: readonly Item[],
  later: readonly Deed[],
  listing: Deed | undefined,
): readonly Gap[] {
  if (items.length < 2 || later.length === 0) return []
  const changes = later.filter(wasToChange)
  if (
    listing !== undefined &&
    order.actions.length === 0 &&
    !order.saysEvery &&
    order.count === undefined &&
    !order.reads
  )
    return []
  const isChanging = order.actions.length > 0 && changes.some((deed) => items.some((item) => touches(deed, item)))
  const own = order.actions.filter(({ family }) => family.own).map(({ family }) => family)
  const series = [
    isChanging && listing !== undefined ? changes : later,
    ...own
      .map((family) => changes.filter(({ families }) => families.includes(family)))
      .filter(({ length }) => length < changes.length || !isChanging || listing === undefined),
  ]
  return series.flatMap((deeds) => gapOf(items, deeds, listing) ?? [])
}

function gapOf(items: readonly Item[], deeds: readonly Deed[], listing: Deed | undefined): Gap | undefined {
  const hits = deeds.map((deed) => items.filter((item) => touches(deed, item)))
  // One call for several has chosen them; one for each is work that can be broken off.
  if (!hits.some((hit) => hit.length === 1) || deeds.some((deed) => takesAll(deed, listing))) return undefined
  // As many calls of a kind as there are things: it names them in another way.
  if (hits.length >= items.length && countOfSeries(deeds) >= items.length) return undefined
  const isTouched = (item: Item) => hits.some((hit) => hit.includes(item))
  const kinds = new Set(items.filter(isTouched).map(kindOf))
  const isSearched = listing !== undefined && isSelecting(listing)
  const alike = isSearched || listing === undefined ? items : items.filter((item) => kinds.has(kindOf(item)))
  const marks = alike.map(isTouched)
  const open = alike.filter((_, index) => !marks[index])
  if (open.length === 0) return undefined
  const [first, last] = [marks.indexOf(true), marks.lastIndexOf(true)]
  return {
    open,
    touched: alike.filter((_, index) => marks[index]),
    total: alike.length,
    isOrdered: listing === undefined,
    isRun: (first === 0 || last === alike.length - 1) && marks.slice(first, last + 1).every((mark) => mark),
    isSearched,
    series: seriesOf(deeds, hits),
  }
}

function seriesOf(deeds: readonly Deed[], hits: readonly (readonly Item[])[]): number {
  const taken = new Map<string, Set<Item | undefined>>()
  for (const [index, { call }] of deeds.entries()) {
    const hit = hits[index] ?? []
    if (hit.length === 1) taken.set(call.name, (taken.get(call.name) ?? new Set()).add(hit[0]))
  }
  return Math.max(0, ...[...taken.values()].map((items) => items.size))
}

function takesAll(deed: Deed, listing: Deed | undefined): boolean {
  if (deed.doing === "check") return false
  if (loops(deed) || /bulk|batch|_all\b|all_/.test(deed.call.name.toLowerCase())) return true
  if (listing === undefined || deed.doing === "look" || deed.call.name === listing.call.name) return false
  return deed.values.some((value) => value.length > 1 && listing.values.includes(value))
}

function countOfSeries(deeds: readonly Deed[]): number {
  const counts = new Map<string, number>()
  for (const { call } of deeds) counts.set(call.name, (counts.get(call.name) ?? 0) + 1)
  return Math.max(...counts.values())
}

/** A search has already left out what the order does not mean. */
function isSelecting({ call, said, isCommand }: Deed): boolean {
  if (!isCommand && Object.keys(call.args).some((key) => !PLAIN_KEY.test(key))) return true
  return /search|find|query|grep|outdated|filter/.test(`${call.name.toLowerCase()} ${said.slice(0, 200)}`)
}

const PLAIN_KEY = /^(?:path|dir|directory|folder|file|limit|page|offset|url|week|project|channel)$/
