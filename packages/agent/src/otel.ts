// The subpath @pawl/agent/otel: OpenTelemetry. Needs @opentelemetry/api, and the program's own tracer or meter.

export type { Observer } from "./observe/observer.ts"
export { type OtelOptions, otelObserver } from "./observe/otel/otel-observer.ts"
export { type TurnIds, turnIds } from "./observe/otel/turn-ids.ts"
