// The calls of an answer, found without looking at all of them: there may be thousands, and a fact is about one.
import type { CallState, Turn } from "./state.ts"

/** So many calls of one answer are under way at once; the others wait for a place. */
export const MAX_AT_ONCE = 64

/** How many calls at the front are finished, by the list: it is another one after each change. */
const settled = new WeakMap<readonly CallState[], number>()

function settledIn(calls: readonly CallState[], from = 0): number {
  const known = settled.get(calls)
  if (known !== undefined) return known
  let count = from
  while (calls[count]?.stage === "finished") count++
  settled.set(calls, count)
  return count
}

export function hasOpenCalls({ calls }: Pick<Turn, "calls">): boolean {
  return settledIn(calls) < calls.length
}

export interface PlacedCall {
  readonly call: CallState
  /** Which call of its answer, counted from 0. */
  readonly place: number
}

/** The open calls that may be under way, in request order. Those behind them are looked at when they come to it. */
export function callsAtOnce({ calls }: Pick<Turn, "calls">): readonly PlacedCall[] {
  const found: PlacedCall[] = []
  for (let place = settledIn(calls); place < calls.length && found.length < MAX_AT_ONCE; place++) {
    const call = calls[place]
    if (call !== undefined && call.stage !== "finished") found.push({ call, place })
  }
  return found
}

/** Open ones are found at once: they are near the front of what is open. */
export function placeOf(calls: readonly CallState[], id: string): number {
  const from = settledIn(calls)
  for (let place = from; place < calls.length; place++) if (calls[place]?.call.id === id) return place
  for (let place = 0; place < from; place++) if (calls[place]?.call.id === id) return place
  return -1
}

/** Undefined for a call that is finished, or unknown. */
export function openCall(turn: Pick<Turn, "calls"> | undefined, id: string): CallState | undefined {
  const call = turn?.calls[placeOf(turn.calls, id)]
  return call?.stage === "finished" ? undefined : call
}

export function withCallAt(calls: readonly CallState[], place: number, call: CallState): readonly CallState[] {
  const changed = calls.with(place, call)
  settledIn(changed, settledIn(calls))
  return changed
}
