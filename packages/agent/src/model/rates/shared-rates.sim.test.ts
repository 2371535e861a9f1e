// Several processes that share rates, by a clock that takes no time: together they never exceed what was given, all is served,
// and nobody starves, also when processes are killed or the store goes away.
import fc from "fast-check"
import { describe, expect, it, vi } from "vitest"
import type { Reply } from "../../contracts/answer.ts"
import type { Clock } from "../../contracts/clock.ts"
import type { RateLimits } from "../../contracts/rates.ts"
import { FakeClock } from "../../testing/fake-clock.ts"
import { RatesInMemory } from "./__fixtures__/rates-in-memory.ts"
import { ProcessLimiter } from "./process-limiter.ts"

const MINUTE = 60_000
const { signal } = new AbortController()

/** Without usage: tokens count as estimated. */
const answer = (): Reply => ({
  kind: "answer",
  text: "",
  reasoning: [],
  calls: [],
  problems: [],
  stop: "end",
})

interface Sent {
  readonly process: number
  readonly session: string
  readonly at: number
  readonly tokens: number
  endedAt: number
}

/** Processes with a clock, a store and limits in common. */
function several(count: number, limits: RateLimits | undefined) {
  const clock = new FakeClock()
  const rates = new RatesInMemory(clock)
  const sent: Sent[] = []
  const processes = Array.from({ length: count }, () => {
    const shared = rates.process()
    const limiter = new ProcessLimiter(clock, shared)
    if (limits !== undefined) limiter.give("m", limits)
    return { shared, limiter, isKilled: false, death: Promise.withResolvers<number>() }
  })
  /** One request of a session, waited for as rules do. False: its process was killed. */
  const ask = async (process: number, session: string, { tokens = 0, ms = 100 } = {}): Promise<boolean> => {
    const one = processes[process] ?? fail()
    for (;;) {
      const wait = await Promise.race([one.limiter.admit("m", session, tokens, signal), one.death.promise])
      if (one.isKilled) return false
      if (wait === 0) break
      await clock.sleep(wait)
    }
    const request = { process, session, at: clock.monotonic(), tokens, endedAt: Number.POSITIVE_INFINITY }
    sent.push(request)
    await clock.sleep(ms)
    request.endedAt = Math.min(request.endedAt, clock.monotonic())
    if (one.isKilled) return false
    one.limiter.settle("m", session, answer())
    return true
  }
  const kill = (process: number) => {
    const one = processes[process] ?? fail()
    one.isKilled = true
    one.death.resolve(0)
    one.shared.kill()
    for (const each of sent) if (each.process === process) each.endedAt = Math.min(each.endedAt, clock.monotonic())
  }
  return { clock, processes, sent, ask, kill }
}

function fail(): never {
  throw new Error("There is no such process.")
}

function expectWithin(sent: readonly Sent[], limits: RateLimits): void {
  const { requestsPerMinute = 1e9, tokensPerMinute = 1e9, concurrency = 1e9 } = limits
  for (const { at } of sent) {
    const inMinute = sent.filter((each) => each.at <= at && each.at > at - MINUTE)
    expect(inMinute.length).toBeLessThanOrEqual(requestsPerMinute)
    const tokens = inMinute.reduce((sum, each) => sum + each.tokens, 0)
    if (inMinute.length > 1) expect(tokens).toBeLessThanOrEqual(tokensPerMinute)
    expect(sent.filter((each) => each.at <= at && each.endedAt > at).length).toBeLessThanOrEqual(concurrency)
  }
}

const LIMITS = fc.record(
  {
    requestsPerMinute: fc.integer({ min: 1, max: 20 }),
    tokensPerMinute: fc.integer({ min: 100, max: 2000 }),
    concurrency: fc.integer({ min: 1, max: 4 }),
  },
  { requiredKeys: [] },
)
const REQUEST = fc.record({
  process: fc.integer({ min: 0, max: 2 }),
  session: fc.integer({ min: 0, max: 3 }),
  tokens: fc.integer({ min: 1, max: 600 }),
  ms: fc.integer({ min: 1, max: 20_000 }),
  startAt: fc.integer({ min: 0, max: 30_000 }),
})

