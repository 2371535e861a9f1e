// Checks of the specification, over HTTP: a real socket, a real database, a scripted model.
import { join } from "node:path"
import { tool } from "@pawl/agent"
import { call as calls } from "@pawl/agent/testing"
import Database from "better-sqlite3"
import { afterEach, describe, expect, it } from "vitest"
import { person, type Running, type RunningHow, running } from "../__fixtures__/ops-server.ts"

let served: Running
const start = async (how?: RunningHow) => {
  served = await running(how)
  return served
}
afterEach(() => served.stop())

const DONE = { outcome: "completed" }

/** A turn that goes on until it is let go. */
function held() {
  const go = Promise.withResolvers<void>()
  const began = Promise.withResolvers<void>()
  const script = async () => {
    began.resolve()
    await go.promise
    return "Done."
  }
  return { script, began: began.promise, release: () => go.resolve() }
}

describe("T11: a session with a live run", () => {
  it("refuses another message and a retry with 409, in a profile that refuses; of two at once, one gets in", async () => {
    const turn = held()
    const { call } = await start({ script: turn.script })
    await call("POST", "/v1/sessions", { id: "s", profile: "chat-service" })
    const sent = await Promise.all(["a", "b"].map((input) => call("POST", "/v1/sessions/s/messages", { input })))
    expect(sent.map(({ status }) => status).sort()).toEqual([202, 409])
    await turn.began
    for (const [path, body] of [
      ["messages", { input: "c" }],
      ["retry", {}],
    ] as const) {
      const refused = await call("POST", `/v1/sessions/s/${path}`, body)
      expect(refused).toMatchObject({
        status: 409,
        body: { error: { code: expect.any(String), trace: expect.any(String) } },
      })
    }
    turn.release()
  })
})

describe("M17: two messages at once", () => {
  it("are both in the history, one after the other, and a long turn is not called busy", async () => {
    const turn = held()
    const { call, store } = await start({ script: turn.script })
    await call("POST", "/v1/sessions", { id: "s" })
    const sent = await Promise.all(["one", "two"].map((input) => call("POST", "/v1/sessions/s/messages", { input })))
    expect(sent.map(({ status }) => status)).toEqual([202, 202])
    await turn.began
    const third = call("POST", "/v1/sessions/s/ask", { input: "three" })
    turn.release()
    expect((await third).body).toMatchObject(DONE)
    const said = (await store.log.read("s", 0)).flatMap((fact) => (fact.type === "turn-started" ? fact.input : []))
    const words = said.map((part) => (part.type === "text" ? part.text : ""))
    expect(words.toSorted()).toEqual(["one", "three", "two"])
    expect(words.at(-1)).toBe("three")
  })
})

describe("T13: what a person changes during a run", () => {
  it("survives the writes of the run", async () => {
    const turn = held()
    const { call } = await start({ script: turn.script })
    await call("POST", "/v1/sessions", { id: "s" })
    const asked = call("POST", "/v1/sessions/s/ask", { input: "Go" })
    await turn.began
    await call("PATCH", "/v1/sessions/s", { title: "Trip", pinned: true, tags: ["vip"] })
    await call("PATCH", "/v1/sessions/s", { archived: true })
    turn.release()
    expect((await asked).body).toMatchObject(DONE)
    const { body } = await call("GET", "/v1/sessions/s")
    expect(body).toMatchObject({ title: "Trip", pinned: true, archived: true, tags: ["vip"], turns: 1 })
  })
})

describe("M25: the list", () => {
  it("pages by cursor, keeps its order when a session is renamed, and loses what is removed", async () => {
    const { call } = await start()
    for (const id of ["a", "b", "c", "d", "e"]) {
      await call("POST", "/v1/sessions", { id })
      await call("POST", `/v1/sessions/${id}/ask`, { input: id })
    }
    const listed = async () => {
      const ids: string[] = []
      for (let cursor = ""; ; ) {
        const { body } = await call("GET", `/v1/sessions?limit=2${cursor}`)
        const { sessions, next } = body as { sessions: readonly { id: string }[]; next: string | null }
        ids.push(...sessions.map(({ id }) => id))
        if (next === null) return ids
        cursor = `&cursor=${next}`
      }
    }
    expect(await listed()).toEqual(["e", "d", "c", "b", "a"])
    expect((await call("PATCH", "/v1/sessions/b", { title: "Renamed" })).body).toMatchObject({ title: "Renamed" })
    expect(await listed()).toEqual(["e", "d", "c", "b", "a"])
    expect((await call("DELETE", "/v1/sessions/c")).status).toBe(200)
    expect(await listed()).toEqual(["e", "d", "b", "a"])
    for (const method of ["GET", "DELETE"]) expect((await call(method, "/v1/sessions/c")).status).toBe(404)
    expect((await call("PATCH", "/v1/sessions/c", { title: "x" })).status).toBe(404)
    expect((await call("GET", "/v1/sessions?cursor=nonsense")).status).toBe(400)
  })
})

