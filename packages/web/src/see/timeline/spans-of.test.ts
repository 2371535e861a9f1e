// Facts become spans: a table of small logs, and what holds for every recorded log.
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { Fact } from "@pawl/client"
import { describe, expect, it } from "vitest"
import type { Span } from "./span.ts"
import { spansOf } from "./spans-of.ts"

const LOGS = join(import.meta.dirname, "../../../../agent/src/replay/__fixtures__")
const recorded = ["", "older"].flatMap((folder) =>
  readdirSync(join(LOGS, folder))
    .filter((name) => name.endsWith(".jsonl"))
    .map((name) => join(folder, name)),
)

function logOf(name: string): readonly Fact[] {
  const lines = readFileSync(join(LOGS, name), "utf8").split("\n")
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line) as Fact)
}

/** Facts that are a second apart, from 1 s on. */
function facts(...given: readonly (Pick<Fact, "type"> & Record<string, unknown>)[]): readonly Fact[] {
  return given.map((fact, index) => ({ v: 1, seq: index + 1, at: (index + 1) * 1000, ...fact }))
}

const spansIn = (given: readonly Fact[], now = 100_000) => spansOf({ session: "s", facts: given, now })

const told = ({ lane, kind, name, from, to, state, outcome }: Span) =>
  `${lane} ${kind} ${name} ${from / 1000}-${to / 1000} ${state}${outcome === undefined ? "" : ` ${outcome}`}`

const CASES: readonly (readonly [what: string, given: readonly Fact[], expected: readonly string[]])[] = [
  [
    "an answer lasts from the request to the answer",
    facts({ type: "model-asked", attempt: "1.1.1", model: "m" }, { type: "model-answered", attempt: "1.1.1" }),
    ["model model m 1-2 ok"],
  ],
  [
    "a request without an answer lasts until now",
    facts({ type: "model-asked", attempt: "1.1.1", model: "m" }),
    ["model model m 1-100 open"],
  ],
  [
    "a failure with a retry is a wait until the next request",
    facts(
      { type: "model-asked", attempt: "1.1.1", model: "m" },
      { type: "model-failed", attempt: "1.1.1", error: { code: "rate-limit" }, retryAt: 9000 },
      { type: "model-asked", attempt: "1.1.2", model: "m" },
      { type: "model-answered", attempt: "1.1.2" },
    ),
    ["model model m 1-2 failed rate-limit", "waits retry rate-limit 2-3 plain", "model model m 3-4 ok"],
  ],
  [
    "a request that is held twice waits once",
    facts(
      { type: "request-held", model: "m", until: 2000 },
      { type: "request-held", model: "m", until: 3000 },
      { type: "model-asked", attempt: "1.1.1", model: "m" },
    ),
    ["waits rate m 1-3 plain", "model model m 3-100 open"],
  ],
  [
    "calls that overlap are two spans",
    facts(
      { type: "tool-started", call: "a", name: "look" },
      { type: "tool-started", call: "b", name: "pay" },
      { type: "tool-finished", call: "b", name: "pay", outcome: "unknown" },
      { type: "tool-finished", call: "a", name: "look", outcome: "ok" },
    ),
    ["tools tool look 1-4 ok ok", "tools tool pay 2-3 unknown unknown"],
  ],
  [
    "a call that never started is a moment",
    facts({ type: "tool-finished", call: "a", name: "nothing", outcome: "refused" }),
    ["tools tool nothing 1-1 refused refused"],
  ],
  [
    "a call that a crash interrupted is run again",
    facts(
      { type: "tool-started", call: "a", name: "look" },
      { type: "tool-started", call: "a", name: "look", again: "safe" },
      { type: "tool-finished", call: "a", name: "look", outcome: "ok" },
    ),
    ["tools tool look 1-2 unknown crashed", "tools tool look 2-3 ok ok"],
  ],
  [
    "an approval lasts until the decision",
    facts(
      { type: "approval-requested", call: "a", name: "pay" },
      { type: "approval-settled", call: "a", decision: "denied" },
      { type: "tool-finished", call: "a", name: "pay", outcome: "denied" },
    ),
    ["waits approval pay 1-2 refused denied", "tools tool pay 3-3 refused denied"],
  ],
  [
    "an approval that expired ends with its call",
    facts(
      { type: "approval-requested", call: "a", name: "pay" },
      { type: "tool-finished", call: "a", name: "pay", outcome: "refused" },
    ),
    ["waits approval pay 1-2 refused refused", "tools tool pay 2-2 refused refused"],
  ],
  [
    "a question lasts until it is answered or withdrawn",
    facts(
      { type: "question-asked", call: "a" },
      { type: "question-answered", call: "a" },
      { type: "question-asked", call: "b" },
      { type: "question-withdrawn", call: "b", why: "timeout" },
    ),
    ["waits question  1-2 ok answered", "waits question  3-4 refused timeout"],
  ],
  [
    "a compaction begins with the request for its summary",
    facts(
      { type: "model-asked", attempt: "1.2.s", model: "m", purpose: "summary" },
      { type: "model-answered", attempt: "1.2.s", purpose: "summary" },
      { type: "history-compacted", strategy: "summarise" },
    ),
    ["compactions compaction threshold 1-3 ok summarise", "model summary m 1-2 ok"],
  ],
  [
    "a compaction that came to nothing ends with the next request",
    facts({ type: "compaction-asked" }, { type: "model-asked", attempt: "2.1.1", model: "m" }),
    ["compactions compaction asked 1-2 failed", "model model m 2-100 open"],
  ],
  [
    "nothing stays open after its turn",
    facts(
      { type: "tool-started", call: "a", name: "look", child: "s2" },
      { type: "turn-finished", turn: 1, outcome: "failed" },
    ),
    ["tools tool look 1-2 unknown", "other turn turn-finished 2-2 failed failed"],
  ],
  ["a fact of a type that the page does not know is left out", facts({ type: "brand-new" as Fact["type"] }), []],
]

