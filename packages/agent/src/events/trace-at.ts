// Finds the trace for a subscriber that starts in the middle of a turn.
import type { Fact } from "../contracts/fact.ts"
import type { Log } from "../contracts/store.ts"

const PAGE = 200

/**
 * The trace of the turn that is under way after these facts. `last`: facts that were already read, up to that point.
 */
export async function traceAt(
  log: Pick<Log, "read">,
  session: string,
  last: readonly Fact[],
): Promise<string | undefined> {
  let facts = last
  for (;;) {
    const edge = facts.findLast(({ type }) => type === "turn-started" || type === "turn-finished")
    if (edge !== undefined) return edge.type === "turn-started" ? edge.trace : undefined
    const [first] = facts
    if (first === undefined || first.seq <= 1) return undefined
    const from = Math.max(0, first.seq - 1 - PAGE)
    facts = await log.read(session, from, first.seq - 1 - from)
  }
}
