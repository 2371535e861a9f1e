// The calls of a session that may or may not have taken effect: started, and without an outcome that is known for sure.
import type { Fact } from "../contracts/fact.ts"
import type { JsonObject } from "../contracts/json.ts"

/** A call that may or may not have taken effect. */
export interface DoubtfulEffect {
  /** The call's id. */
  readonly call: string
  /** The tool's own name. */
  readonly tool: string
  /** What it ran with. */
  readonly arguments: JsonObject
  /** When it was started. */
  readonly at: number
  /** Names the effect, for the system that it happens in. */
  readonly effectKey: string
  /** `open`: started, and the turn has not continued since. */
  readonly outcome: "unknown" | "open"
}

/**
 * The calls whose effect is in doubt, in the order in which they were started.
 *
 * @example
 * ```ts
 * import { doubtfulEffects } from "@pawl/agent/observe"
 *
 * for (const { tool, arguments: given } of doubtfulEffects(await session.facts())) console.log(tool, given)
 * ```
 */
export function doubtfulEffects(facts: Iterable<Fact>): readonly DoubtfulEffect[] {
  const started = new Map<string, Extract<Fact, { type: "tool-started" }>>()
  const unknown = new Set<string>()
  for (const fact of facts) {
    if (fact.type === "tool-started") {
      started.set(fact.call, fact)
      // A retry started it again: only that outcome counts.
      unknown.delete(fact.call)
    }
    if (fact.type !== "tool-finished") continue
    if (isDoubtful(fact)) unknown.add(fact.call)
    else started.delete(fact.call)
  }
  return [...started.values()]
    .filter(({ effect, call }) => effect !== "read" || unknown.has(call))
    .map(({ call, name, arguments: given, at, effectKey }) => {
      const outcome = unknown.has(call) ? "unknown" : "open"
      return { call, tool: name, arguments: given, at, effectKey, outcome }
    })
}

/** A call that timed out or failed on a server may have taken effect too: then its result says so. */
function isDoubtful({ outcome, content }: Extract<Fact, { type: "tool-finished" }>): boolean {
  if (outcome === "unknown") return true
  if (outcome !== "error" && outcome !== "timeout") return false
  return content.some((part) => part.type === "text" && /may (?:still )?have taken effect: verify/.test(part.text))
}
