// What many turns add up to: success, retries, latency, tokens, by model and by tool. Folded from log records one at a time,
// so that thousands of sessions can be summed without holding a log.
import type { Fact } from "../contracts/fact.ts"
import { addUsage, noUsage, type Usage } from "../contracts/usage.ts"
import { type ContextPoint, withPoint } from "./context-size.ts"
import type { LogRecord, ModelCall, ToolCall, TurnEnd, Where } from "./log-record.ts"
import { recordsOf } from "./recorder.ts"
import { addTo, noSpread, type Spread } from "./spread.ts"

export interface Stats {
  readonly turns: { readonly completed: number; readonly cancelled: number; readonly failed: number }
  /** How long whole turns took, waits for people included. */
  readonly turnMs: Spread
  readonly models: Readonly<Record<string, ModelStats>>
  readonly tools: Readonly<Record<string, ToolStats>>
  /** Decisions by what was decided: `nudge`, `retry`, `next-model`, `approval` ... */
  readonly decisions: Readonly<Record<string, number>>
  /** Of failed turns, by code. */
  readonly errors: Readonly<Record<string, number>>
  readonly trims: number
  readonly usage: Usage
  /** How large requests were, over time; neighbours are merged when there are many. */
  readonly context: readonly ContextPoint[]
}

export interface ModelStats {
  readonly calls: number
  readonly ok: number
  readonly retries: number
  /** Failures by code. */
  readonly errors: Readonly<Record<string, number>>
  readonly usage: Usage
  readonly ms: Spread
}

export interface ToolStats {
  readonly calls: number
  readonly ok: number
  /** Called once more after it had failed in the same turn. */
  readonly retries: number
  /** Run once more after a crash. */
  readonly again: number
  readonly repaired: number
  readonly outcomes: Readonly<Record<string, number>>
  /** Of calls that were run. */
  readonly ms: Spread
}

export const noStats: Stats = {
  turns: { completed: 0, cancelled: 0, failed: 0 },
  turnMs: noSpread,
  models: {},
  tools: {},
  decisions: {},
  errors: {},
  trims: 0,
  usage: noUsage,
  context: [],
}

export function statsOf(facts: Iterable<Fact>): Stats {
  return recordsOf(facts).reduce(applyStats, noStats)
}

export function applyStats(stats: Stats, record: LogRecord): Stats {
  switch (record.kind) {
    case "model-call":
      return modelCalled(stats, record)
    case "tool-call":
      return { ...stats, tools: { ...stats.tools, [record.tool]: toolCalled(own(stats.tools, record.tool), record) } }
    case "decision":
      return { ...stats, decisions: counted(stats.decisions, record.what) }
    case "trim":
      return { ...stats, trims: stats.trims + 1 }
    case "error":
      return { ...stats, errors: counted(stats.errors, record.code) }
    case "turn-end":
      return turnEnded(stats, record)
    case "turn-start":
      return stats
  }
}

const noModel: ModelStats = { calls: 0, ok: 0, retries: 0, errors: {}, usage: noUsage, ms: noSpread }

function modelCalled(stats: Stats, record: ModelCall & Where): Stats {
  const { model, outcome, retry, usage, ms, error, context, startedAt } = record
  const known = own(stats.models, model) ?? noModel
  const next: ModelStats = {
    calls: known.calls + 1,
    ok: known.ok + (outcome === "ok" ? 1 : 0),
    retries: known.retries + (retry ? 1 : 0),
    errors: error === undefined ? known.errors : counted(known.errors, error.code),
    usage: addUsage(known.usage, usage),
    ms: addTo(known.ms, ms),
  }
  return {
    ...stats,
    models: { ...stats.models, [model]: next },
    usage: addUsage(stats.usage, usage),
    context: context === undefined ? stats.context : withPoint(stats.context, { at: startedAt, ...context }),
  }
}

const noTool: ToolStats = { calls: 0, ok: 0, retries: 0, again: 0, repaired: 0, outcomes: {}, ms: noSpread }

function toolCalled(known: ToolStats = noTool, record: ToolCall): ToolStats {
  const { outcome, retry, again, repairs, ms, startedAt } = record
  return {
    calls: known.calls + 1,
    ok: known.ok + (outcome === "ok" ? 1 : 0),
    retries: known.retries + (retry ? 1 : 0),
    again: known.again + (again === undefined ? 0 : 1),
    repaired: known.repaired + (repairs.length > 0 ? 1 : 0),
    outcomes: counted(known.outcomes, outcome),
    ms: startedAt === undefined ? known.ms : addTo(known.ms, ms),
  }
}

function turnEnded(stats: Stats, { outcome, ms }: TurnEnd): Stats {
  const turns = { ...stats.turns, [outcome]: stats.turns[outcome] + 1 }
  return { ...stats, turns, turnMs: addTo(stats.turnMs, ms) }
}

function counted(counts: Readonly<Record<string, number>>, name: string): Readonly<Record<string, number>> {
  return { ...counts, [name]: (own(counts, name) ?? 0) + 1 }
}

/** Models and providers choose these names: one may be "constructor". */
function own<Value>(values: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined
}
