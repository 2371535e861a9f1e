// What a list that grows is kept at: its end, or the request that waits further up; nothing while the person reads elsewhere.

export type Follow = "end" | "request" | "nothing"

/** In pixels: how far the end is, and how far the list was moved; up is negative. */
export interface Moved {
  readonly distance: number
  readonly moved: number
  /** A wheel, finger, key or scrollbar was used just before. Browsers move lists by themselves too, when content changes. */
  readonly isByHand: boolean
  /** How much is shown at once. */
  readonly screen: number
}

const NEAR = 40
/** Browsers round where a list stands. */
const THERE = 2

/** Up by hand means to read; near the end means to follow again. Content that grows moves nothing. */
export function nextFollow(now: Follow, { distance, moved, isByHand, screen }: Moved): Follow {
  // More than a screen is a leap: a search of the browser or a screen reader made it.
  const isWanted = isByHand || -moved > screen
  if (isWanted && moved < 0 && distance > THERE) return "nothing"
  if (distance <= NEAR) return "end"
  return isWanted && moved !== 0 && now === "request" ? "nothing" : now
}

/**
 * A list that follows its end and was moved away from it by a change, and by no hand, goes back: content that becomes shorter and
 * longer again within a frame moves the list, and has the same size after it.
 */
export function isDisplaced(now: Follow, { distance, isByHand }: Moved, isChanging: boolean): boolean {
  return now === "end" && !isByHand && isChanging && distance > THERE
}

export interface Waiting {
  /** Where the first open request ends; undefined without one. */
  readonly bottom: number | undefined
  /** The person has moved on from it. */
  readonly isLeft: boolean
  /** More calls of the turn are to come: the next request, too. */
  readonly hasMore: boolean
  /** The first line that is shown at the end of the list. */
  readonly endTop: number
}

/** Where to be once the list has another size. A request whose buttons the end of the list does not show comes first. */
export function placeAfter(now: Follow, { bottom, isLeft, hasMore, endTop }: Waiting): Follow {
  if (now === "nothing") return now
  if (bottom === undefined) return now === "request" && hasMore ? "request" : "end"
  return bottom < endTop && !isLeft ? "request" : "end"
}