describe("M1: a message", () => {
  it("has one final text; an empty one is refused; the trace is in the answer, the error and the log", async () => {
    const { call, logged } = await start()
    await call("POST", "/v1/sessions", { id: "s" })
    const answered = await call("POST", "/v1/sessions/s/ask", { input: "Hello" })
    expect(answered.body).toMatchObject({ ...DONE, text: "Good morning.", trace: expect.stringMatching(/^\w{10,}$/) })
    const refused = await call("POST", "/v1/sessions/s/ask", { input: "" })
    const trace = refused.headers.get("x-trace-id")
    expect(refused).toMatchObject({ status: 400, body: { error: { code: "input-invalid", trace } } })
    expect(logged.map(({ record }) => record)).toContainEqual(
      expect.objectContaining({ trace, status: 400, route: "turns.ask", user: "local" }),
    )
    expect(JSON.stringify(logged)).not.toContain("Hello")
  })

  it("M26: takes over the trace that a client sends", async () => {
    const { url, logged } = await start()
    const trace = "0af7651916cd43dd8448eb211c80319c"
    const headers = { traceparent: `00-${trace}-b7ad6b7169203331-01` }
    const response = await fetch(`${url}/v1/sessions/nope`, { headers })
    expect(response.headers.get("x-trace-id")).toBe(trace)
    expect(await response.json()).toMatchObject({ error: { code: "session-missing", trace } })
    expect(logged.map(({ record }) => record)).toContainEqual(expect.objectContaining({ trace, status: 404 }))
  })
})

describe("T20: an error of a provider", () => {
  it("is stored and shown without its token, key and address, in 500 characters at most", async () => {
    const message = `Refused: Bearer abcdefghijklmnopqrstuvwxyz012345 sk-live-0123456789abcdef0123456789 at https://api.example.com/v1 ${"x".repeat(2000)}`
    const { call, store } = await start({
      script: () => ({ error: { class: "invalid-request", code: "400", message } }),
    })
    await call("POST", "/v1/sessions", { id: "s" })
    const { body } = await call("POST", "/v1/sessions/s/ask", { input: "Hello" })
    const { error } = body as { error: { message: string } }
    expect(error.message.length).toBeLessThanOrEqual(500)
    const everything = await Promise.all(
      ["", "/transcript", "/facts", "/audit", "/export"].map(async (path) =>
        JSON.stringify((await call("GET", `/v1/sessions/s${path}`)).body),
      ),
    )
    const shown = [JSON.stringify(body), JSON.stringify(await store.log.read("s", 0)), ...everything].join()
    for (const secret of ["abcdefghijklmnopqrstuvwxyz", "sk-live", "api.example.com"])
      expect(shown).not.toContain(secret)
  })
})

describe("cleaning up", () => {
  const age = (days: number) => {
    const db = new Database(join(served.folder, "agent.db"))
    const ms = days * 24 * 60 * 60 * 1000
    db.prepare("update sessions set updated_at = updated_at - ?, archived_at = archived_at - ?").run(ms, ms)
    db.close()
  }

  it("T25: archives what rested for 30 days unless pinned, removes what was archived for 90, and 0 switches each off", async () => {
    const { call } = await start()
    for (const id of ["rests", "pinned"]) await call("POST", "/v1/sessions", { id })
    await call("PATCH", "/v1/sessions/pinned", { pinned: true })
    const none = { failed: [], interrupted: [], archived: [], deleted: [] }
    expect((await call("POST", "/v1/admin/cleanup", {})).body).toEqual(none)
    age(31)
    await call("PUT", "/v1/settings/cleanup.archiveAfterDays", { value: 0 })
    expect((await call("POST", "/v1/admin/cleanup", {})).body).toEqual(none)
    await call("DELETE", "/v1/settings/cleanup.archiveAfterDays")
    const archived = { ...none, archived: ["rests"] }
    expect((await call("POST", "/v1/admin/cleanup", { dryRun: true })).body).toEqual(archived)
    expect((await call("POST", "/v1/admin/cleanup", {})).body).toEqual(archived)
    age(91)
    await call("PUT", "/v1/settings/cleanup.deleteAfterDays", { value: 0 })
    expect((await call("POST", "/v1/admin/cleanup", {})).body).toEqual(none)
    await call("PUT", "/v1/settings/cleanup.deleteAfterDays", { value: 90 })
    expect((await call("POST", "/v1/admin/cleanup", {})).body).toEqual({ ...none, deleted: ["rests"] })
    expect((await call("GET", "/v1/sessions/rests")).status).toBe(404)
    expect((await call("GET", "/v1/sessions/pinned")).status).toBe(200)
  })

  it("T12: does not fail a run that lives, however long it takes", async () => {
    const turn = held()
    const { call } = await start({ script: turn.script, agent: { leases: { beatMs: 50 } }, server: { lapseMs: 300 } })
    await call("POST", "/v1/sessions", { id: "s", profile: "chat-service" })
    const asked = call("POST", "/v1/sessions/s/ask", { input: "Go" })
    await turn.began
    await call("PUT", "/v1/settings/cleanup.stuckAfterMinutes", { value: 0.000001 })
    expect((await call("POST", "/v1/admin/cleanup", {})).body).toMatchObject({ failed: [], interrupted: [] })
    turn.release()
    expect((await asked).body).toMatchObject(DONE)
  })
})

