// Compares the log with what the witness saw in the folder, and decides whether the demo went as promised.
import type { Fact } from "@pawl/agent"
import type { Picture } from "./witness.ts"

export interface Verdict {
  readonly isGood: boolean
  readonly text: string
}

/** `expectedUnknown`: how many outcomes this run leaves unknown. */
export function judge(pictures: readonly Picture[], facts: readonly Fact[], expectedUnknown: number): Verdict {
  const renamed = pictures.filter(isRenamed).length
  const twice = pictures.filter(({ given }) => given.length > 1).length
  const lost = pictures.filter(({ names }) => names.length === 0).length
  const unknown = facts.filter(isUnknown)
  const verified = unknown.filter((fact) => wasLookedInto(fact, facts)).length
  const isFinished = facts.at(-1)?.type === "turn-finished"
  const isRight = renamed === pictures.length && twice === 0 && lost === 0 && logAgrees(pictures, facts)
  return {
    isGood: isFinished && isRight && verified === unknown.length && unknown.length === expectedUnknown,
    text: `${renamed} renamed, ${orNone(twice)} twice, ${orNone(lost)} lost, ${describeUnknown(unknown.length, verified)}.`,
  }
}

export function isRenamed({ firstName, names }: Picture): boolean {
  return names.length === 1 && names[0] !== firstName
}

/** According to the log, every rename that was seen was started once, and no other was started. */
function logAgrees(pictures: readonly Picture[], facts: readonly Fact[]): boolean {
  const seen = pictures.map(({ firstName, given }) => `${firstName}/${given.join("/")}`)
  const logged = facts.flatMap((fact) =>
    fact.type === "tool-started" && fact.name === "move_file" ? `${fact.arguments.from}/${fact.arguments.to}` : [],
  )
  return seen.sort().join("\n") === logged.sort().join("\n")
}

function isUnknown(fact: Fact): boolean {
  return fact.type === "tool-finished" && fact.outcome === "unknown"
}

/** The first tool that ran after the unknown outcome listed the folder. */
function wasLookedInto(fact: Fact, facts: readonly Fact[]): boolean {
  const next = facts.find(({ seq, type }) => seq > fact.seq && type === "tool-started")
  return next?.type === "tool-started" && next.name === "list_directory"
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
