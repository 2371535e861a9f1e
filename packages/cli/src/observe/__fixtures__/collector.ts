// An OTLP collector for tests: accepts JSON over HTTP and keeps it.
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

export interface SentSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly attributes: Readonly<Record<string, unknown>>
  readonly events: readonly { readonly name: string; readonly attributes: Readonly<Record<string, unknown>> }[]
  readonly status: { readonly code?: number }
}

export interface SentPoint {
  readonly attributes: Readonly<Record<string, unknown>>
  readonly count: number
  readonly sum: number
  readonly explicitBounds: readonly number[]
}

export interface SentMetric {
  readonly name: string
  readonly unit: string
  readonly points: readonly SentPoint[]
}

/** The OTLP JSON format. */
interface Attribute {
  readonly key: string
  readonly value: Value
}

interface Value {
  readonly stringValue?: string
  readonly boolValue?: boolean
  readonly intValue?: string | number
  readonly doubleValue?: number
  readonly arrayValue?: { readonly values: readonly Value[] }
}

type Raw<T extends { readonly attributes: unknown }> = Omit<T, "attributes"> & {
  readonly attributes: readonly Attribute[]
}

interface Traces {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] }
    readonly scopeSpans: readonly {
      readonly spans: readonly (Omit<Raw<SentSpan>, "events"> & {
        readonly events: readonly Raw<SentSpan["events"][number]>[]
      })[]
    }[]
  }[]
}

interface Metrics {
  readonly resourceMetrics: readonly {
    readonly scopeMetrics: readonly {
      readonly metrics: readonly {
        readonly name: string
        readonly unit: string
        readonly histogram: { readonly dataPoints: readonly Raw<SentPoint>[] }
      }[]
    }[]
  }[]
}

export async function collector({ status = 200 } = {}) {
  const bodies: {
    readonly path: string
    readonly body: string
    readonly headers: Readonly<Record<string, unknown>>
  }[] = []
  const server = createServer((request, response) => {
    let body = ""
    request.setEncoding("utf8").on("data", (text: string) => {
      body += text
    })
    request.on("end", () => {
      bodies.push({ path: request.url ?? "", body, headers: request.headers })
      response.writeHead(status, { "content-type": "application/json" }).end("{}")
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const sent = <Body>(path: string): readonly Body[] =>
    bodies.filter((each) => each.path === path).map(({ body }) => JSON.parse(body) as Body)
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bodies,
    spans: (): readonly SentSpan[] =>
      sent<Traces>("/v1/traces")
        .flatMap((each) => each.resourceSpans)
        .flatMap((each) => each.scopeSpans)
        .flatMap((each) => each.spans)
        .map((span) => ({
          ...span,
          attributes: flat(span.attributes),
          events: span.events.map((event) => ({ ...event, attributes: flat(event.attributes) })),
        })),
    resources: () =>
      sent<Traces>("/v1/traces").flatMap((each) => each.resourceSpans.map(({ resource }) => flat(resource.attributes))),
    metrics: (): readonly SentMetric[] =>
      sent<Metrics>("/v1/metrics")
        .flatMap((each) => each.resourceMetrics)
        .flatMap((each) => each.scopeMetrics)
        .flatMap((each) => each.metrics)
        .map(({ name, unit, histogram }) => ({
          name,
          unit,
          points: histogram.dataPoints.map((point) => ({
            ...point,
            count: Number(point.count),
            attributes: flat(point.attributes),
          })),
        })),
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

/** `[{ key, value: { stringValue } }]` -> `{ key: value }`. */
function flat(attributes: readonly Attribute[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, plainOf(value)]))
}

function plainOf({ arrayValue, intValue, ...value }: Value): unknown {
  if (arrayValue !== undefined) return arrayValue.values.map(plainOf)
  return intValue === undefined ? Object.values(value)[0] : Number(intValue)
}