describe("processes that share limits", () => {
  it("stay within them in any minute, and serve everything, also when one is killed", async () => {
    const requests = fc.array(REQUEST, { minLength: 1, maxLength: 40 })
    const killAt = fc.option(fc.integer({ min: 0, max: 90_000 }), { nil: undefined })
    await fc.assert(
      fc.asyncProperty(LIMITS, requests, killAt, async (limits, all, at) => {
        const { clock, sent, ask, kill } = several(3, limits)
        const killed = at === undefined ? undefined : clock.sleep(at).then(() => kill(0))
        const served = all.map(async ({ process, session, startAt, ...how }) => {
          await clock.sleep(startAt)
          return ask(process, `p${process}s${session}`, how)
        })
        const results = await clock.run(Promise.all(served), 6 * 3_600_000)
        await clock.run(Promise.resolve(killed))
        expect(all.filter(({ process }, nth) => results[nth] === false && process !== 0)).toEqual([])
        if (at === undefined) expect(results).not.toContain(false)
        expectWithin(sent, limits)
      }),
      { numRuns: 500 },
    )
  })

  it.each<RateLimits>([{ concurrency: 2 }, { requestsPerMinute: 10 }])(
    "%o: one with few requests does not wait for those of one with many",
    async (limits) => {
      const { clock, sent, ask } = several(2, limits)
      const many = Array.from({ length: 60 }, (_, nth) => ask(0, `many${nth % 12}`, { ms: 500 }))
      await clock.advance(1000)
      const few = Array.from({ length: 5 }, (_, nth) => ask(1, `few${nth}`, { ms: 500 }))
      await clock.run(Promise.all([...few, ...many]))
      const lastOfFew = sent.findLastIndex(({ process }) => process === 1)
      const before = sent.slice(0, lastOfFew).filter(({ process }) => process === 0).length
      // What was sent before it came, one for each of its own, and a little for what was under way.
      expect(before).toBeLessThanOrEqual(20)
    },
  )

  it("have the places of a process that was killed a few seconds later", async () => {
    const { clock, sent, ask, kill } = several(2, { concurrency: 1 })
    const stuck = ask(0, "stuck", { ms: 600_000 })
    await clock.advance(10)
    kill(0)
    const waiting = ask(1, "next")
    expect(await clock.run(waiting)).toBe(true)
    expect(sent.at(-1)?.at).toBeGreaterThan(1000)
    expect(sent.at(-1)?.at).toBeLessThan(10_000)
    expect(await clock.run(stuck)).toBe(false)
  })

  it("keep to the limits of each process while the store is away, say so once, and share again by themselves", async () => {
    const { clock, processes, sent, ask } = several(2, { requestsPerMinute: 4 })
    const told = vi.fn()
    for (const { limiter, shared } of processes) {
      limiter.onAway = told
      shared.isAway = true
    }
    const all = (nth: number) => Promise.all([0, 1].flatMap((p) => [1, 2, 3].map((n) => ask(p, `p${p}s${n}of${nth}`))))
    await clock.run(all(1))
    expect(sent.filter(({ at }) => at < 1000)).toHaveLength(6)
    expect(told.mock.calls.map(([, { code }]) => code)).toEqual(["rate-limiter-failed", "rate-limiter-failed"])
    await clock.advance(10_000)
    await clock.run(Promise.all([ask(0, "still"), ask(1, "still")]))
    expect(told).toHaveBeenCalledTimes(2)
    for (const { shared } of processes) shared.isAway = false
    await clock.advance(2 * MINUTE)
    sent.length = 0
    await clock.run(all(2))
    expectWithin(sent, { requestsPerMinute: 4 })
    expect(told).toHaveBeenCalledTimes(2)
  })

  it("ask nothing of the store for a model that has no limit and was not refused", () => {
    const { processes } = several(1, undefined)
    const [one = fail()] = processes
    const take = vi.spyOn(one.shared, "take")
    for (let nth = 0; nth < 100; nth++) {
      expect(one.limiter.admit("m", "s", 5, signal)).toBe(0)
      one.limiter.settle("m", "s", answer())
    }
    expect(take).not.toHaveBeenCalled()
  })

  it("give a place back that a process got before it stood still, and take another", async () => {
    const fake = new FakeClock()
    let stoodMs = 0
    const monotonic = () => fake.monotonic() + stoodMs
    const clock: Clock = {
      now: () => fake.now() + stoodMs,
      monotonic,
      sleep: (...how) => fake.sleep(...how),
      after: (...how) => fake.after(...how),
      idle: (...how) => fake.idle(...how),
    }
    const shared = new RatesInMemory(clock).process()
    const { take } = shared
    const takes: number[] = []
    shared.take = async (asked) => {
      const taken = await take(asked)
      takes.push(...taken.places)
      if (takes.length === 1) stoodMs = 2 * MINUTE
      return taken
    }
    const close = vi.spyOn(shared, "close")
    const limiter = new ProcessLimiter(clock, shared)
    limiter.give("m", { requestsPerMinute: 1 })
    limiter.onAway = () => fail()
    expect(await fake.run(Promise.resolve(limiter.admit("m", "s", 0, signal)))).toBe(0)
    expect(takes).toHaveLength(2)
    expect(close.mock.calls).toEqual([["m", takes[0], { isGone: true, tokens: undefined }]])
  })

  it("do not wait for a store that hangs, and give back what it answers in the end", async () => {
    const { clock, processes, sent, ask } = several(1, { concurrency: 1 })
    const [{ shared, limiter } = fail()] = processes
    const told = vi.fn()
    limiter.onAway = told
    const close = vi.spyOn(shared, "close")
    const { take } = shared
    shared.take = async (asked) => {
      await clock.sleep(3500)
      return take(asked)
    }
    expect(await clock.run(ask(0, "s", { ms: 10_000 }))).toBe(true)
    expect(sent[0]?.at).toBe(2000)
    expect(told).toHaveBeenCalledTimes(1)
    expect(close.mock.calls.map(([, , closed]) => closed.isGone)).toEqual([true])
  })

  it("give a place back that came after the request was stopped", async () => {
    const { clock, sent, ask, processes } = several(1, { concurrency: 1 })
    const stop = new AbortController()
    const stopped = processes[0]?.limiter.admit("m", "stopped", 0, stop.signal)
    stop.abort()
    expect(await stopped).toBe(Number.POSITIVE_INFINITY)
    expect(await clock.run(ask(0, "next"))).toBe(true)
    expect(sent[0]?.at).toBeLessThan(2000)
  })
})