describe("spans of facts", () => {
  it.each(CASES)("%s", (_what, given, expected) => {
    expect(spansIn(given).map(told)).toEqual(expected)
  })

  it("names the child session and the facts of a call", () => {
    const [span] = spansIn(
      facts(
        { type: "tool-started", call: "a", name: "task", child: "s2" },
        { type: "tool-finished", call: "a", name: "task", outcome: "ok" },
      ),
    )
    expect(span).toMatchObject({ child: "s2", call: "a", seqs: [1, 2], id: "s:1" })
  })
})

describe.each(recorded)("the recorded log %s", (name) => {
  const log = logOf(name)
  const spans = spansIn(log, log.at(-1)?.at)

  it("has a span for every request and every call", () => {
    const asked = log.filter(({ type }) => type === "model-asked").length
    const calls = log.filter(({ type }) => type === "tool-finished").length
    expect(spans.filter(({ lane }) => lane === "model")).toHaveLength(asked)
    expect(spans.filter(({ lane }) => lane === "tools").length).toBeGreaterThanOrEqual(calls)
  })

  it("has spans that begin before they end, each with its own id and at least one fact", () => {
    expect(spans.filter(({ from, to, seqs }) => from > to || seqs.length === 0)).toEqual([])
    expect(new Set(spans.map(({ id }) => id)).size).toBe(spans.length)
  })

  it("leaves nothing open, because all its turns are over", () => {
    expect(spans.filter(({ state }) => state === "open").map(told)).toEqual([])
  })

  it("mentions every fact but the one that opened the session", () => {
    const mentioned = new Set(spans.flatMap(({ seqs }) => seqs))
    expect(log.filter(({ seq, type }) => type !== "session-opened" && !mentioned.has(seq))).toEqual([])
  })
})
