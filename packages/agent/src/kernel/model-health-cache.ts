// Caches which models were unreachable when a session of this process last asked them, so that a session that starts a
// turn need not find out again. The session stores that knowledge in its log, so that its rules decide by facts alone.
import type { Fact } from "../contracts/fact.ts"
import type { Down, State } from "./state/state.ts"

export class ModelHealthCache {
  #down: Readonly<Record<number, Down>> = {}

  /** Call after a session has committed these facts. */
  update(facts: readonly Fact[], state: State): void {
    if (this.#down === state.down) return
    if (facts.some(({ type }) => type === "model-answered" || type === "model-failed")) this.#down = state.down
  }

  /** Entries that are newer than what the session knows, or undefined if there are none. */
  newerThan({ down }: State): Readonly<Record<number, Down>> | undefined {
    const news = Object.entries(this.#down).filter(([place, { at }]) => at > (down[Number(place)]?.at ?? 0))
    return news.length === 0 ? undefined : Object.fromEntries(news)
  }
}