describe("what one process is taught", () => {
  const refusal = (retryAfterMs?: number): Reply => ({
    kind: "failure",
    error: { class: "rate-limit", code: "429", message: "" },
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  })

  it.each<{ readonly what: string; readonly reply: Reply; readonly from: number }>([
    { what: "a refusal", reply: refusal(20_000), from: 20_000 },
    {
      what: "a header",
      reply: { ...answer(), rate: { requests: { remaining: 0, resetMs: 30_000 } } },
      from: 30_000,
    },
  ])("by $what holds the other one back", async ({ reply, from }) => {
    const { clock, processes, sent, ask } = several(2, undefined)
    const [first = fail()] = processes
    expect(first.limiter.admit("m", "a", 0, signal)).toBe(0)
    first.limiter.settle("m", "a", reply)
    await clock.advance(1)
    await clock.run(ask(1, "b"))
    expect(sent[0]?.at).toBeGreaterThanOrEqual(from)
  })
})

/** Documents that several processes read, against a provider that takes so many requests in any second or so. */
async function readAll(provider: { requests: number; perMs: number }, isShared: boolean) {
  const clock = new FakeClock()
  const rates = new RatesInMemory(clock)
  const taken: number[] = []
  let refused = 0
  const ask = async (): Promise<Reply> => {
    const now = clock.monotonic()
    const oldest = taken.at(-provider.requests) ?? Number.NEGATIVE_INFINITY
    if (now - oldest < provider.perMs) {
      refused++
      await clock.sleep(5)
      const retryAfterMs = oldest + provider.perMs - now
      return { kind: "failure", error: { class: "rate-limit", code: "429", message: "" }, retryAfterMs }
    }
    taken.push(now)
    await clock.sleep(200)
    return answer()
  }
  const read = async (limiter: ProcessLimiter, name: string) => {
    for (;;) {
      for (let wait = await limiter.admit("m", name, 0, signal); wait > 0; ) {
        await clock.sleep(wait)
        wait = await limiter.admit("m", name, 0, signal)
      }
      const reply = await ask()
      limiter.settle("m", name, reply)
      if (reply.kind === "answer") return
      await clock.sleep(Math.max(reply.retryAfterMs ?? 0, 750))
    }
  }
  const work = async (limiter: ProcessLimiter, left: string[]) => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) await read(limiter, next)
  }
  const all = [0, 1, 2].flatMap((nth) => {
    const limiter = new ProcessLimiter(clock, isShared ? rates.process() : undefined)
    const left = Array.from({ length: 40 }, (_, at) => `p${nth}d${at}`)
    return Array.from({ length: 16 }, () => work(limiter, left))
  })
  await clock.run(Promise.all(all))
  return { ms: clock.monotonic(), refused }
}

it.each([
  { requests: 10, perMs: 1000 },
  { requests: 20, perMs: 10_000 },
])(
  "three processes meet fewer refusals and are done sooner when they tell each other: $requests in $perMs ms",
  async (provider) => {
    const together = await readAll(provider, true)
    const alone = await readAll(provider, false)
    expect(together.refused).toBeLessThan(alone.refused)
    expect(together.ms).toBeLessThan(alone.ms)
  },
)
