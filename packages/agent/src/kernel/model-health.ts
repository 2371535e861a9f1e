// Chooses the model of a chain to ask. A model that failed is skipped for a while, longer after each
// failure, then tried again.
import type { TurnModel } from "../contracts/command.ts"
import type { State } from "./state/state.ts"

const FIRST_REST_MS = 30_000
const MAX_REST_MS = 10 * 60_000

/**
 * `half-open`: the model failed, its rest is over, and the next request tests it. Time is the
 * time of the log's last fact.
 */
export function healthOf({ down, at }: State, place: number): "open" | "half-open" | "down" {
  const failed = down[place]
  if (failed === undefined) return "open"
  const rest = Math.min(MAX_REST_MS, FIRST_REST_MS * 2 ** (failed.times - 1))
  // If the clock was set back, the model must not stay skipped for that much longer.
  const isRested = at - failed.at >= rest || at < failed.at
  return isRested ? "half-open" : "down"
}

/** The model failed at least twice in a row: also on the first request after its rest. */
export function isOnTrial({ down }: State, place: number): boolean {
  return (down[place]?.times ?? 0) > 1
}

/** The model that the running turn was given. It stands in the first place, and no other model takes over from it. */
export function turnModel({ turn }: Pick<State, "turn">): TurnModel | undefined {
  return turn === undefined || turn.finished !== undefined ? undefined : turn.model
}

/** The first model that is not down. If all are down, the first of the chain. */
export function chosenModel(state: State, models: number): number {
  for (let place = 0; place < models; place++) if (healthOf(state, place) !== "down") return place
  return 0
}

/** The model to ask after the one at `place` failed: the next one that is not down. */
export function nextModel(state: State, place: number, models: number): number | undefined {
  if (turnModel(state) !== undefined) return undefined
  for (let next = place + 1; next < models; next++) if (healthOf(state, next) !== "down") return next
  return undefined
}

/** A turn stays with the model that answers it. A model beside the chain (planner, router) does not count. */
export function currentModel(state: State, models: number): number {
  if (turnModel(state) !== undefined) return 0
  const last = state.turn?.attempt?.chain
  return last !== undefined && last < models ? last : chosenModel(state, models)
}
