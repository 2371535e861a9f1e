// What must not be after a kill, said by what the log held then, what it holds now, and a notebook that is not ours.
import type { Fact, ToolOutcome } from "../../packages/agent/src/contracts/fact.ts"
import { logObjections } from "../schedules/log-objections.ts"
import type { Durable, Effect, Ended } from "./place.ts"

export interface Moment {
  readonly durable: Durable
  readonly effects: readonly Effect[]
  readonly hasTold: boolean
}

type End = Pick<Moment, "durable" | "effects">

/** `moments`: after each kill, in order. */
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

/** Events are told with the position they lead to; nobody may hear of what a crash could still take back. */
export function toldTooEarly({ stdout }: Ended, { facts }: Durable): readonly string[] {
  const told = stdout.split("\n").filter((line) => line.endsWith("}"))
  return told.filter((line) => Number.parseInt(JSON.parse(line).position, 10) > (facts.at(-1)?.seq ?? 0))
}

/** Started and not finished when the process died: what may run twice was run again, what may not is unknown. */
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

/** An effect whose intent is not in the log. */
function actedUnseen({ durable, effects }: End): readonly string[] {
  const intended = new Set(durable.facts.flatMap((fact) => (fact.type === "tool-started" ? [fact.effectKey] : [])))
  return effects.flatMap(({ tool, key }) =>
    intended.has(key) ? [] : [`${tool} acted for ${key}, of which no fact tells`],
  )
}

/** The model looks before it writes again, so nothing is missing at the end and nothing is there twice. */
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
