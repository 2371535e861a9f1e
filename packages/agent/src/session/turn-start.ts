// Finds turns in a long log without reading all of it.
import type { Fact } from "../contracts/fact.ts"
import type { Log } from "../contracts/store.ts"

export type Started = Extract<Fact, { readonly type: "turn-started" }>

/** A part of a log: facts after `from`, up to `to`. */
export interface Range {
  readonly from: number
  readonly to: number
}

export type Read = (range: Range) => Promise<readonly Fact[]>

export function readerOf(log: Log, session: string): Read {
  return ({ from, to }) => (to > from ? log.read(session, from, to - from) : Promise.resolve([]))
}

/** The start of the first turn with this number or a higher one: numbers rise with the log. */
export async function firstStart(read: Read, turn: number, head: number): Promise<Started | undefined> {
  let found: Started | undefined
  let [from, to] = [0, head]
  while (from < to) {
    const middle = from + Math.floor((to - from) / 2)
    const start = await nextStart(read, { from: middle, to })
    if (start !== undefined && start.turn < turn) from = start.seq
    else {
      found = start ?? found
      // Below the middle, or at it: a range of one fact has been read whole.
      to = middle
    }
  }
  return found
}

/** The first turn that starts in a range. */
export async function nextStart(read: Read, { from, to }: Range): Promise<Started | undefined> {
  for (let after = from; after < to; after += SMALL_WINDOW) {
    const facts = await read({ from: after, to: Math.min(to, after + SMALL_WINDOW) })
    const start = facts.find(isStart)
    if (start !== undefined) return start
  }
  return undefined
}

/** As many facts as most turns have. */
const SMALL_WINDOW = 20

export function isStart(fact: Fact): fact is Started {
  return fact.type === "turn-started"
}
