// What a server or a worker counts of itself: requests, what its agents do, what passes through its store.
import type { Observer, Store } from "@pawl/agent"
import { type Count, Counter, gauge, gauges, Histogram, type Times } from "./counts.ts"
import { FactCounts } from "./fact-counts.ts"
import { type ModelFailure, ModelFailures } from "./model-failures.ts"
import { StoreCounts } from "./store-counts.ts"
import { waitingWork } from "./waiting-work.ts"

/** What a process counts. Pass its `observer` to the agents, a store that it watches too, and the object to `createServer`. */
export interface Metrics {
  /** Counts the turns, calls, tokens and unknown outcomes of the agents that have it among their observers. */
  readonly observer: Observer
  /** The same store, counted: how long appends take, which sessions run here, which runs lost their lease. */
  watching(store: Store): Store
  /** A lost connection to the database was made again. */
  reconnected(): void
  /** An MCP server failed and is started again. */
  serverRestarted(): void
  /** One request. `route`: the name of its route, never its path. */
  request(route: string, how: { readonly method: string; readonly status: number; readonly seconds: number }): void
  /** The last failure of each model that has had one, the newest first. */
  modelFailures(): readonly ModelFailure[]
  /** All numbers in the text format of Prometheus. */
  text(now: Now): Promise<string>
}

/** What is counted when it is asked for. */
export interface Now {
  readonly store: Store
  /** Event streams that are open; none in a worker. */
  readonly streams?: number
}

export interface MetricsOptions {
  /** How many sessions the process runs at once, if that is limited. */
  readonly concurrency?: number
}

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export function createMetrics({ concurrency }: MetricsOptions = {}): Metrics {
  const requests = requestCounts()
  const facts = new FactCounts()
  const passing = new StoreCounts()
  const restarts = new Counter("pawl_mcp_restarts_total", "Restarts of MCP servers that failed.")
  const failures = new ModelFailures()
  return {
    observer: {
      hear(session, heard, before) {
        for (const fact of heard) facts.hear(fact)
        failures.hear(session, heard, before)
      },
    },
    watching: (store) => passing.watching(store),
    reconnected: () => passing.reconnected(),
    serverRestarted: () => restarts.add({}),
    modelFailures: () => failures.list(),
    request: requests.add,
    async text({ store, streams = 0 }) {
      const lines = [
        ...requests.lines(),
        ...[facts, passing, restarts].flatMap((each) => each.lines()),
        ...(await waitingWork(store)),
        ...gauges("pawl_concurrency", "How many sessions this process runs at once, if that is limited.", [
          ...(concurrency === undefined ? [] : [[{}, concurrency] as const]),
        ]),
        ...gauge("pawl_streams", "Event streams that are open.", streams),
        ...gauge("process_resident_memory_bytes", "Memory of this process.", process.memoryUsage.rss()),
        ...gauge("process_uptime_seconds", "How long this process runs.", Math.round(process.uptime())),
      ]
      return `${lines.join("\n")}\n`
    },
  }
}

const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])

function requestCounts() {
  const requests = new Counter("pawl_http_requests_total", "Requests by route, method and status.")
  const latency = new Histogram("pawl_http_request_seconds", "Time until the answer begins, by route.", SECONDS)
  const places = new Map<string, { readonly number: Count; readonly times: Times }>()

  /** As many as there are routes, methods and statuses. */
  function placeOf(route: string, method: string, status: number) {
    const key = `${route} ${method} ${status}`
    const known = places.get(key) ?? {
      number: requests.at({ route, method, status: String(status) }),
      times: latency.at({ route }),
    }
    places.set(key, known)
    return known
  }

  const add: Metrics["request"] = (route, how) => {
    const method = METHODS.has(how.method) ? how.method : "other"
    const { number, times } = placeOf(route, method, how.status)
    number.sum += 1
    times.observe(how.seconds)
  }
  return { add, lines: () => [...requests.lines(), ...latency.lines()] }
}
