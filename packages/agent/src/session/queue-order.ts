// Which of the sessions that wait for a slot runs next: owners take turns, and of one owner the one that has waited longest, with
// its head start, comes first. Pure, and the same for every host.
import { headStartOf, type Standing } from "../contracts/queue.ts"

/** A session that waits for a slot. */
export interface Waiter {
  readonly session: string
  readonly standing: Pick<Standing, "owner" | "priority" | "goesOn">
  /** When it began to wait, by the clock of this process. */
  readonly since: number
}

/**
 * An owner's waiting begins anew whenever one of its sessions gets a slot, so an owner with many sessions gets one for each that
 * another owner gets. `served`: when each owner last got a slot. Of those that stand alike, the one whose owner got none for longer
 * is next, then the first one.
 */
export function nextWaiter<W extends Waiter>(
  waiting: Iterable<W>,
  served: ReadonlyMap<string | null, number>,
): W | undefined {
  let next: { readonly from: number; readonly had: number; readonly waiter: W } | undefined
  for (const waiter of firstOfEach(waiting)) {
    const had = served.get(waiter.standing.owner) ?? Number.NEGATIVE_INFINITY
    const from = Math.max(startOf(waiter), had)
    if (next === undefined || from < next.from || (from === next.from && had < next.had)) next = { from, had, waiter }
  }
  return next?.waiter
}

/** Owners in turn, for a list in which each of them has its sessions in order. */
export function inTurns<W extends { readonly standing: Pick<Standing, "owner"> }>(list: readonly W[]): readonly W[] {
  const lines = [...Map.groupBy(list, ({ standing }) => standing.owner).values()]
  const longest = Math.max(0, ...lines.map(({ length }) => length))
  return Array.from({ length: longest }, (_, at) => lines.flatMap((line) => line.slice(at, at + 1))).flat()
}

function firstOfEach<W extends Waiter>(waiting: Iterable<W>): Iterable<W> {
  const firsts = new Map<string | null, W>()
  for (const waiter of waiting) {
    const { owner } = waiter.standing
    const first = firsts.get(owner)
    if (first === undefined || startOf(waiter) < startOf(first)) firsts.set(owner, waiter)
  }
  return firsts.values()
}

/** Since when it counts as waiting. */
function startOf({ since, standing }: Waiter): number {
  return since - headStartOf(standing)
}
