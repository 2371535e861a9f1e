// Rates: requests wait before they are sent, durably, and no session fails because another one asks too much.
import { afterEach, describe, expect, it } from "vitest"
import type { Event } from "../contracts/event.ts"
import type { Fact } from "../contracts/fact.ts"
import type { RateLimiter } from "../contracts/rates.ts"
import type { Retries, RetryKind } from "../kernel/rules/retry-schedule.ts"
import { modelFrom } from "../model/providers.ts"
import { type Limit, type LimitedServer, limitedServer } from "../model/rates/__fixtures__/limited-server.ts"
import { scripted } from "../model/scripted.ts"
import { defaultProfile } from "../profiles/default.ts"
import { ownProfile } from "../profiles/own-profile.ts"
import { recordedRules } from "../replay/recorded-rules.ts"
import { replaySession } from "../replay/replay-session.ts"
import { memory } from "../store/memory.ts"
import { FakeClock } from "../testing/fake-clock.ts"
import { createAgent } from "./create-agent.ts"

const servers: LimitedServer[] = []
async function serve(limit: Limit): Promise<LimitedServer> {
  const server = await limitedServer(limit)
  servers.push(server)
  return server
}
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()))
})

const OF = "of the rate limiter in the option rates"
const typesOf = (facts: readonly Fact[]) => facts.map(({ type }) => type)

describe("sixty documents at concurrency 32 against a provider that takes 5 requests in a tenth of a second", () => {
  it.each<{ says: string; headers?: NonNullable<Limit["headers"]> }>([
    { says: "Retry-After", headers: (waitMs) => ({ "retry-after-ms": String(Math.ceil(waitMs)) }) },
    { says: "nothing but 429" },
    {
      says: "its limit, in headers",
      headers: (waitMs) => ({
        "x-ratelimit-limit-requests": "5",
        "x-ratelimit-remaining-requests": "0",
        "x-ratelimit-reset-requests": `${Math.ceil(waitMs)}ms`,
      }),
    },
  ])("all are read where it says $says", async ({ headers }) => {
    const server = await serve({ requests: 5, perMs: 100, ...(headers && { headers }) })
    await using agent = await createAgent({
      model: modelFrom("openai:small", { apiKey: "key", baseUrl: server.url }),
      concurrency: 32,
      retries: { firstMs: 100 },
    })
    const read = async (nth: number) => {
      const session = await agent.open({ id: `document-${nth}` })
      return (await session.ask("Read it.")).outcome
    }
    const outcomes = await Promise.all(Array.from({ length: 60 }, (_, nth) => read(nth)))
    expect(outcomes.filter((outcome) => outcome !== "completed")).toEqual([])
    expect(server.served).toHaveLength(60)
    // Without a limiter each session runs into the limit by itself, again and again.
    expect(server.refused.length).toBeLessThan(180)
  })
})

/** Refuses what is too much, by the test's clock. */
function limitedModel(clock: FakeClock, perMs: number, retryAfterMs: number) {
  let last = Number.NEGATIVE_INFINITY
  return scripted(
    () => {
      const isEarly = clock.monotonic() - last < perMs
      if (isEarly) return { error: { class: "rate-limit", code: "429", message: "Slow down" }, retryAfterMs }
      last = clock.monotonic()
      return "There."
    },
    { name: "limited" },
  )
}

