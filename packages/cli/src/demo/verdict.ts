// What the log, the folder and the list of effects say together about how it went.
import type { Fact } from "@pawl/agent"
import { listFiles, type Place, readEffects, TITLES, titleOf } from "./place.ts"

export interface Verdict {
  readonly isGood: boolean
  readonly text: string
}

/** `expectedUnknown` is how many outcomes the story leaves unknown. */
export function judge(place: Place, facts: readonly Fact[], expectedUnknown: number): Verdict {
  const files = listFiles(place)
  const renamed = TITLES.filter(
    (title) => files.includes(`${title}.txt`) && titleOf(place, `${title}.txt`) === title,
  ).length
  const effects = readEffects(place)
  const twice = effects.length - new Set(effects.map(({ from }) => from)).size
  const lost = TITLES.length - renamed
  const unknown = facts.filter(isUnknown)
  const verified = unknown.filter((fact) => wasLookedInto(fact, facts)).length
  const isFinished = facts.at(-1)?.type === "turn-finished"
  const counts = lost === 0 && twice === 0 && effects.length === TITLES.length
  return {
    isGood: isFinished && counts && verified === unknown.length && unknown.length === expectedUnknown,
    text: `${renamed} renamed, ${orNone(twice)} twice, ${orNone(lost)} lost, ${describeUnknown(unknown.length, verified)}.`,
  }
}

function isUnknown(fact: Fact): boolean {
  return fact.type === "tool-finished" && fact.outcome === "unknown"
}

/** The first tool that ran after the unknown outcome was the one that looks. */
function wasLookedInto(fact: Fact, facts: readonly Fact[]): boolean {
  const next = facts.find(({ seq, type }) => seq > fact.seq && type === "tool-started")
  return next?.type === "tool-started" && next.name === "list_files"
}

function orNone(count: number): string {
  return count === 0 ? "none" : String(count)
}

function describeUnknown(unknown: number, verified: number): string {
  if (unknown === 0) return "no unknown outcome"
  return unknown === verified
    ? `${unknown} unknown outcome verified`
    : `${unknown - verified} unknown outcome unverified`
}
