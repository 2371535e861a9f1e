// An observer that reports to OpenTelemetry: spans of turns, model calls and tool calls, and their metrics. It uses only
// published facts, so everything it reports has happened.
import type { Attributes, Meter } from "@opentelemetry/api"
import { defined } from "../../base/defined.ts"
import type { Fact } from "../../contracts/fact.ts"
import type { LogRecord } from "../log-record.ts"
import type { Observer } from "../observer.ts"
import { type Recorder, recorder } from "../recorder.ts"
import { contentOf } from "./content.ts"
import { meterRecords } from "./metrics.ts"
import {
  addModelCall,
  addToolCall,
  addTurnEvent,
  endTurn,
  type SpanOptions,
  startTurn,
  type TurnSpan,
} from "./spans.ts"

/** What is reported to OpenTelemetry, and how. */
export interface OtelOptions extends Partial<SpanOptions> {
  /** Records the metrics; without it there are none. */
  readonly meter?: Meter
  /** Also records messages, arguments and results. Without it none of them leave the process. */
  readonly contents?: boolean
}

interface Following {
  readonly record: Recorder
  turn?: TurnSpan
  /** The arguments of running calls, if contents are recorded. */
  readonly given: Map<string, Attributes>
}

/**
 * An observer that makes spans and metrics of turns, model calls and tool calls.
 *
 * @example
 * ```ts
 * import { metrics, trace } from "@opentelemetry/api"
 * import { createAgent } from "@pawl/agent"
 * import { otelObserver } from "@pawl/agent/otel"
 *
 * const observer = otelObserver({ tracer: trace.getTracer("shop"), meter: metrics.getMeter("shop") })
 * const agent = await createAgent({ model, observe: [observer] })
 * ```
 */
export function otelObserver(how: OtelOptions): Observer {
  const { tracer, ids, agentName = "pawl", meter, contents = false } = how
  const sessions = new Map<string, Following>()
  const options = tracer && { tracer, agentName, ...defined({ ids }) }
  const measure = meter && meterRecords(meter, agentName)
  const said = (fact: Fact): Attributes => (contents ? contentOf(fact) : {})

  function observeFact(session: string, fact: Fact, isNew: boolean): void {
    const known = sessions.get(session) ?? { record: recorder(), given: new Map() }
    sessions.set(session, known)
    if (contents && fact.type === "tool-started") known.given.set(fact.call, said(fact))
    for (const record of known.record(fact)) {
      if (isNew) measure?.(record)
      show(session, known, { record, fact, isNew })
    }
    if (fact.type === "turn-finished") sessions.delete(session)
  }

  function show(session: string, known: Following, { record, fact, isNew }: Observed): void {
    if (options === undefined) return
    if (record.kind === "turn-start") {
      known.turn = startTurn(session, record, options)
      known.turn.span.setAttributes(said(fact))
    }
    const { turn } = known
    if (turn === undefined) return
    const isCall = record.kind === "model-call" || (record.kind === "tool-call" && record.startedAt !== undefined)
    if (isCall && !isNew) return
    if (record.kind === "turn-end") endTurn(turn, record, said(fact))
    else if (record.kind === "model-call") addModelCall(turn, record, said(fact))
    else if (isCall) addToolCall(turn, record, { ...known.given.get(record.call), ...said(fact) })
    else addTurnEvent(turn, record)
  }

  return {
    hear(session, facts, before) {
      // Another process began this turn and has reported its calls; only the turn itself is still open.
      if (before.length > 0) sessions.delete(session)
      for (const fact of before) observeFact(session, fact, false)
      for (const fact of facts) observeFact(session, fact, true)
    },
  }
}

interface Observed {
  readonly record: LogRecord
  readonly fact: Fact
  /** Not reported by another process before. */
  readonly isNew: boolean
}
