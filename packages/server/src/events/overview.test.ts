import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { memory, type Store, sqlite, tool } from "@pawl/agent"
import { call, scripted } from "@pawl/agent/testing"
import { afterEach, describe, expect, it, vi } from "vitest"
import { type Served, served } from "../__fixtures__/served.ts"
import { SocketClient } from "../__fixtures__/socket-client.ts"
import type { SseReader } from "../__fixtures__/sse-reader.ts"
import type { Principal } from "../access/principal.ts"

let running: Served | undefined
let folder: string | undefined
afterEach(async () => {
  await running?.close()
  running = undefined
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
  folder = undefined
})

interface Row {
  readonly id: string
  readonly title: string | null
  readonly status: string
  readonly openRequests: readonly object[]
}

interface Told {
  readonly type: string
  readonly id?: string
  readonly session?: Row
  readonly sessions?: readonly Row[]
  readonly next?: string | null
}

async function next(reader: SseReader): Promise<Told> {
  return JSON.parse((await reader.next())?.data ?? "{}")
}

/** What a viewer is told until something holds. */
async function until(reader: SseReader, holds: (told: Told) => boolean): Promise<Told> {
  for (;;) {
    const told = await next(reader)
    if (holds(told)) return told
  }
}

const PEOPLE: Readonly<Record<string, Principal>> = {
  ann: { user: "ann", role: "user", allows: {} },
  bob: { user: "bob", role: "user", allows: {} },
}

const model = scripted(({ said, results }) =>
  said.includes("question") && results.length === 0 ? { calls: [call("missing_tool")] } : "Fine.",
)

