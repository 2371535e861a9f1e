import { describe, expect, it } from "vitest"
import type { Reply } from "../../contracts/answer.ts"
import type { RateLimits, RateNews } from "../../contracts/rates.ts"
import { FakeClock } from "../../testing/fake-clock.ts"
import { ProcessLimiter } from "./process-limiter.ts"

const answer = (more: Partial<Extract<Reply, { kind: "answer" }>> = {}): Reply => ({
  kind: "answer",
  text: "",
  reasoning: [],
  calls: [],
  problems: [],
  stop: "end",
  ...more,
})

const refusal = (retryAfterMs?: number): Reply => ({
  kind: "failure",
  error: { class: "rate-limit", code: "429", message: "Too many" },
  ...(retryAfterMs !== undefined && { retryAfterMs }),
})

function limited(limits?: RateLimits) {
  const clock = new FakeClock()
  const limiter = new ProcessLimiter(clock)
  if (limits !== undefined) limiter.give("m", limits)
  const { signal } = new AbortController()
  const admit = (session: string, tokens = 0) => limiter.admit("m", session, tokens, signal)
  return { clock, limiter, admit }
}

describe("a limit that was given", () => {
  it("lets so many requests of any minute through, and names the time of the next", async () => {
    const { clock, admit } = limited({ requestsPerMinute: 3 })
    expect([admit("a"), admit("b"), admit("c"), admit("d"), admit("e")]).toEqual([0, 0, 0, 60_000, 60_000])
    await clock.advance(60_000)
    expect([admit("d"), admit("e"), admit("f"), admit("g")]).toEqual([0, 0, 0, 60_000])
  })

  it("keeps the turn of a session that waits elsewhere", async () => {
    const { clock, admit } = limited({ requestsPerMinute: 1 })
    expect([admit("a"), admit("b"), admit("c")]).toEqual([0, 60_000, 120_000])
    await clock.advance(60_000)
    expect([admit("new"), admit("b")]).toEqual([120_000, 0])
  })

  it("gives the turn of a session that does not come back to others", async () => {
    const { clock, admit } = limited({ requestsPerMinute: 1 })
    expect([admit("a"), admit("gone")]).toEqual([0, 60_000])
    await clock.advance(62_000)
    expect(admit("b")).toBe(0)
  })

  it("counts tokens as estimated, and as they were once the model answered", async () => {
    const { clock, limiter, admit } = limited({ tokensPerMinute: 1000 })
    expect([admit("a", 600), admit("b", 600)]).toEqual([0, 60_000])
    limiter.settle("m", "a", answer({ usage: { inputTokens: 100, outputTokens: 50 } }))
    expect([admit("c", 300), admit("d", 200)]).toEqual([60_000, 60_000]) // The turn of "b" comes first.
    await clock.advance(60_000)
    expect([admit("b", 600), admit("c", 300)]).toEqual([0, 0])
  })

  it("sends a request that is larger than the limit by itself", async () => {
    const { clock, admit } = limited({ tokensPerMinute: 100 })
    expect([admit("a", 500), admit("b", 500)]).toEqual([0, 60_000])
    await clock.advance(60_000)
    expect(admit("b", 500)).toBe(0)
  })

  it("of open requests: the next is sent when one is closed", async () => {
    const { limiter, admit } = limited({ concurrency: 1 })
    expect(admit("a")).toBe(0)
    const waiting = admit("b")
    limiter.settle("m", "a", answer())
    expect(await waiting).toBe(0)
  })

  it("does not count a request that was not sent after all", () => {
    const { limiter, admit } = limited({ requestsPerMinute: 1 })
    expect(admit("a")).toBe(0)
    limiter.settle("m", "a", undefined)
    expect(admit("b")).toBe(0)
  })
})

