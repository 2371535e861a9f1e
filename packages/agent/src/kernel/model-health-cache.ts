// Which models could not be reached, as any session of this process saw it last: a session that begins a turn need not find
// out for itself. It takes the knowledge into its log, so that its rules decide by facts alone.
import type { Fact } from "../contracts/fact.ts"
import type { Down, State } from "./state/state.ts"

export class ModelHealthCache {
  #down: Readonly<Record<number, Down>> = {}

  /** What a session has just written. */
  update(facts: readonly Fact[], state: State): void {
    if (facts.some(({ type }) => type === "model-answered" || type === "model-failed")) this.#down = state.down
  }

  /** What a session does not know yet; undefined when that is nothing. */
  newsFor({ down }: State): Readonly<Record<number, Down>> | undefined {
    const news = Object.entries(this.#down).filter(([place, { at }]) => at > (down[Number(place)]?.at ?? 0))
    return news.length === 0 ? undefined : Object.fromEntries(news)
  }
}
