import { memory, type Store } from "@pawl/agent"
import { call, scripted } from "@pawl/agent/testing"
import { afterEach, describe, expect, it, vi } from "vitest"
import { type Served, served } from "../__fixtures__/served.ts"
import { spoken } from "../__fixtures__/spoken.ts"
import type { Received } from "../__fixtures__/sse-reader.ts"
import { StalledReader } from "../__fixtures__/stalled-reader.ts"

let running: Served | undefined
afterEach(async () => {
  await running?.close()
  running = undefined
})

const start = async (...args: Parameters<typeof served>): Promise<Served> => {
  running = await served(...args)
  await running.post("/v1/sessions", { id: "a" })
  return running
}

const EVENTS = "/v1/sessions/a/events"
const textOf = (events: readonly Received[]) =>
  events.map(({ event, data }) => (event === "text-delta" ? JSON.parse(data).text : "")).join("")

/** A store that counts who watches it: a subscription to a session at rest does. */
function counted(): { readonly store: Store; readonly watching: () => number } {
  const store = memory()
  let watching = 0
  const watch: Store["watch"] = (listener, only) => {
    const stop = store.watch(listener, only)
    if (only !== undefined) return stop
    watching++
    return () => {
      watching--
      stop()
    }
  }
  return { store: { ...store, watch }, watching: () => watching }
}

