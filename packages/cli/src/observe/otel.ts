// OpenTelemetry for the command line: off unless OTEL_* names an endpoint. The SDK is loaded only then.
import type { Observer } from "@pawl/agent"
import { warnOnce } from "./warn-once.ts"

export type Environment = Readonly<Record<string, string | undefined>>

/** The signals that have an endpoint. Usually none. */
export function wantedSignals(env: Environment): { readonly traces: boolean; readonly metrics: boolean } {
  const isOn = (name: "TRACES" | "METRICS") =>
    env.OTEL_SDK_DISABLED?.toLowerCase() !== "true" &&
    env[`OTEL_${name}_EXPORTER`] !== "none" &&
    isSet(env[`OTEL_EXPORTER_OTLP_${name}_ENDPOINT`] ?? env.OTEL_EXPORTER_OTLP_ENDPOINT)
  return { traces: isOn("TRACES"), metrics: isOn("METRICS") }
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value.trim() !== ""
}

/** The command must not wait longer than this for a collector that is down. */
const CLOSE_MS = 3000

export async function otelFrom(env: Environment, warn: (line: string) => void): Promise<Observer | undefined> {
  const wanted = wantedSignals(env)
  if (!wanted.traces && !wanted.metrics) return undefined
  const [
    { otelObserver, turnIds },
    { diag, DiagLogLevel },
    { defaultResource, detectResources, envDetector, resourceFromAttributes },
  ] = await Promise.all([import("@pawl/agent/otel"), import("@opentelemetry/api"), import("@opentelemetry/resources")])
  const trouble = warnOnce(warn)
  diag.setLogger(
    { error: trouble, warn: trouble, info() {}, debug() {}, verbose() {} },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  )
  if (env.OTEL_EXPORTER_OTLP_PROTOCOL === "grpc") trouble("gRPC is not supported; name the collector's HTTP endpoint")
  const resource = defaultResource()
    .merge(resourceFromAttributes({ "service.name": "pawl" }))
    .merge(detectResources({ detectors: [envDetector] }))
  const ids = turnIds()
  const traces = wanted.traces ? await tracesTo(resource, ids) : undefined
  const metrics = wanted.metrics ? await metricsTo(resource) : undefined
  const observer = otelObserver({
    ...(traces && { tracer: traces.getTracer("pawl"), ids }),
    ...(metrics && { meter: metrics.getMeter("pawl") }),
    contents: env.OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT?.toLowerCase() === "true",
  })
  const close = () => Promise.allSettled([traces?.shutdown(), metrics?.shutdown()])
  return { ...observer, close: () => within(CLOSE_MS, close(), () => trouble("the collector does not answer")) }
}

type Resource = Awaited<ReturnType<typeof import("@opentelemetry/resources").defaultResource>>
type Ids = import("@pawl/agent/otel").TurnIds

async function tracesTo(resource: Resource, idGenerator: Ids) {
  const [{ BatchSpanProcessor, TracerProvider }, { OTLPTraceExporter }] = await Promise.all([
    import("@opentelemetry/sdk-trace"),
    import("@opentelemetry/exporter-trace-otlp-http"),
  ])
  return new TracerProvider({
    resource,
    idGenerator,
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  })
}

async function metricsTo(resource: Resource) {
  const [{ MeterProvider, PeriodicExportingMetricReader }, { OTLPMetricExporter }] = await Promise.all([
    import("@opentelemetry/sdk-metrics"),
    import("@opentelemetry/exporter-metrics-otlp-http"),
  ])
  return new MeterProvider({
    resource,
    readers: [new PeriodicExportingMetricReader({ exporter: new OTLPMetricExporter() })],
  })
}

async function within(ms: number, work: Promise<unknown>, late: () => void): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const isLate = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(true), ms)
  })
  if ((await Promise.race([work.then(() => false), isLate])) === true) late()
  clearTimeout(timer)
}
