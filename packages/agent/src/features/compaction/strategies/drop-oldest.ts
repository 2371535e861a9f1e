// Strategies that choose how many of the oldest messages are dropped, and how they are summed up. A call and its result
// stay together.
import { fits, type Need, type Shape, type Strategy, tokensAt, withDrops } from "../shape.ts"

export interface KeepOptions {
  /** How many of the newest messages stay. */
  readonly keep: number
}

/** Seed 001: drops all but the newest; keeps a line of each. */
export function evictOldest({ keep }: KeepOptions): Strategy {
  return dropping("evict-oldest", "lines", (shape, need) => cutBefore(need, shape.entries.length - keep))
}

/** Seed 004: a model sums up the middle. */
export function summariseMiddle({ keep }: KeepOptions): Strategy {
  return dropping("summarise", "model", (shape, need) => cutBefore(need, shape.entries.length - keep))
}

/** Keeps as much of the newest as fits this share of the room; a model sums up the rest. */
export function summariseOlder({ share }: { readonly share: number }): Strategy {
  return dropping("summarise", "model", (shape, need) => {
    let left = need.target * share
    let place = shape.entries.length
    while (place > shape.drops && left - tokensAt(shape, place - 1) >= 0) left -= tokensAt(shape, --place)
    return cutFrom(need, place)
  })
}

/** Seed 002: a model sums up the older half. */
export function summariseHalf(): Strategy {
  return dropping("summarise-half", "model", (shape, need) => {
    const { length } = shape.entries
    return length < 4 ? undefined : cutBefore(need, Math.ceil(length / 2))
  })
}

/** Seed 003: drops the oldest, without a summary, until the rest is well within the limit. */
export function trimOldest(): Strategy {
  return dropping("trim-oldest", "none", (shape, need) =>
    fits(shape, need) ? undefined : fewestDrops(shape, need, "none"),
  )
}

/** Drops the oldest until so many are left. */
export function trimMessages({ max }: { readonly max: number }): Strategy {
  return dropping("trim-messages", "lines", ({ entries }, need) =>
    entries.length <= max ? undefined : cutFrom(need, entries.length - max),
  )
}

/** Drops as few as will do. */
export function dropUntilItFits(summary: Shape["summary"] = "lines"): Strategy {
  return dropping("drop-oldest", summary, (shape, need) => fewestDrops(shape, need, summary))
}

function fewestDrops(shape: Shape, need: Need, summary: Shape["summary"]): number | undefined {
  const cuts = need.cuts.filter((cut) => cut > shape.drops)
  let [low, high] = [0, cuts.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if (fits({ ...shape, drops: cuts[middle] ?? 0, summary }, need)) high = middle
    else low = middle + 1
  }
  return cuts[low]
}

type Choose = (shape: Shape, need: Need) => number | undefined

function dropping(name: string, summary: Shape["summary"], choose: Choose): Strategy {
  return {
    name,
    apply(shape, need) {
      const drops = choose(shape, need)
      return drops === undefined ? shape : withDrops(shape, drops, shape.drops > 0 ? shape.summary : summary, name)
    },
  }
}

/** The last cut that leaves at least everything from `place` on. */
function cutBefore({ cuts }: Need, place: number): number | undefined {
  return cuts.findLast((cut) => cut <= place)
}

/** The first cut that leaves at most that; the last cut, when none does. */
function cutFrom({ cuts }: Need, place: number): number | undefined {
  return cuts.find((cut) => cut >= place) ?? cuts.at(-1)
}
