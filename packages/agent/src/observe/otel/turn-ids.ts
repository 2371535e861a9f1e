// An id generator for a tracer provider that gives spans the ids that follow from the facts: a turn that another process
// began is then the same trace, and its spans hang together.
import { randomBytes } from "node:crypto"

export interface TurnIds {
  generateTraceId(): string
  generateSpanId(): string
  /** What the next span is to have. Others, which have nothing to do with turns, get random ones. */
  give(traceId: string, spanId: string): void
}

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
