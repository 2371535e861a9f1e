// An id generator for a tracer provider that gives spans the ids that follow from the facts: a turn that another process
// began is then the same trace, and its spans hang together.
import { randomBytes } from "node:crypto"

/** An id generator for a tracer provider: spans of turns get ids that follow from the facts. */
export interface TurnIds {
  /** Asked by the tracer provider for each new trace. */
  generateTraceId(): string
  /** Asked by the tracer provider for each new span. */
  generateSpanId(): string
  /** What the next span is to have. Others, which have nothing to do with turns, get random ones. */
  give(traceId: string, spanId: string): void
}

/**
 * Ids that follow from the facts, so that a turn is one trace whoever runs it. Hand it to the tracer provider and to
 * the observer.
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