describe("T28: a server that cannot answer", () => {
  it("lists in its status what is missing, to those who may use the workspace", async () => {
    const problem = 'Provider "openai" needs a key, and OPENAI_API_KEY is not set.'
    const { call } = await start({ server: { issues: [{ workspace: "docs", problem }] } })
    expect((await call("GET", "/v1/status")).body).toMatchObject({
      available: false,
      issues: [{ workspace: "docs", problem }],
      maxFileBytes: 20 * 1024 * 1024,
    })
    expect((await call("GET", "/readyz")).status).toBe(200)
  })

  it("names in its status the last failure of a model, and whether it has answered since", async () => {
    let isDown = true
    const error = {
      class: "auth",
      code: "key-refused",
      message: "The key sk-proj-aB3dE6gH9jK2mN5pQ8sT was refused.",
    } as const
    const { call } = await start({
      script: () => (isDown ? { error } : "Hello."),
      people: {
        root: person("root", "admin"),
        ann: person("ann", "user"),
        eve: person("eve", "user", { models: ["another"] }),
        zoe: person("zoe", "user", { workspaces: ["main"] }),
      },
      workspace: { models: ["scripted"] },
    })
    const failures = async (who: string) =>
      ((await call("GET", `as ${who} /v1/status`)).body as { modelFailures: object[] }).modelFailures
    expect(await failures("root")).toEqual([])
    await call("POST", "as ann /v1/sessions", { id: "s" })
    await call("POST", "as ann /v1/sessions/s/ask", { input: "Hello" })
    const failure = { model: "scripted", at: expect.any(Number), kind: "auth", code: "key-refused" }
    expect(await failures("root")).toEqual([
      { ...failure, message: "The key [redacted] was refused.", answeredSince: false },
    ])
    // What a provider says may quote what another person said.
    const seen = { ...failure, message: null, answeredSince: false }
    expect([await failures("ann"), await failures("zoe"), await failures("eve")]).toEqual([[seen], [seen], []])
    isDown = false
    await call("POST", "as ann /v1/sessions/s/ask", { input: "Again" })
    expect(await failures("ann")).toEqual([{ ...seen, answeredSince: true }])
  })

  it("fails a turn of a model that takes no tools with a sentence that says what to do", async () => {
    const message = "this model does not support tools"
    const { call } = await start({
      agent: { tools: [tool({ name: "look", description: "Looks.", input: {}, effect: "read", run: () => "seen" })] },
      script: () => ({ error: { class: "config", code: "tools-unsupported", message } }),
    })
    await call("POST", "/v1/sessions", { id: "s" })
    const { body } = await call("POST", "/v1/sessions/s/ask", { input: "Hello" })
    expect(body).toMatchObject({ outcome: "failed", error: { message: expect.stringContaining(message) } })
    expect((await call("GET", "/v1/sessions/s")).body).toMatchObject({ status: "failed" })
  })
})

describe("effects in doubt", () => {
  it("are listed after a process is gone, settled once by a person, and the model is told", async () => {
    const began = Promise.withResolvers<void>()
    const pay = tool({
      name: "pay",
      description: "Pays.",
      input: { type: "object", properties: { order: { type: "integer" } } },
      effect: "once",
      approval: false,
      run: () => {
        began.resolve()
        return new Promise<string>(() => {})
      },
    })
    const first = await running({
      agent: { tools: [pay] },
      script: ({ results }) => (results.length > 0 ? "I see." : { calls: [calls("pay", { order: 42 })] }),
    })
    await first.call("POST", "/v1/sessions", { id: "s" })
    await first.call("POST", "/v1/sessions/s/messages", { input: "Pay" })
    await began.promise
    await first.server.drain(0)
    await first.store.close()
    const { call, store } = await start({ folder: first.folder, agent: { tools: [pay] }, script: () => "I see." })
    await expect.poll(async () => (await store.sessions.get("s"))?.status).toBe("idle")
    const { body } = await call("GET", "/v1/sessions/s/effects")
    const { effects } = body as { effects: readonly { call: string }[] }
    expect(effects).toMatchObject([{ tool: "pay", arguments: { order: 42 }, outcome: "unknown" }])
    const path = `/v1/sessions/s/effects/${effects[0]?.call}`
    const finding = { happened: true, note: "The bank shows it." }
    expect((await call("POST", path, { ...finding, tell: true })).body).toMatchObject({ ...finding, by: "local" })
    expect(await call("POST", path, { happened: false })).toMatchObject({ status: 409 })
    expect(await call("POST", "/v1/sessions/s/effects/other", finding)).toMatchObject({ status: 404 })
    expect((await call("GET", "/v1/sessions/s/effects")).body).toMatchObject({ effects: [{ found: finding }] })
    const said = async () =>
      JSON.stringify((await store.log.read("s", 0)).findLast(({ type }) => type === "turn-started"))
    await expect.poll(said).toContain("did take effect. The bank shows it.")
    expect((await call("GET", "/v1/sessions/s/audit")).body).toMatchObject({
      calls: [{ tool: "pay", status: "unknown" }],
    })
  })
})
