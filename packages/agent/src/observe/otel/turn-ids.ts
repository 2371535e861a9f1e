// An id generator for a tracer provider. It derives span ids from the facts, so that a turn which another process began is
// the same trace, with connected spans.
import { randomBytes } from "node:crypto"

/** An id generator for a tracer provider: ids of a turn's spans are derived from the facts. */
export interface TurnIds {
  /** The tracer provider calls it for each new trace. */
  generateTraceId(): string
  /** The tracer provider calls it for each new span. */
  generateSpanId(): string
  /** Sets the ids of the next span. Spans that have nothing to do with turns get random ids. */
  give(traceId: string, spanId: string): void
}

/**
 * Ids that are derived from the facts, so that a turn is one trace in every process that runs it. Pass it to the tracer
 * provider and to the observer.
 *
 * @example
 * ```ts
 * import { trace } from "@opentelemetry/api"
 * import { otelObserver, turnIds } from "@pawl/agent/otel"
 *
 * const ids = turnIds() // The tracer provider gets it too, as its `idGenerator`.
 * const observer = otelObserver({ tracer: trace.getTracer("shop"), ids })
 * ```
 */
export function turnIds(): TurnIds {
  let trace: string | undefined
  let span: string | undefined
  return {
    give(traceId, spanId) {
      trace = traceId
      span = spanId
    },
    generateTraceId() {
      const given = trace ?? randomBytes(16).toString("hex")
      trace = undefined
      return given
    },
    generateSpanId() {
      const given = span ?? randomBytes(8).toString("hex")
      span = undefined
      return given
    },
  }
}
