// Whether an order speaks of all the things of a list, or picks some of them.
import type { Deed } from "./deeds.ts"
import type { Order } from "./order.ts"
import { stemsIn } from "./stems.ts"
import { fold } from "./text.ts"
import type { Spread } from "./touched.ts"

/** The things of this list are what the order is about, all of them. */
export function means(
  { amount, saysEvery, count, actions, reads, text }: Order,
  { items, touched, isOneByOne, isRun }: Spread,
): boolean {
  if (amount === "one" || !isOneByOne) return false
  if (count === items.length) return true
  if (count !== undefined && !saysEvery) return false
  if (saysEvery) return actions.length > 0 || reads || isRun || EACH.test(text)
  // A plain plural may leave some out; work that stops in a list without a gap does not look like a choice.
  return isRun && items.length - touched.length > 1
    ? actions.length > 0 || reads
    : isRun && items.length > 2 && actions.length > 0
}

const EACH = /(?<!\p{L})(?:each|every|per|jede\p{L}*|jeweils|pro|je)(?!\p{L})/u

/** The order means a part of the list, and the list does not tell which. */
export function isLeftOut(order: Order, listing: Deed, total: number): boolean {
  if (order.picks && order.count !== total && !(order.reads && isBare(listing, total))) return true
  if (order.isDescribed && !searchesFor(listing, order)) return true
  if (isSelecting(listing) || ALL_OF_THEM.test(order.text)) return false
  if (order.isFiltered) return true
  const quality = QUALITIES.exec(order.text)?.[0]
  return quality !== undefined && !`${listing.said} ${listing.call.name}`.includes(quality.slice(0, 5))
}

/** The search has words of the description in it. */
function searchesFor(listing: Deed, { raw }: Order): boolean {
  const described = fold(
    raw.slice(
      raw.search(
        /(?<!\p{L})(?:who|that|which|whose|i|we)(?!\p{L})|, (?:auf |in |bei |mit |für |an |zu |von |aus )?(?:die|der|das|denen|deren)(?!\p{L})/u,
      ),
    ),
  )
  const words = new Set(stemsIn(`${listing.said} ${listing.call.name}`))
  return isSelecting(listing) && stemsIn(described).some((stem) => words.has(stem))
}

/** Names and nothing beside them that one could choose by. */
function isBare({ call }: Deed, total: number): boolean {
  return (call.result.match(/\s\d[\d.,]*\s|\s\d+$/gm) ?? []).length < total / 2
}

/** "the unused imports in all files" speaks of every file. */
const ALL_OF_THEM =
  /(?<!\p{L})(?:in|of|from|for|under|across|on|aus|in|von|auf|für|zu) (?:all|every|each|alle\p{L}*|jede\p{L}*) (?!of|that|die|der|das)\p{L}+(?! (?:that|which|who|with|without))(?!, (?:die|der|das|deren))/u

const QUALITIES =
  /(?<!\p{L})(?:broken|failed|failing|missing|empty|duplicate|unused|outdated|expired|unread|inactive|invalid|overdue|unpaid|stale|corrupt|blank|defekt|leer|veraltet|abgelaufen|ungelesen|inaktiv|ungültig|offene|(?<=the |all |every |my )open|überfällig|unbezahlt|doppelt|fehlend|fehlerhaft|kaputt)/u

/** A search has already left out what the order does not mean. */
export function isSelecting({ call, said, isCommand }: Deed): boolean {
  if (!isCommand && Object.keys(call.args).some((key) => !PLAIN_KEY.test(key))) return true
  return /search|find|query|grep|outdated|filter/.test(`${call.name.toLowerCase()} ${said.slice(0, 200)}`)
}

const PLAIN_KEY = /^(?:path|dir|directory|folder|file|limit|page|offset|url|week|project|channel)$/
