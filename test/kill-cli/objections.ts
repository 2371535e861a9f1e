// What must not hold after a kill, derived from the log at the kill, the log now, and the notebook outside Pawl.
import type { Fact, ToolOutcome } from "../../packages/agent/src/contracts/fact.ts"
import { logObjections } from "../schedules/log-objections.ts"
import type { Durable, Effect, Ended } from "./pawl-home.ts"

export interface Moment {
  readonly durable: Durable
  readonly effects: readonly Effect[]
  readonly hasTold: boolean
}

type End = Pick<Moment, "durable" | "effects">

/** `moments`: the state after each kill, in order. */
export function objections(moments: readonly Moment[], end: End): readonly string[] {
  const { facts } = end.durable
  const accepted = moments.flatMap(({ durable }) => durable.accepted)
  return [
    ...logObjections(
      facts,
      [...new Set(accepted)],
      countBy(end.effects, ({ key }) => key),
    ),
    ...moments.flatMap((moment) => interruptedCalls(moment, end)),
    ...actedUnseen(end),
    ...eachNoteOnce(end),
  ]
}

/** Each event carries the log position that it leads to; none may be published that a crash could still take back. */
export function publishedTooEarly({ stdout }: Ended, { facts }: Durable): readonly string[] {
  const told = stdout.split("\n").filter((line) => line.endsWith("}"))
  return told.filter((line) => Number.parseInt(JSON.parse(line).position, 10) > (facts.at(-1)?.seq ?? 0))
}

/** Calls started and not finished when the process died: repeatable ones were run again, others are unknown. */
function interruptedCalls({ durable, effects }: Moment, end: End): readonly string[] {
  const outcomes = outcomesOf(end.durable.facts)
  return openCalls(durable.facts).flatMap(({ call, effect, effectKey }) => {
    const outcome = outcomes.get(call)
    if (effect === "once") return outcome === "unknown" ? [] : [`${call} was interrupted and is ${outcome}`]
    const [then, now] = [effects, end.effects].map((lines) => lines.filter(({ key }) => key === effectKey).length)
    const isAgain = outcome === "ok" && Number(now) > Number(then)
    return isAgain ? [] : [`${call} (${effect}) was interrupted and not run again: ${outcome}, ${then}, ${now} times`]
  })
}

/** Effects whose intent is not in the log. */
function actedUnseen({ durable, effects }: End): readonly string[] {
  const intended = new Set(durable.facts.flatMap((fact) => (fact.type === "tool-started" ? [fact.effectKey] : [])))
  return effects.flatMap(({ tool, key }) =>
    intended.has(key) ? [] : [`${tool} acted for ${key}, of which no fact tells`],
  )
}

/** The model looks before it writes again, so every note is there exactly once at the end. */
function eachNoteOnce({ effects }: End): readonly string[] {
  const added = effects.flatMap(({ tool, note }) => (tool === "add" ? [note] : []))
  return `${added}` === "milk,bread" ? [] : [`the notebook holds ${added}`]
}

type Started = Extract<Fact, { type: "tool-started" }>

function openCalls(facts: readonly Fact[]): readonly Started[] {
  const finished = outcomesOf(facts)
  const open = facts.filter((fact) => fact.type === "tool-started").filter(({ call }) => !finished.has(call))
  return [...new Map(open.map((fact) => [fact.call, fact])).values()]
}

export function unknownCalls(facts: readonly Fact[]): number {
  return [...outcomesOf(facts).values()].filter((outcome) => outcome === "unknown").length
}

function outcomesOf(facts: readonly Fact[]): ReadonlyMap<string, ToolOutcome> {
  return new Map(facts.flatMap((fact) => (fact.type === "tool-finished" ? [[fact.call, fact.outcome] as const] : [])))
}

function countBy<T>(items: readonly T[], keyOf: (item: T) => string): ReadonlyMap<string, number> {
  return items.reduce((counts, item) => counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1), new Map())
}
