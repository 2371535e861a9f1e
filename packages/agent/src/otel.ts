// The subpath @pawl/agent/otel: OpenTelemetry. Needs @opentelemetry/api, and a tracer or a meter of the program's own.

export type { Observer } from "./observe/observer.ts"
export { type OtelOptions, otelObserver } from "./observe/otel/otel-observer.ts"
export { type TurnIds, turnIds } from "./observe/otel/turn-ids.ts"
