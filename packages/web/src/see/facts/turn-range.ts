// Where the facts of a turn are in the log.
import type { Fact } from "@pawl/client"
import type { ViewTurn } from "../../data/view/session-view.ts"
import type { FactRange } from "./fact-log.ts"

/** Before the first message of a turn there may be facts of it that no person reads. */
const BEFORE_FIRST = 20

/** A little more than the turn: `ofTurn` takes what is its own. */
export function rangeOf(turns: readonly ViewTurn[], turn: number): FactRange {
  const place = turns.findIndex((each) => each.turn === turn)
  const first = turns[place]?.messages[0]?.seq ?? 1
  const next = turns[place + 1]?.messages[0]?.seq
  return { from: Math.max(1, first - BEFORE_FIRST), ...(next !== undefined && { to: next }) }
}

/** From the start of the turn to the start of the next one. */
export function ofTurn(facts: readonly Fact[], turn: number): readonly Fact[] {
  const start = facts.findIndex((fact) => fact.type === "turn-started" && fact.turn === turn)
  const later = start === -1 ? facts : facts.slice(start)
  const end = later.findIndex((fact) => fact.type === "turn-started" && fact.turn !== turn)
  return end === -1 ? later : later.slice(0, end)
}
