// Converts log records to spans: a turn is `invoke_agent`, a model call `chat`, a tool call `execute_tool`; decisions are
// events of the turn. Times are those of the facts.
import {
  type Attributes,
  type Context,
  type HrTime,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  trace,
} from "@opentelemetry/api"
import { spanIdOf, traceIdOf } from "../../base/trace-id.ts"
import type { Usage } from "../../contracts/usage.ts"
import type { LogRecord, ModelCall, ToolCall, TurnEnd, Where } from "../log-record.ts"
import { finishReason, GEN_AI, readModel } from "./names.ts"
import type { TurnIds } from "./turn-ids.ts"

/** What spans contain. */
export interface SpanOptions {
  readonly tracer: Tracer
  /** The id generator of the tracer's provider, if it is ours. */
  readonly ids?: TurnIds
  readonly agentName: string
}

/** A turn under way. */
export interface TurnSpan extends SpanOptions {
  readonly span: Span
  readonly context: Context
  readonly trace: string
  readonly session: string
}

export function startTurn(session: string, { at, trace: name = session }: LogRecord, options: SpanOptions): TurnSpan {
  const { tracer, ids, agentName } = options
  const attributes = {
    [GEN_AI.operation]: "invoke_agent",
    [GEN_AI.agent]: agentName,
    [GEN_AI.conversation]: session,
    "pawl.trace": name,
  }
  ids?.give(traceIdOf(name), spanIdOf(name, "turn"))
  const how = { kind: SpanKind.INTERNAL, attributes, startTime: timeOf(at) }
  const span = tracer.startSpan(`invoke_agent ${agentName}`, how, ids === undefined ? parentOfTurn(name) : ROOT_CONTEXT)
  return { ...options, span, context: trace.setSpan(ROOT_CONTEXT, span), trace: name, session }
}

/** A provider with its own ids takes the trace id from a parent. The parent stands for the user's message and is no span. */
function parentOfTurn(name: string): Context {
  const said = {
    traceId: traceIdOf(name),
    spanId: spanIdOf(name, "said"),
    traceFlags: TraceFlags.SAMPLED,
    isRemote: true,
  }
  return trace.setSpanContext(ROOT_CONTEXT, said)
}

/** Adds a decision as an event of the turn. */
export function addTurnEvent({ span }: TurnSpan, record: LogRecord): void {
  const attributes = eventOf(record)
  if (attributes !== undefined) span.addEvent(`pawl.${record.kind}`, attributes, timeOf(record.at))
}

function eventOf(record: LogRecord): Attributes | undefined {
  switch (record.kind) {
    case "decision":
      return {
        "pawl.decision": record.what,
        ...(record.why !== undefined && { "pawl.why": record.why }),
        ...(record.call !== undefined && { [GEN_AI.toolCall]: record.call }),
      }
    case "trim":
      return { "pawl.strategy": record.strategy, ...(record.why !== undefined && { "pawl.why": record.why }) }
    case "error":
      return { [GEN_AI.error]: record.code }
    // A call that was never run: refused, or answered by a person.
    case "tool-call":
      return { [GEN_AI.tool]: record.tool, [GEN_AI.toolCall]: record.call, "pawl.tool.outcome": record.outcome }
    default:
      return undefined
  }
}

export function endTurn({ span }: TurnSpan, record: TurnEnd & Where, more: Attributes): void {
  const { outcome, usage, at, code } = record
  const { steps, modelCalls, toolRuns, failures } = record
  span.setAttributes({
    ...usageOf(usage),
    "pawl.turn.outcome": outcome,
    "pawl.turn.steps": steps,
    "pawl.turn.model_calls": modelCalls,
    "pawl.turn.tool_runs": toolRuns,
    "pawl.turn.failures": failures,
    ...more,
  })
  if (outcome === "failed") fail(span, code ?? "failed")
  span.end(timeOf(at))
}

export function addModelCall(turn: TurnSpan, record: ModelCall & Where, more: Attributes): void {
  const { provider, model } = readModel(record.model)
  const attributes = {
    [GEN_AI.operation]: "chat",
    [GEN_AI.provider]: provider,
    [GEN_AI.model]: model,
    [GEN_AI.conversation]: turn.session,
    "pawl.attempt": record.attempt,
    "pawl.retry": record.retry,
    ...(record.purpose !== undefined && { "pawl.purpose": record.purpose }),
    ...(record.phase !== undefined && { "pawl.phase": record.phase }),
    ...(record.stop !== undefined && { [GEN_AI.finishReasons]: [finishReason(record.stop)] }),
    ...(record.usage !== undefined && usageOf(record.usage)),
    ...more,
  }
  const work = { name: `chat ${model}`, id: `model/${record.seq}`, kind: SpanKind.CLIENT, attributes }
  add(turn, { ...work, startedAt: record.startedAt, at: record.at, error: record.error?.code })
}

export function addToolCall(turn: TurnSpan, record: ToolCall & Where, more: Attributes): void {
  const { tool, call, outcome, code, at, startedAt = at } = record
  const attributes = {
    [GEN_AI.operation]: "execute_tool",
    [GEN_AI.tool]: tool,
    [GEN_AI.toolCall]: call,
    [GEN_AI.toolType]: "function",
    [GEN_AI.conversation]: turn.session,
    "pawl.tool.outcome": outcome,
    ...(record.again !== undefined && { "pawl.tool.again": record.again }),
    ...more,
  }
  const work = { name: `execute_tool ${tool}`, id: toolWork(call), kind: SpanKind.INTERNAL, attributes }
  add(turn, { ...work, startedAt, at, error: outcome === "ok" ? undefined : (code ?? outcome) })
}

/** The same id as in the traceparent that an MCP server gets. */
function toolWork(call: string): string {
  return `tool/${call}`
}

interface Work {
  readonly name: string
  readonly id: string
  readonly kind: SpanKind
  readonly attributes: Attributes
  readonly startedAt: number
  readonly at: number
  readonly error: string | undefined
}

function add({ context, trace: name, tracer, ids }: TurnSpan, work: Work): void {
  const { kind, attributes } = work
  ids?.give(traceIdOf(name), spanIdOf(name, work.id))
  const span = tracer.startSpan(work.name, { kind, attributes, startTime: timeOf(work.startedAt) }, context)
  if (work.error !== undefined) fail(span, work.error)
  span.end(timeOf(work.at))
}

/** The code only, because a message may quote the conversation. */
function fail(span: Span, code: string): void {
  span.setAttribute(GEN_AI.error, code)
  span.setStatus({ code: SpanStatusCode.ERROR })
}

function usageOf({ inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens }: Usage): Attributes {
  return {
    [GEN_AI.inputTokens]: inputTokens,
    [GEN_AI.outputTokens]: outputTokens,
    ...(cacheReadTokens !== undefined && { [GEN_AI.cacheReadTokens]: cacheReadTokens }),
    ...(cacheWriteTokens !== undefined && { [GEN_AI.cacheWriteTokens]: cacheWriteTokens }),
  }
}

function timeOf(at: number): HrTime {
  return [Math.floor(at / 1000), Math.round((at % 1000) * 1e6)]
}