describe("requests that wait", () => {
  it("are served by session in turn, however many one of them has", async () => {
    const { limiter, admit } = limited({ concurrency: 1 })
    admit("first")
    const served: string[] = []
    const ask = async (session: string) => {
      await admit(session)
      served.push(session)
      limiter.settle("m", session, answer())
    }
    const all = [...Array.from({ length: 5 }, () => ask("many")), ask("b"), ask("c")]
    limiter.settle("m", "first", answer())
    await Promise.all(all)
    expect(served).toEqual(["many", "b", "c", "many", "many", "many", "many"])
  })

  it("end when they are stopped, and leave their place to others", async () => {
    const { limiter, admit } = limited({ concurrency: 1 })
    admit("a")
    const stop = new AbortController()
    const stopped = limiter.admit("m", "b", 0, stop.signal)
    const next = admit("c")
    stop.abort("cancelled")
    expect(await stopped).toBe(Number.POSITIVE_INFINITY)
    limiter.settle("m", "a", answer())
    expect(await next).toBe(0)
  })

  it("of less than a second wait in place", async () => {
    const { clock, limiter, admit } = limited()
    admit("a")
    limiter.settle("m", "a", refusal(400))
    const waiting = admit("b")
    expect(waiting).toBeInstanceOf(Promise)
    expect(await clock.run(Promise.resolve(waiting))).toBe(0)
    expect(clock.monotonic()).toBe(400)
  })
})

describe("a refusal", () => {
  it("holds the other sessions back, too", () => {
    const { limiter, admit } = limited()
    expect([admit("a"), admit("b")]).toEqual([0, 0])
    limiter.settle("m", "a", refusal(20_000))
    // A little longer than the provider asks for, because clocks differ.
    expect(admit("c")).toBe(20_400)
    expect(limiter.admit("other", "c", 0, AbortSignal.timeout(1000))).toBe(0)
  })

  it("of a model that serves nobody teaches no rate: a session that is served goes on at once", async () => {
    const { clock, limiter, admit } = limited()
    admit("a")
    limiter.settle("m", "a", refusal(20_000))
    await clock.advance(20_000)
    expect(admit("a")).toBe(0)
    limiter.settle("m", "a", answer())
    expect(admit("a")).toBe(0)
  })

  it("is forgotten when the model was not asked for a while", async () => {
    const { clock, limiter, admit } = limited()
    for (const session of ["a", "b", "c"]) admit(session)
    limiter.settle("m", "c", refusal(5000))
    expect(admit("d")).toBeGreaterThanOrEqual(5000)
    await clock.advance(200_000)
    expect(["a", "b", "c", "d", "e", "f"].map((session) => admit(session))).toEqual([0, 0, 0, 0, 0, 0])
  })

  it.each([
    { others: "have requests open", reply: undefined, serves: true },
    { others: "were answered", reply: answer(), serves: true },
    { others: "are refused, too", reply: refusal(1000), serves: false },
  ])("says nothing about the request while others $others: $serves", ({ reply, serves }) => {
    const { limiter, admit } = limited()
    admit("a")
    admit("b")
    if (reply !== undefined) limiter.settle("m", "b", reply)
    limiter.settle("m", "a", refusal(1000))
    expect(limiter.serves("m", "a")).toBe(serves)
  })

  it("counts while there is only one session", () => {
    const { limiter, admit } = limited()
    admit("a")
    limiter.settle("m", "a", answer())
    admit("a")
    limiter.settle("m", "a", refusal(1000))
    expect(limiter.serves("m", "a")).toBe(false)
  })
})

describe("what a provider says beside its replies", () => {
  it.each<{ rate: RateNews; waits: readonly number[] }>([
    { rate: { requests: { limit: 100, remaining: 80, resetMs: 60_000 } }, waits: [0, 0, 0] },
    { rate: { requests: { limit: 10, remaining: 1, resetMs: 54_000 } }, waits: [0, 6000, 12_000] },
    { rate: { requests: { remaining: 0, resetMs: 30_000 } }, waits: [30_000, 30_000, 30_000] },
    { rate: { tokens: { limit: 1000, remaining: 100, resetMs: 45_000 } }, waits: [0, 5000, 10_000] },
  ])("$rate is kept to: $waits", ({ rate, waits }) => {
    const { limiter, admit } = limited()
    admit("a", 100)
    limiter.settle("m", "a", answer({ rate }))
    expect(["b", "c", "d"].map((session) => admit(session, 100))).toEqual(waits)
  })
})

it("without a known limit a request is sent at once, and without a promise", () => {
  const { limiter, admit } = limited()
  for (let nth = 0; nth < 5000; nth++) {
    expect(admit(`s${nth % 7}`)).toBe(0)
    limiter.settle("m", `s${nth % 7}`, answer())
  }
})