describe("a request that has to wait for the rate", () => {
  it("is a fact and an event, is parked, and is sent when its time has come", async () => {
    const clock = new FakeClock()
    const model = scripted(() => "There.", { name: "small" })
    await using agent = await createAgent({ model, clock, rates: { small: { requestsPerMinute: 1 } } })
    const first = await agent.open({ id: "first" })
    await clock.run(first.ask("go"))
    const session = await agent.open({ id: "second" })
    const seen: Event[] = []
    const began = clock.now()
    await clock.run(
      (async () => {
        for await (const event of session.send("go")) seen.push(event)
      })(),
    )
    const facts = await session.facts()
    expect(typesOf(facts)).toEqual([
      "session-opened",
      "turn-started",
      "request-held",
      "model-asked",
      "model-answered",
      "turn-finished",
    ])
    const held = facts.find((fact) => fact.type === "request-held")
    expect(held).toMatchObject({ model: "small", iteration: 1 })
    expect(held?.until).toBeGreaterThanOrEqual(began + 59_000)
    expect(facts.find((fact) => fact.type === "model-asked")?.at).toBeGreaterThanOrEqual(held?.until ?? 0)
    expect(replaySession({ facts, rules: recordedRules(facts, defaultProfile) })).toMatchObject({ exact: true })
    const until = held?.until
    expect(seen.filter(({ type }) => type.endsWith("-wait"))).toMatchObject([
      { type: "rate-wait", model: "small", until },
      { type: "retry-wait", until },
    ])
  })

  it("waits on in another process after a crash", async () => {
    const clock = new FakeClock()
    const store = memory()
    const leases = { beatMs: 100, lapseMs: 1000, sweepMs: 200 }
    const model = scripted(() => "There.", { name: "small" })
    const options = { model, store, leases, parkMs: 3_600_000 }
    const dying = await createAgent({ ...options, clock, rates: { small: { requestsPerMinute: 1 } } })
    await clock.run((await dying.open({ id: "first" })).ask("go"))
    const asked = (await dying.open({ id: "second" })).ask("go")
    asked.catch(() => {})
    await clock.advance(5000)
    // The process ends here: its clock stands still, so that nothing more of it runs. The next one knows no rate.
    const next = new FakeClock(clock.now())
    await using agent = await createAgent({ ...options, clock: next, rates: false })
    const session = await agent.open({ id: "second" })
    await next.run(session.ask("and?"))
    const facts = await session.facts()
    const until = facts.find((fact) => fact.type === "request-held")?.until ?? Number.NaN
    const [first] = facts.filter((fact) => fact.type === "model-asked")
    expect(first?.at).toBeGreaterThanOrEqual(until)
    expect(facts.filter((fact) => fact.type === "turn-finished")).toMatchObject([
      { outcome: "completed" },
      { outcome: "completed" },
    ])
  })

  it("shows what was said while it waited", async () => {
    let release = () => {}
    const gate = new Promise<void>((resolve) => {
      release = resolve
    })
    const saying = (shown: unknown) => (JSON.stringify(shown).includes("and this") ? "Both." : "One.")
    const model = scripted(({ request }) => gate.then(() => saying(request.messages)), { name: "small" })
    await using agent = await createAgent({ model, rates: { small: { concurrency: 1 } } })
    const first = (await agent.open({ id: "first" })).ask("go")
    const session = await agent.open({ id: "second" })
    const asked = session.ask("go")
    for await (const event of session.events()) {
      if (event.type === "turn-start") session.send("and this", { whenBusy: "steer" })
      if (event.type === "input-added") break
    }
    release()
    await first
    expect(await asked).toMatchObject({ text: "Both." })
    expect(typesOf(await session.facts()).filter((type) => type === "model-asked")).toHaveLength(1)
  })

  it("ends when the turn is cancelled", async () => {
    const clock = new FakeClock()
    const model = scripted(() => "There.", { name: "small" })
    await using agent = await createAgent({ model, clock, rates: { "*": { requestsPerMinute: 1 } } })
    await clock.run((await agent.open({ id: "first" })).ask("go"))
    const session = await agent.open({ id: "second" })
    const asked = session.ask("go")
    await clock.advance(1000)
    await session.cancel()
    expect(await clock.run(asked)).toMatchObject({ outcome: "cancelled" })
    expect(typesOf(await session.facts())).not.toContain("model-asked")
  })

  it("ends when the turn is cancelled while it waits for a place among the open requests", async () => {
    let release = () => {}
    const gate = new Promise<void>((resolve) => {
      release = resolve
    })
    const model = scripted(() => gate.then(() => "There."), { name: "small" })
    await using agent = await createAgent({ model, rates: { small: { concurrency: 1 } } })
    const first = (await agent.open({ id: "first" })).ask("go")
    const session = await agent.open({ id: "second" })
    const asked = session.ask("go")
    for await (const event of session.events()) {
      if (event.type !== "turn-start") continue
      await session.cancel()
      break
    }
    expect(await asked).toMatchObject({ outcome: "cancelled" })
    const third = (await agent.open({ id: "third" })).ask("go")
    release()
    expect([await first, await third]).toMatchObject([{ outcome: "completed" }, { outcome: "completed" }])
  })

  it("goes to the next model of a chain when the wait is long", async () => {
    const clock = new FakeClock()
    const limited = scripted(() => "Slow.", { name: "slow" })
    const model = [limited, scripted(() => "Fast.", { name: "fast" })]
    const learnt: RateLimiter = {
      admit: (name) => (name.startsWith("slow") ? 120_000 : 0),
      settle: () => {},
      serves: () => false,
    }
    await using agent = await createAgent({ model, clock, rates: learnt })
    const began = clock.now()
    const session = await agent.open()
    expect(await clock.run(session.ask("go"))).toMatchObject({ text: "Fast." })
    expect(clock.now() - began).toBeLessThan(60_000)
    expect((await session.facts()).find((fact) => fact.type === "model-failed")).toMatchObject({
      error: { class: "rate-limit", message: expect.stringContaining("Nothing was sent") },
    })
  })
})

