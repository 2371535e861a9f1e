// Facts -> log records. One fact at a time, so that a follower needs no log; it remembers the turn that is under way, no more.
import type { Fact } from "../contracts/fact.ts"
import { decision, modelAsked, modelCall, toolCall } from "./call-records.ts"
import type { Content, LogRecord, TurnEnd } from "./log-record.ts"
import { begun, type TurnSoFar } from "./turn-so-far.ts"

export type Recorder = (fact: Fact) => readonly LogRecord[]

export function recordsOf(facts: Iterable<Fact>): readonly LogRecord[] {
  return [...facts].flatMap(recorder())
}

/** For one session, from its beginning or from the beginning of a turn. */
export function recorder(): Recorder {
  let open = begun()
  let profile: string | undefined
  return (fact) => {
    if (fact.type === "session-opened") profile = fact.profile
    if (fact.type === "turn-started") open = begun(fact)
    const { turn } = open
    const where = { seq: fact.seq, at: fact.at, ...(turn && { trace: turn.trace, turn: turn.turn }) }
    const told = fact.type === "turn-started" ? [turnStart(profile)] : contentOf(fact, open)
    if (fact.type === "turn-finished") open = begun()
    return told.map((content) => ({ ...where, ...content }))
  }
}

function turnStart(profile: string | undefined): Content {
  return { kind: "turn-start", ...(profile !== undefined && { profile }) }
}

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
    case "nudged":
      // Not its evidence: that may quote the model.
      return [decision("nudge", { why: fact.reason, attempt: fact.attempt, tool: fact.withholds?.tool })]
    case "approval-requested":
      return [decision(fact.type, { why: fact.risk, call: fact.call, tool: fact.name })]
    case "approval-settled":
      return [decision("approval", { why: fact.decision, call: fact.call, by: fact.by })]
    case "question-asked":
    case "question-answered":
      return [decision(fact.type, { call: fact.call })]
    case "plan-made":
      return [decision(fact.type, { why: `${fact.steps.length} steps` })]
    case "plan-step-finished":
      return [decision(fact.type, { why: `step ${fact.step}: ${fact.outcome}` })]
    case "plan-failed":
      // What follows may quote a tool.
      return [decision(fact.type, { why: fact.why.split(":")[0] })]
    case "history-compacted":
      return [trim(fact)]
    case "turn-cancelled":
      return [decision(fact.type, { by: fact.by })]
    case "catalogue-changed":
      return [decision(fact.type, { why: fact.why })]
    case "turn-finished":
      return turnEnd(fact, open)
    case "session-opened":
    case "turn-started":
    case "input-added":
      return []
    default:
      return [decision(fact.type, {})]
  }
}

function trim({ strategy, why, tokens, contract }: Extract<Fact, { type: "history-compacted" }>): Content {
  return { kind: "trim", strategy, ...(why !== undefined && { why }), ...tokens, lost: contract.lost?.length ?? 0 }
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
