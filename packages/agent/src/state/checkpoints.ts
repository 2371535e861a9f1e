// The turns a session can go back to, and the calls whose effects stay whatever is put back: projections of its log.
import { plainText } from "../contracts/content.ts"
import type { Fact } from "../contracts/fact.ts"
import type { Effect } from "../contracts/undo.ts"
import type { Change } from "./changes.ts"

export interface Checkpoint {
  readonly turn: number
  readonly at: number
  /** The fact before the turn. */
  readonly to: number
  /** The beginning of what was said. */
  readonly said: string
  /** Files that were changed in this turn. */
  readonly files: readonly string[]
  /** The conversation was taken back to before it. */
  readonly rewound: boolean
}

const LONGEST = 100

export function checkpointsOf(facts: readonly Fact[], changes: readonly Change[]): readonly Checkpoint[] {
  let found: readonly Checkpoint[] = []
  for (const fact of facts) {
    if (fact.type === "turn-started") {
      const { turn, at, seq, input } = fact
      const inTurn = changes.filter((change) => change.kind === "call" && change.turn === turn)
      const files = [...new Set(inTurn.flatMap((change) => Object.keys(change.files)))]
      const said = plainText(input).slice(0, LONGEST).toWellFormed()
      found = [...found, { turn, at, to: seq - 1, said, files, rewound: false }]
    }
    if (fact.type === "conversation-rewound")
      found = found.map((each) => (each.to >= fact.to ? { ...each, rewound: true } : each))
  }
  return found
}

/** Calls between these facts that did, or may have done, something that no file we kept can take back. */
export function effectsIn(facts: readonly Fact[], from: number, until: number): readonly Effect[] {
  const kept = new Set(
    facts.flatMap((fact) => (fact.type === "checkpoint-made" && fact.skipped === undefined ? [fact.checkpoint] : [])),
  )
  const found = new Map<string, Effect>()
  for (const fact of facts) {
    if (fact.seq <= from || fact.seq > until) continue
    if (fact.type === "tool-started" && fact.effect !== "read" && !kept.has(fact.call)) {
      const { call, name, arguments: given } = fact
      found.set(call, { call, name, arguments: given, outcome: "open" })
    }
    if (fact.type !== "tool-finished") continue
    const begun = found.get(fact.call)
    if (fact.outcome === "skipped") found.delete(fact.call)
    else if (begun !== undefined) found.set(fact.call, { ...begun, outcome: fact.outcome })
  }
  return [...found.values()]
}
