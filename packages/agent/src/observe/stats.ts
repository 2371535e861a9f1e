// Statistics over many turns: success, retries, latency, tokens, by model and by tool. Folded from log records one at a
// time, so that thousands of sessions can be summed without holding a log.
import type { Fact } from "../contracts/fact.ts"
import { addUsage, noUsage, type Usage } from "../contracts/usage.ts"
import { type ContextPoint, withPoint } from "./context-size.ts"
import type { LogRecord, ModelCall, ToolCall, TurnEnd, Where } from "./log-record.ts"
import { recordsOf } from "./recorder.ts"
import { addTo, noSpread, type Spread } from "./spread.ts"

/** Statistics over many turns. */
export interface Stats {
  /** How many turns ended in each way. */
  readonly turns: { readonly completed: number; readonly cancelled: number; readonly failed: number }
  /** How long whole turns took, including waits for people. */
  readonly turnMs: Spread
  /** By the name of the model. */
  readonly models: Readonly<Record<string, ModelStats>>
  /** By the name of the tool. */
  readonly tools: Readonly<Record<string, ToolStats>>
  /** Decisions by what was decided: `nudge`, `retry`, `next-model`, `approval` ... */
  readonly decisions: Readonly<Record<string, number>>
  /** Failed turns, by code. */
  readonly errors: Readonly<Record<string, number>>
  /** How often a history was condensed. */
  readonly trims: number
  /** The usage of all model calls. */
  readonly usage: Usage
  /** The sizes of requests over time; neighbours are merged when there are many. */
  readonly context: readonly ContextPoint[]
}

/** The statistics of one model's calls. */
export interface ModelStats {
  /** How often it was asked. */
  readonly calls: number
  /** How often it answered. */
  readonly ok: number
  /** How often it was asked again after a failure. */
  readonly retries: number
  /** Failures by code. */
  readonly errors: Readonly<Record<string, number>>
  /** The usage of its calls. */
  readonly usage: Usage
  /** How long its calls took. */
  readonly ms: Spread
}

/** The statistics of one tool's calls. */
export interface ToolStats {
  /** How often it was called. */
  readonly calls: number
  /** How often it succeeded. */
  readonly ok: number
  /** How often it was called again after it had failed in the same turn. */
  readonly retries: number
  /** How often it was run again after a crash. */
  readonly again: number
  /** How often something in the call was repaired. */
  readonly repaired: number
  /** How many calls ended in each way. */
  readonly outcomes: Readonly<Record<string, number>>
  /** How long its calls ran. */
  readonly ms: Spread
}

/** Empty statistics, to start from. */
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

/**
 * The statistics of a whole log.
 *
 * @example
 * ```ts
 * import { percentile, statsOf } from "@pawl/agent/observe"
 *
 * const { turns, turnMs, usage } = statsOf(await session.facts())
 * console.log(turns.completed, percentile(turnMs, 0.95), usage.outputTokens)
 * ```
 */
export function statsOf(facts: Iterable<Fact>): Stats {
  return recordsOf(facts).reduce(applyStats, noStats)
}

/** The statistics with one more log record. */
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

/** Models and providers choose these names, so one may be "constructor". */
function own<Value>(values: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined
}