describe.each(["memory", "sqlite"])("the stream of all sessions, in %s", (kind) => {
  const storeOf = async (): Promise<Store> => {
    if (kind === "memory") return memory()
    folder = mkdtempSync(join(tmpdir(), "pawl-overview-"))
    return sqlite(join(folder, "pawl.db"))
  }

  it("begins with the rows, and tells each change: opened, running, at rest, renamed, removed", async () => {
    running = await served({ model }, { store: await storeOf() })
    const { post, events, url } = running
    await post("/v1/sessions", { id: "a" })
    const viewer = await events("/v1/events")
    expect(await next(viewer)).toMatchObject({ type: "snapshot", sessions: [{ id: "a", status: "idle" }], next: null })
    expect(viewer.id).toBe("fresh-snapshot")
    await post("/v1/sessions", { id: "b" })
    await until(viewer, ({ session }) => session?.id === "b")
    await post("/v1/sessions/b/ask", { input: "Hello there" })
    const rested = await until(viewer, ({ session }) => session?.id === "b" && session.title === "Hello there")
    expect(rested.session).toMatchObject({ usage: { outputTokens: expect.any(Number) } })
    const patch = { method: "PATCH", headers: { "content-type": "application/json" } }
    await fetch(`${url}/v1/sessions/a`, { ...patch, body: JSON.stringify({ title: "Mine", pinned: true }) })
    expect(await until(viewer, ({ session }) => session?.title === "Mine")).toMatchObject({ session: { pinned: true } })
    await fetch(`${url}/v1/sessions/a`, { method: "DELETE" })
    expect(await until(viewer, ({ type }) => type === "removed")).toEqual({ type: "removed", id: "a" })
    viewer.cut()
    const back = await events("/v1/events", { "last-event-id": viewer.id })
    expect(await next(back)).toMatchObject({ type: "snapshot", sessions: [{ id: "b" }] })
    back.cut()
  })

  it("begins also with what waits for a person behind the first 200 rows, and the list goes on behind those", async () => {
    const asking = scripted(({ results }) => (results.length === 0 ? { calls: [call("pay")] } : "Paid."))
    const pay = tool({
      name: "pay",
      description: "Pays.",
      effect: "once",
      input: { type: "object" },
      run: () => "Paid.",
    })
    running = await served({ model: asking, tools: [pay] }, { store: await storeOf() })
    const { post, events, url } = running
    await post("/v1/sessions", { id: "waits" })
    const early = await events("/v1/events")
    await post("/v1/sessions/waits/messages", { input: "Pay" })
    await until(early, ({ session }) => session?.openRequests.length === 1)
    early.cut()
    for (let each = 1; each <= 203; each++) await post("/v1/sessions", { id: `later-${each}` })
    const viewer = await events("/v1/events")
    const { sessions = [], next: place } = await next(viewer)
    viewer.cut()
    expect(sessions.length).toBe(201)
    expect(sessions.at(-1)).toMatchObject({ id: "waits", openRequests: [{ kind: "approval" }] })
    const rest = (await (await fetch(`${url}/v1/sessions?cursor=${place}`)).json()) as {
      readonly sessions: readonly Row[]
    }
    // Sessions of the same millisecond may stand in another order than they were made in.
    const behind = rest.sessions.map(({ id }) => id)
    expect(behind).toHaveLength(4)
    expect(behind.at(-1)).toBe("waits")
    const all = [...sessions.slice(0, 200).map(({ id }) => id), ...behind]
    expect(all.sort()).toEqual(["waits", ...Array.from({ length: 203 }, (_, each) => `later-${each + 1}`)].sort())
  })

  it("shows a person only what is theirs, also when it is removed", async () => {
    const authenticate = (c: { req: { header(name: string): string | undefined } }) =>
      PEOPLE[c.req.header("authorization") ?? ""]
    running = await served({ model }, { store: await storeOf(), authenticate })
    const { events, url } = running
    const ask = (method: string, path: string, body: object | undefined, who: string) =>
      fetch(`${url}${path}`, {
        method,
        headers: { authorization: who, "content-type": "application/json" },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
    const [ann, bob] = [
      await events("/v1/events", { authorization: "ann" }),
      await events("/v1/events", { authorization: "bob" }),
    ]
    await Promise.all([next(ann), next(bob)])
    await ask("POST", "/v1/sessions", { id: "of-ann" }, "ann")
    await until(ann, ({ session }) => session?.id === "of-ann")
    await ask("DELETE", "/v1/sessions/of-ann", undefined, "ann")
    await until(ann, ({ type }) => type === "removed")
    await ask("POST", "/v1/sessions", { id: "of-bob" }, "bob")
    expect(await next(bob)).toMatchObject({ type: "session", session: { id: "of-bob" } })
    ann.cut()
    bob.cut()
  })
})

describe("the stream of all sessions", () => {
  it("looks at the store once for all viewers, and not at all while nothing changes", async () => {
    const store = memory()
    let lists = 0
    const list: Store["sessions"]["list"] = (query) => {
      lists++
      return store.sessions.list(query)
    }
    running = await served({ model }, { store: { ...store, sessions: { ...store.sessions, list } } })
    const { post, events } = running
    const viewers = await Promise.all(Array.from({ length: 10 }, () => events("/v1/events")))
    for (const viewer of viewers) await next(viewer)
    const before = lists
    await post("/v1/sessions", { id: "a" })
    for (const viewer of viewers) await until(viewer, ({ session }) => session?.id === "a")
    expect(lists - before).toBeLessThan(5)
    for (const viewer of viewers) viewer.cut()
    await vi.waitFor(() => expect(running?.server.streams.watchers).toBe(0))
  })

  it("goes over the socket, too", async () => {
    running = await served({ model })
    await running.post("/v1/sessions", { id: "a" })
    const client = await SocketClient.open(running.url)
    client.send({ id: "all", followAll: true })
    expect(await client.next()).toMatchObject({ id: "all", event: { type: "snapshot", sessions: [{ id: "a" }] } })
    await running.post("/v1/sessions", { id: "b" })
    expect(await client.next()).toMatchObject({
      id: "all",
      event: { type: "session", session: { id: expect.any(String) } },
    })
    client.socket.terminate()
  })
})
