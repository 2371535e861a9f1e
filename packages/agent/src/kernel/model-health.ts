// Which model of a chain to ask: one that failed is left alone for a while, longer each time, then tried once more.
import type { State } from "./state/state.ts"

const FIRST_REST_MS = 30_000
const MAX_REST_MS = 10 * 60_000

/** `half-open`: it failed, its rest is over, and one request will tell. Time is the log's own. */
export function healthOf({ down, at }: State, place: number): "open" | "half-open" | "down" {
  const failed = down[place]
  if (failed === undefined) return "open"
  const rest = Math.min(MAX_REST_MS, FIRST_REST_MS * 2 ** (failed.times - 1))
  // A clock that was set back must not keep it away for the time it was set back by.
  const isRested = at - failed.at >= rest || at < failed.at
  return isRested ? "half-open" : "down"
}

/** It failed before, and failed again at the first request after its rest. */
export function isOnTrial({ down }: State, place: number): boolean {
  return (down[place]?.times ?? 0) > 1
}

/** The first that is not down; if all are, the first, because somebody has to be asked. */
export function chosenModel(state: State, models: number): number {
  for (let place = 0; place < models; place++) if (healthOf(state, place) !== "down") return place
  return 0
}

/** Who is asked after the model at `place` has failed: the next that is not down. */
export function nextModel(state: State, place: number, models: number): number | undefined {
  for (let next = place + 1; next < models; next++) if (healthOf(state, next) !== "down") return next
  return undefined
}

/** A turn stays with the model that answers it. One that stands beside the chain answers no turn. */
export function currentModel(state: State, models: number): number {
  const last = state.turn?.attempt?.chain
  return last !== undefined && last < models ? last : chosenModel(state, models)
}
