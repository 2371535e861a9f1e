// Converts facts to log records, one fact at a time. It remembers only the turn under way, so a follower needs no log.
import { defined } from "../base/defined.ts"
import type { FactDefinition } from "../kernel/define-fact.ts"
import { definitionOf, type Fact, isFactType } from "../registry/facts.ts"
import { decision, modelAsked, modelCall, toolCall } from "./call-records.ts"
import type { Content, LogRecord, TurnEnd } from "./log-record.ts"
import { begun, type TurnSoFar } from "./turn-so-far.ts"

/** Converts one fact after the other to log records. */
export type Recorder = (fact: Fact) => readonly LogRecord[]

/** The log records of a whole log. */
export function recordsOf(facts: Iterable<Fact>): readonly LogRecord[] {
  return [...facts].flatMap(recorder())
}

/**
 * A recorder for one session, from its beginning or from the beginning of a turn.
 *
 * @example
 * ```ts
 * import { recorder } from "@pawl/agent/observe"
 *
 * const record = recorder()
 * for (const fact of await session.facts()) for (const { kind } of record(fact)) console.log(kind)
 * ```
 */
export function recorder(): Recorder {
  let open = begun()
  let profile: string | undefined
  return (fact) => {
    if (fact.type === "session-opened") profile = fact.profile
    if (fact.type === "turn-started") open = begun(fact)
    const { turn } = open
    const where = { seq: fact.seq, at: fact.at, ...(turn && { trace: turn.trace, turn: turn.turn }) }
    const contents = fact.type === "turn-started" ? [turnStart(profile)] : contentOf(fact, open)
    if (fact.type === "turn-finished") open = begun()
    return contents.map((content) => ({ ...where, ...content }))
  }
}

function turnStart(profile: string | undefined): Content {
  return { kind: "turn-start", ...defined({ profile }) }
}

/** Facts that begin or end a call are recorded together; all others define their own record. */
function contentOf(fact: Fact, open: TurnSoFar): readonly Content[] {
  switch (fact.type) {
    case "model-asked":
      return modelAsked(fact, open)
    case "model-answered":
    case "model-failed":
      return [modelCall(fact, open)]
    case "tool-started":
      open.started.set(fact.call, fact)
      return []
    case "tool-finished":
      return [toolCall(fact, open)]
    case "turn-finished":
      return turnEnd(fact, open)
    default:
      return recordOf(fact)
  }
}

type Recorded = ReturnType<Exclude<FactDefinition<Fact>["record"], string | undefined>>

function recordOf(fact: Fact): readonly Content[] {
  // A follower may receive facts of a newer Pawl.
  const record = isFactType(fact.type) ? definitionOf(fact).record : undefined
  if (typeof record === "string") return []
  const recorded: Recorded = record?.(fact) ?? {}
  return "kind" in recorded ? [recorded] : [decision(recorded.what ?? fact.type, recorded)]
}

function turnEnd(fact: Extract<Fact, { type: "turn-finished" }>, open: TurnSoFar): readonly Content[] {
  const { outcome, error, usage, at } = fact
  const startedAt = open.turn?.at ?? at
  const { modelCalls, toolRuns, failures } = open
  const end: Omit<TurnEnd, "code"> = {
    kind: "turn-end",
    outcome,
    startedAt,
    ms: at - startedAt,
    steps: open.iterations.size,
    modelCalls,
    toolRuns,
    failures,
    usage,
  }
  if (error === undefined) return [end]
  return [
    { kind: "error", ...error },
    { ...end, code: error.code },
  ]
}
