// The lanes of a session's turn, and below them those of every session that it delegated to.
import type { Fact } from "@pawl/client"
import { objectIn, textIn } from "../facts/fact-fields.ts"
import { type Group, lanesOf } from "./lanes.ts"
import { spansOf } from "./spans-of.ts"

/** What is known of a session. */
export interface LogOf {
  readonly facts: readonly Fact[]
  /** Until when what is open lasts, on the clock of the log. */
  readonly now: number
}

const DEEPEST = 4

/** A sub-agent whose facts are not known has no group. */
export function groupsOf(session: string, logs: ReadonlyMap<string, LogOf>): readonly Group[] {
  return groupsFrom({ session, title: "", depth: 0 }, logs)
}

function groupsFrom(own: Omit<Group, "lanes">, logs: ReadonlyMap<string, LogOf>): readonly Group[] {
  const { session, depth } = own
  const log = logs.get(session)
  if (log === undefined || depth > DEEPEST) return []
  const children = childrenIn(log.facts).flatMap((child) => {
    const title = titleOf(log.facts, child) || firstLine(logs.get(child)?.facts ?? [])
    return groupsFrom({ session: child, title, depth: depth + 1 }, logs)
  })
  return [{ ...own, lanes: lanesOf(spansOf({ session, ...log })) }, ...children]
}

/** The sessions that calls delegated to, in the order of the calls. */
export function childrenIn(facts: readonly Fact[]): readonly string[] {
  const children = facts.flatMap((fact) => {
    const child = fact.type === "tool-started" ? textIn(fact, "child") : undefined
    return child === undefined ? [] : [child]
  })
  return [...new Set(children)]
}

/** Whether a turn of it is under way. */
export function isUnderWay(facts: readonly Fact[]): boolean {
  const last = facts.findLast(({ type }) => type === "turn-started" || type === "turn-finished")
  return last?.type === "turn-started"
}

/** The clock of this browser, unless it is slow: then what passed since the last facts is added to them. */
export function nowOf(facts: readonly Fact[], receivedAt: number, now: number): number {
  const last = facts.at(-1)?.at ?? 0
  return isUnderWay(facts) ? Math.max(now, last + Math.max(0, now - receivedAt)) : last
}

/** As the call that delegated to it says. */
function titleOf(facts: readonly Fact[], child: string): string {
  const call = facts.find((fact) => fact.type === "tool-started" && fact.child === child)
  const { title } = call === undefined ? {} : objectIn(call, "arguments")
  return typeof title === "string" ? title : ""
}

const TITLE_CHARS = 60

/** How its task begins. */
function firstLine(facts: readonly Fact[]): string {
  const started = facts.find(({ type }) => type === "turn-started")
  const [part] = (started?.input ?? []) as readonly { readonly text?: string }[]
  const line = (part?.text ?? "").trim().split("\n")[0] ?? ""
  return line.length > TITLE_CHARS ? `${line.slice(0, TITLE_CHARS - 1)}…` : line
}
