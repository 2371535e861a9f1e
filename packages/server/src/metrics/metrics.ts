// What the server counts of itself: requests, and what agents do as an observer of theirs sees it.
import type { Fact, Observer, Store } from "@pawl/agent"
import { type Count, Counter, gauge, Histogram, type Times } from "./counts.ts"
import { type ModelFailure, ModelFailures } from "./model-failures.ts"

/** What a server counts. Pass its `observer` to the agents of the server, and the object to `createServer`. */
export interface Metrics {
  /** Counts the turns, tokens and unknown outcomes of the agents that have it among their observers. */
  readonly observer: Observer
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
  readonly streams: number
}

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export function createMetrics(): Metrics {
  const requests = new Counter("pawl_http_requests_total", "Requests by route, method and status.")
  const latency = new Histogram("pawl_http_request_seconds", "Time until the answer begins, by route.", SECONDS)
  const turns = new Counter("pawl_turns_total", "Turns that this process ended, by outcome.")
  const tokens = new Counter("pawl_tokens_total", "Tokens of model calls, by kind.")
  const unknown = new Counter("pawl_unknown_outcomes_total", "Calls that may or may not have taken effect.")

  const failures = new ModelFailures()
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

  function count(fact: Fact): void {
    if (fact.type === "turn-finished") turns.add({ outcome: fact.outcome })
    if (fact.type === "tool-finished" && fact.outcome === "unknown") unknown.add({})
    if (fact.type !== "model-answered" || fact.usage === undefined) return
    tokens.add({ kind: "input" }, fact.usage.inputTokens)
    tokens.add({ kind: "output" }, fact.usage.outputTokens)
  }

  return {
    observer: {
      hear(session, facts, before) {
        facts.forEach(count)
        failures.hear(session, facts, before)
      },
    },
    modelFailures: () => failures.list(),
    request(route, how) {
      const method = METHODS.has(how.method) ? how.method : "other"
      const { number, times } = placeOf(route, method, how.status)
      number.sum += 1
      times.observe(how.seconds)
    },
    async text({ store, streams }) {
      const { active, oldestSeconds } = await work(store)
      const counted = [requests, latency, turns, tokens, unknown].flatMap((each) => each.lines())
      const gauges = [
        gauge("pawl_streams", "Event streams that are open.", streams),
        gauge("pawl_active_sessions", `Sessions with a turn under way, in all processes; at most ${MOST}.`, active),
        gauge(
          "pawl_oldest_due_seconds",
          "How long the session that waits longest for a process is due.",
          oldestSeconds,
        ),
        gauge("process_resident_memory_bytes", "Memory of this process.", process.memoryUsage.rss()),
        gauge("process_uptime_seconds", "How long this process runs.", Math.round(process.uptime())),
      ]
      return `${[...counted, ...gauges.flat()].join("\n")}\n`
    },
  }
}

const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])
const MOST = 1000

async function work(store: Store): Promise<{ readonly active: number; readonly oldestSeconds: number }> {
  const now = Date.now()
  const [active, due] = await Promise.all([
    store.sessions.list({ status: ["processing", "tool_loop"], limit: MOST }),
    store.sessions.due({ before: now, limit: 100 }),
  ])
  // One that a process holds is worked on. Its due time is that of its last step.
  const waiting = due.filter(({ holder }) => holder === undefined).map(({ dueAt }) => dueAt)
  const oldestSeconds = waiting.length === 0 ? 0 : Math.max(0, (now - Math.min(...waiting)) / 1000)
  return { active: active.length, oldestSeconds }
}
