// Finds calls of an answer without scanning all of them: there may be thousands, and a fact concerns one.
import type { CallState, Turn } from "./state.ts"

/** At most this many calls of one answer run at once; the others wait. */
export const MAX_AT_ONCE = 64

/** The number of finished calls at the front, per long list. Each change creates a new list. */
const settled = new WeakMap<readonly CallState[], number>()

function settledIn(calls: readonly CallState[], from = 0): number {
  const isLong = calls.length > MAX_AT_ONCE
  const known = isLong ? settled.get(calls) : undefined
  if (known !== undefined) return known
  let count = isLong ? from : 0
  while (calls[count]?.stage === "finished") count++
  if (isLong) settled.set(calls, count)
  return count
}

/** Most rules ask this first, so a short list is looked through right here. */
export function hasOpenCalls({ calls }: Pick<Turn, "calls">): boolean {
  if (calls.length > MAX_AT_ONCE) return settledIn(calls) < calls.length
  for (let place = 0; place < calls.length; place++) if (calls[place]?.stage !== "finished") return true
  return false
}

export interface PlacedCall {
  readonly call: CallState
  /** The call's index in its answer, from 0. */
  readonly place: number
}

/** The open calls that may run now, in request order. Later calls are considered when they are next. */
export function callsAtOnce({ calls }: Pick<Turn, "calls">): readonly PlacedCall[] {
  const found: PlacedCall[] = []
  const from = calls.length > MAX_AT_ONCE ? settledIn(calls) : 0
  for (let place = from; place < calls.length && found.length < MAX_AT_ONCE; place++) {
    const call = calls[place]
    if (call !== undefined && call.stage !== "finished") found.push({ call, place })
  }
  return found
}

/** An open call is found quickly, because open calls begin right after the finished ones. */
export function placeOf(calls: readonly CallState[], id: string): number {
  if (calls.length === 1) return calls[0]?.call.id === id ? 0 : -1
  const from = settledIn(calls)
  for (let place = from; place < calls.length; place++) if (calls[place]?.call.id === id) return place
  for (let place = 0; place < from; place++) if (calls[place]?.call.id === id) return place
  return -1
}

/** Undefined for a finished or unknown call. */
export function openCall(turn: Pick<Turn, "calls"> | undefined, id: string): CallState | undefined {
  const call = turn?.calls[placeOf(turn.calls, id)]
  return call?.stage === "finished" ? undefined : call
}

export function withCallAt(calls: readonly CallState[], place: number, call: CallState): readonly CallState[] {
  if (calls.length === 1) return [call]
  const changed = calls.with(place, call)
  settledIn(changed, settledIn(calls))
  return changed
}