describe("a limiter of one's own that fails", () => {
  const boom = () => {
    throw new Error("redis is gone.")
  }
  const rejects = async () => boom()
  const fine: RateLimiter = { admit: () => 0, settle: () => {}, serves: () => false }
  const sent = "failed: redis is gone. The request is sent without it."
  const counts = "which counts as 0: the request is sent."

  it.each<{ name: string; how: object; told: readonly string[] }>([
    { name: "admit that throws", how: { admit: boom }, told: [`admit ${OF} ${sent}`, `admit ${OF} ${sent}`] },
    { name: "admit that rejects", how: { admit: rejects }, told: [`admit ${OF} ${sent}`, `admit ${OF} ${sent}`] },
    { name: "settle that throws", how: { settle: boom }, told: [`settle ${OF} failed`, `settle ${OF} failed`] },
    { name: "settle that rejects", how: { settle: rejects }, told: [`settle ${OF} failed`, `settle ${OF} failed`] },
    { name: "a wait that is no number", how: { admit: () => Number.NaN }, told: [`returned NaN, ${counts}`] },
    { name: "a negative wait", how: { admit: async () => -5 }, told: [`returned -5, ${counts}`] },
    { name: "no wait", how: { admit: () => {} }, told: [`returned undefined, ${counts}`] },
  ])("loses no turn, and is told of: $name", async ({ how, told }) => {
    const errors: unknown[] = []
    const rates: RateLimiter = { ...fine, ...how }
    const onError = (_: string, error: unknown) => errors.push(error)
    const agent = await createAgent({ model: scripted(() => "There."), rates, onError })
    const session = await agent.open()
    for (const words of ["one", "two"]) expect(await session.ask(words)).toMatchObject({ outcome: "completed" })
    await agent.close()
    const about = (words: string) => ({ code: "rate-limiter-failed", message: expect.stringContaining(words) })
    expect(errors).toMatchObject(told.map(about))
  })

  it("counts a refusal as an attempt where serves throws", async () => {
    const clock = new FakeClock()
    const error = { class: "rate-limit", code: "429", message: "Slow down" } as const
    const errors: unknown[] = []
    await using agent = await createAgent({
      model: scripted(() => ({ error })),
      clock,
      rates: { ...fine, serves: boom },
      retries: { attempts: 2 },
      onError: (_, each) => errors.push(each),
    })
    expect(await clock.run((await agent.open()).ask("go"))).toMatchObject({ outcome: "failed" })
    expect(errors).toMatchObject(Array(2).fill({ code: "rate-limiter-failed" }))
  })

  it("settles only what it admitted", async () => {
    let asked = 0
    const settled: string[] = []
    const admit = () => (++asked === 1 ? boom() : 0)
    const rates = { ...fine, admit, settle: (_: string, session: string) => settled.push(session) }
    await using agent = await createAgent({ model: scripted(() => "There."), rates, onError: () => {} })
    for (const id of ["first", "second"]) await (await agent.open({ id })).ask("go")
    expect(settled).toEqual(["second"])
  })

  it("may reject when the turn is cancelled, which is no failure", async () => {
    const errors: unknown[] = []
    const { promise: waiting, resolve } = Promise.withResolvers<void>()
    const admit = (_model: string, _session: string, _tokens: number, signal: AbortSignal) =>
      new Promise<number>((_, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason))
        resolve()
      })
    const onError = (_: string, error: unknown) => errors.push(error)
    await using agent = await createAgent({ model: scripted(() => "There."), rates: { ...fine, admit }, onError })
    const session = await agent.open()
    const asked = session.ask("go")
    await waiting
    await session.cancel()
    expect(await asked).toMatchObject({ outcome: "cancelled" })
    expect(typesOf(await session.facts())).not.toContain("model-asked")
    expect(errors).toEqual([])
  })
})