describe("the stream of a session", () => {
  it("replays, then follows, and gives a viewer that comes late the text so far", async () => {
    const { model, asked, say, end } = spoken()
    const { post, events } = await start({ model })
    const early = await events(EVENTS)
    await post("/v1/sessions/a/messages", { input: "Hello" })
    await asked()
    say("Good ")
    await early.until("text-delta")
    const late = await events(EVENTS)
    const before = await late.until("text-delta")
    expect(textOf(before)).toBe("Good ")
    say("morning.")
    end()
    expect(textOf([...before, ...(await late.until("turn-end"))])).toBe("Good morning.")
    early.cut()
    late.cut()
  })

  it.each(["header", "query", "query as it is"])(
    "goes on behind the position in the %s, wherever it was cut",
    async (where) => {
      const model = scripted(({ results }) =>
        results.length === 0 ? { text: "I look. ", calls: [call("missing_tool")] } : "Good morning to all.",
      )
      const { post, events } = await start({ model })
      await post("/v1/sessions/a/ask", { input: "Hello" })
      const whole = await (await events(EVENTS)).until("turn-end")
      expect(whole.length).toBeGreaterThan(10)
      for (const [index, { id, event }] of whole.entries()) {
        if (event === "turn-end") break
        const rest = await events(
          where === "header" ? EVENTS : `${EVENTS}?after=${where === "query" ? encodeURIComponent(id) : id}`,
          where === "header" ? { "last-event-id": id } : {},
        )
        expect(await rest.until("turn-end")).toEqual(whole.slice(index + 1))
        rest.cut()
      }
    },
  )

  it("refuses a bad position, and one that the log never had, before it begins", async () => {
    const { get } = await start({ model: scripted(() => "x") })
    for (const bad of ["nonsense", "-1", "99", "99:1.1.1:0", "1:2"]) {
      const response = await get(EVENTS, { "last-event-id": bad })
      expect([bad, response.status, response.headers.get("content-type")]).toEqual([bad, 400, "application/json"])
    }
  })

  it("is the same for many viewers, and reads the session once for all that are up to date", async () => {
    const { model, asked, say, end } = spoken()
    const { post, events, server } = await start({ model })
    const viewers = await Promise.all(Array.from({ length: 8 }, () => events(EVENTS)))
    await post("/v1/sessions/a/messages", { input: "Hello" })
    await asked()
    for (const viewer of viewers) await viewer.until("iteration-start")
    for (const word of ["one ", "two ", "three "]) {
      say(word)
      for (const viewer of viewers) expect(textOf(await viewer.until("text-delta"))).toBe(word)
    }
    end()
    const [first, ...others] = await Promise.all(viewers.map((viewer) => viewer.until("turn-end")))
    for (const other of others) expect(other).toEqual(first)
    expect(server.streams).toMatchObject({ viewers: 8, sessions: 1 })
    for (const viewer of viewers) viewer.cut()
    await vi.waitFor(() => expect(server.streams).toMatchObject({ viewers: 0, sessions: 0 }))
  })

  it("gives up its subscription when the client goes away", async () => {
    const { store, watching } = counted()
    const { events, server } = await start({ model: scripted(() => "x") }, { store })
    // The look for changed rights begins with the first viewer, and stays.
    const atRest = watching() + 1
    const viewers = await Promise.all(Array.from({ length: 5 }, () => events(EVENTS)))
    for (const viewer of viewers) await viewer.more()
    await vi.waitFor(() => expect(watching()).toBeGreaterThan(atRest))
    for (const viewer of viewers) viewer.cut()
    await vi.waitFor(() => expect([server.streams.viewers, watching()]).toEqual([0, atRest]))
  })

  it("sends a sign of life while nothing happens", async () => {
    const { events } = await start({ model: scripted(() => "x") }, { timing: { heartbeatMs: 5 } })
    const viewer = await events(EVENTS)
    while (viewer.comments < 3) await viewer.block()
    viewer.cut()
  })

  it("ends with an error when the session is removed", async () => {
    const { events, url } = await start({ model: scripted(() => "x") })
    const viewers = await Promise.all([events(EVENTS), events(EVENTS)])
    for (const viewer of viewers) await viewer.more()
    await fetch(`${url}/v1/sessions/a`, { method: "DELETE" })
    for (const viewer of viewers) {
      const [last] = (await viewer.until("error")).slice(-1)
      expect(JSON.parse(last?.data ?? "")).toMatchObject({ error: { code: "session-missing", retryable: false } })
      expect(await viewer.next()).toBeUndefined()
    }
  })

  it("ends when the server drains, and the turn goes on until it is over", async () => {
    const { model, asked, say, end } = spoken()
    const { post, events, server, store } = await start({ model })
    const viewer = await events(EVENTS)
    await post("/v1/sessions/a/messages", { input: "Hello" })
    await asked()
    say("Good ")
    await viewer.until("text-delta")
    const drained = server.drain(10_000)
    expect(await viewer.next()).toBeUndefined()
    say("morning.")
    end()
    await drained
    const facts = await store.log.read("a", 0)
    expect(facts.at(-1)).toMatchObject({ type: "turn-finished", outcome: "completed", text: "Good morning." })
  })

  it("cuts a reader that takes nothing, reads little ahead for it, and loses nothing when it comes back", async () => {
    const { store, reads } = readCounter()
    // Far more than what sockets hold.
    const [turns, words] = [48, "x".repeat(384 * 1024)]
    const model = scripted(() => words)
    const { post, server, url } = await start({ model }, { store, timing: { stalledMs: 300 } })
    for (let turn = 0; turn < turns; turn++) await post("/v1/sessions/a/ask", { input: "More" })
    const before = reads()
    const stalled = await StalledReader.open(url)
    await vi.waitFor(() => expect(server.streams.viewers).toBe(1))
    await vi.waitFor(() => expect(server.streams.viewers).toBe(0), { timeout: 20_000 })
    const read = reads() - before
    const got = await stalled.rest()
    const last = got.at(-1)?.id ?? "0"
    expect(read - Number.parseInt(last, 10)).toBeLessThan(80)
    await server.drain(0)
    running = await served({ model }, { store })
    const back = await running.events(EVENTS, { "last-event-id": last })
    const all = [...got]
    while (all.at(-1)?.event !== "turn-end" || JSON.parse(all.at(-1)?.data ?? "").turn < turns)
      all.push(...(await back.until("turn-end")))
    back.cut()
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
    expect(textOf(all).length).toBe(turns * words.length)
  })
})

/** A store that counts the facts that are read from it. */
function readCounter(): { readonly store: Store; readonly reads: () => number } {
  const store = memory()
  let reads = 0
  const read: Store["log"]["read"] = async (...args) => {
    const facts = await store.log.read(...args)
    reads += facts.length
    return facts
  }
  return { store: { ...store, log: { ...store.log, read } }, reads: () => reads }
}
