// The turns a session can go back to, and the calls whose effects no restore takes back: projections of its log.
import { titleWords } from "../../contracts/content.ts"
import type { Fact } from "../../contracts/fact.ts"
import type { Effect } from "../../contracts/undo.ts"
import type { Change } from "./changes.ts"

/** A turn that a session can go back to. */
export interface Checkpoint {
  /** The turn's number, from 1. */
  readonly turn: number
  /** When the turn began, in milliseconds since 1970. */
  readonly at: number
  /** The seq of the fact before the turn. */
  readonly to: number
  /** The beginning of what the user said. */
  readonly said: string
  /** Files that were changed in this turn. */
  readonly files: readonly string[]
  /** The conversation was taken back to before it. */
  readonly rewound: boolean
}

const MAX_TITLE_CHARS = 100

export function checkpointsOf(facts: readonly Fact[], changes: readonly Change[]): readonly Checkpoint[] {
  let found: readonly Checkpoint[] = []
  /** The turns that the conversation contains, from each fact that changed them. */
  const held: { readonly seq: number; readonly turns: ReadonlySet<number> }[] = []
  const heldAt = (seq: number) => held.findLast((each) => each.seq <= seq)?.turns ?? new Set<number>()
  for (const fact of facts) {
    if (fact.type === "turn-started") {
      const { turn, at, seq, input } = fact
      const inTurn = changes.filter((change) => change.kind === "call" && change.turn === turn)
      const files = [...new Set(inTurn.flatMap((change) => Object.keys(change.files)))]
      const said = titleWords(input).slice(0, MAX_TITLE_CHARS).toWellFormed()
      found = [...found, { turn, at, to: seq - 1, said, files, rewound: false }]
      held.push({ seq, turns: new Set([...heldAt(seq), turn]) })
    }
    // The conversation is as it was then: turns that had been taken back before may be in it again.
    if (fact.type === "conversation-rewound") held.push({ seq: fact.seq, turns: heldAt(fact.to) })
  }
  const now = heldAt(Number.POSITIVE_INFINITY)
  return found.map((each) => ({ ...each, rewound: !now.has(each.turn) }))
}

/** Calls between these facts that did, or may have done, something that no kept file can take back. */
export function effectsIn(facts: readonly Fact[], from: number, until: number): readonly Effect[] {
  const kept = new Set(
    facts.flatMap((fact) => (fact.type === "checkpoint-made" && fact.skipped === undefined ? [fact.checkpoint] : [])),
  )
  const named = new Set(facts.flatMap((fact) => (fact.type === "checkpoint-made" ? [fact.checkpoint] : [])))
  const found = new Map<string, Effect>()
  for (const fact of facts) {
    if (fact.seq <= from || fact.seq > until) continue
    if (fact.type === "tool-started" && fact.effect !== "read" && !kept.has(fact.call)) {
      const { call, name, arguments: given } = fact
      found.set(call, { call, name, arguments: given, outcome: "open" })
    }
    if (fact.type !== "tool-finished") continue
    const begun = found.get(fact.call)
    // A call that names its files and failed at them has not changed them.
    const isNothing = fact.outcome === "error" && named.has(fact.call)
    if (fact.outcome === "skipped" || fact.outcome === "refused" || isNothing) found.delete(fact.call)
    else if (begun !== undefined) found.set(fact.call, { ...begun, outcome: fact.outcome })
  }
  return [...found.values()]
}