describe("a refusal of one session", () => {
  it("holds the others back, and is no attempt of theirs", async () => {
    const clock = new FakeClock()
    await using agent = await createAgent({
      model: limitedModel(clock, 10_000, 10_000),
      clock,
      retries: { attempts: 2 },
    })
    const sessions = await Promise.all(["a", "b", "c", "d"].map((id) => agent.open({ id })))
    const asked = Promise.all(sessions.map((session) => session.ask("go")))
    expect((await clock.run(asked)).map(({ outcome }) => outcome)).toEqual(Array(4).fill("completed"))
    const logs = await Promise.all(sessions.map((session) => session.facts()))
    for (const log of logs)
      expect(replaySession({ facts: log, rules: defaultProfile({ retry: { attempts: 2 } }).rules })).toMatchObject({
        exact: true,
      })
    const facts = logs.flat()
    expect(facts.filter((fact) => fact.type === "model-failed")).toEqual(
      Array(3).fill(expect.objectContaining({ uncounted: true })),
    )
  })

  it("counts where the model serves no other session", async () => {
    const clock = new FakeClock()
    const error = { class: "rate-limit", code: "429", message: "Slow down" } as const
    await using agent = await createAgent({ model: scripted(() => ({ error })), clock, retries: { attempts: 3 } })
    const session = await agent.open()
    expect(await clock.run(session.ask("go"))).toMatchObject({ outcome: "failed" })
    expect(typesOf(await session.facts()).filter((type) => type === "model-failed")).toHaveLength(3)
  })
})

describe("retries of an agent", () => {
  it.each<{ retries: Retries; kind: RetryKind; asked: number }>([
    { retries: { attempts: 2 }, kind: "timeout", asked: 2 },
    { retries: { waitsMs: [10, 20, 30, 40, 50] }, kind: "network", asked: 6 },
    { retries: { kinds: ["network"] }, kind: "network", asked: 4 },
    { retries: { kinds: ["network"] }, kind: "timeout", asked: 1 },
    { retries: { kinds: ["output"] }, kind: "output", asked: 4 },
  ])("$retries over the profile's: after $kind the model is asked $asked times", async ({ retries, kind, asked }) => {
    const clock = new FakeClock()
    let times = 0
    const model = scripted(() => {
      times++
      return { error: { class: kind, code: kind, message: "No" } }
    })
    await using agent = await createAgent({ model, clock, retries })
    expect(await clock.run((await agent.open()).ask("go"))).toMatchObject({ outcome: "failed" })
    expect(times).toBe(asked)
  })

  it("come before those of a profile of one's own, field by field", async () => {
    const clock = new FakeClock()
    const profile = ownProfile({ name: "patient", retry: { attempts: 9, waitsMs: [1000] } })
    const model = scripted(() => ({ error: { class: "network", code: "network", message: "No" } }))
    await using agent = await createAgent({ model, clock, profile, retries: { attempts: 3 } })
    const session = await agent.open()
    await clock.run(session.ask("go"))
    const failures = (await session.facts()).filter((fact) => fact.type === "model-failed")
    expect(failures.map(({ at }) => at - (failures[0]?.at ?? 0))).toEqual([0, 1000, 2000])
  })
})
