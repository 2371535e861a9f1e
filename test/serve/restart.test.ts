// A server that ends and one that starts, as real processes on one database and one port.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { boundSocket } from "./__fixtures__/bound-socket.ts"
import { follow, type Heard, makeServePlace, post, type ServePlace } from "./process.ts"

let place: ServePlace
beforeEach(() => {
  place = makeServePlace({ serve: { requestsPerSecond: 100_000, reusePort: true } })
})
afterEach(() => place.remove())

const ANY = ["--port", "0"]

/** Without text in flight, which is shown as it comes, and up to the end of the last turn. */
function stored(heard: readonly Heard[] = []): readonly Heard[] {
  const kept = heard.filter(({ event }) => event !== "text-delta")
  return kept.slice(0, kept.findLastIndex(({ event }) => event === "turn-end") + 1)
}

describe("a restart without a gap", () => {
  it("fails no request, loses no message and no event, while the old process drains and the new one takes over", async () => {
    const socket = boundSocket()
    const passed = [[], { LISTEN_FDS: "1" }, socket.fd] as const
    const old = await place.serve(...passed)
    const { url } = old
    for (const id of ["s", "a", "b"]) expect((await post(url, "/v1/sessions", { id })).status).toBe(201)
    let isOver = false
    let total: number | undefined
    const sent: string[] = []
    const failures: string[] = []
    const good = async (what: string, response: Response) => {
      const text = await response.text()
      if (!response.ok) failures.push(`${what}: ${response.status} ${text}`)
    }
    /** Sends, waits for the end of a turn, and lists, on connections that it keeps. */
    const client = async (session: string) => {
      for (let number = 0; !isOver; number++) {
        const id = `${session}-${number}`
        try {
          await good(id, await post(url, `/v1/sessions/${session}/messages`, { input: id, id }))
          await good(id, await post(url, `/v1/sessions/${session}/ask`, { input: "And?", id: `${id}-ask` }))
          await good(id, await fetch(`${url}/v1/sessions?limit=5`))
          if (session === "s") sent.push(id, `${id}-ask`)
        } catch (error) {
          failures.push(`${id}: ${error} ${error instanceof Error ? error.cause : ""}`)
        }
      }
    }
    const ends = (all: readonly { readonly event: string }[]) => all.filter(({ event }) => event === "turn-end").length
    const viewers = ["one", "two"].map(() => follow(url, "s", (all) => total !== undefined && ends(all) >= total))
    const clients = ["s", "a", "b"].map(client)
    const next = await place.serve(...passed)
    await vi.waitFor(() => expect(sent.length).toBeGreaterThan(20), 30_000)
    old.kill("SIGTERM")
    expect(await old.ended).toMatchObject({ code: 0 })
    const before = sent.length
    await vi.waitFor(() => expect(sent.length).toBeGreaterThan(before + 20), 30_000)
    isOver = true
    await Promise.all(clients)
    expect(failures).toEqual([])
    // One more, so that viewers who have heard everything already look again.
    total = sent.push("last")
    expect((await post(url, "/v1/sessions/s/ask", { input: "last", id: "last" })).status).toBe(200)
    const [first, second] = await Promise.all(viewers)
    const { turns } = (await (await fetch(`${url}/v1/sessions/s/transcript`)).json()) as { turns: readonly unknown[] }
    expect(turns).toHaveLength(sent.length)
    const ids = (first ?? []).map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(stored(second)).toEqual(stored(first))
    next.kill("SIGTERM")
    expect(await next.ended).toMatchObject({ code: 0 })
    socket.close()
  })

  it("suspends a turn that does not end in time, and the next process goes on with it", async () => {
    const old = await place.serve([...ANY, "--drain-seconds", "0.3"])
    await post(old.url, "/v1/sessions", { id: "s" })
    await post(old.url, "/v1/sessions/s/messages", { input: "hang" })
    const starts = async (url: string) => {
      const { facts } = (await (await fetch(`${url}/v1/sessions/s/facts`)).json()) as {
        facts: readonly { type: string }[]
      }
      return facts.filter(({ type }) => type === "tool-started").length
    }
    await vi.waitFor(async () => expect(await starts(old.url)).toBe(1), 20_000)
    const next = await place.serve(["--port", String(old.port)])
    old.kill("SIGTERM")
    expect(await old.ended).toMatchObject({ code: 0 })
    await vi.waitFor(async () => expect(await starts(next.url)).toBe(2), 20_000)
    expect((await post(next.url, "/v1/sessions/s/cancel")).status).toBe(202)
    const heard = await follow(next.url, "s", (all) => all.some(({ event }) => event === "turn-end"))
    expect(heard.at(-1)?.data).toContain('"cancelled"')
    next.kill("SIGTERM")
    expect(await next.ended).toMatchObject({ code: 0 })
  })
})

describe("signals", () => {
  it.each([
    ["SIGTERM", 143],
    ["SIGINT", 130],
  ] as const)("a second %s leaves at once, with %i", async (signal, code) => {
    const served = await place.serve(ANY)
    await post(served.url, "/v1/sessions", { id: "s" })
    await post(served.url, "/v1/sessions/s/messages", { input: "hang" })
    await vi.waitFor(async () => {
      const { facts } = (await (await fetch(`${served.url}/v1/sessions/s/facts`)).json()) as {
        facts: readonly { type: string }[]
      }
      expect(facts.some(({ type }) => type === "tool-started")).toBe(true)
    }, 20_000)
    served.kill(signal)
    // It drains now: it has left the port.
    await vi.waitFor(() => expect(fetch(served.url)).rejects.toThrow(), 20_000)
    served.kill(signal)
    expect(await served.ended).toMatchObject({ code })
  })
})
