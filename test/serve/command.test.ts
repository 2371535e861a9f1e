// `pawl serve` as a real process: what it says, how it ends, what it serves and logs.
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { sqlite } from "../../packages/agent/src/index.ts"
import { Users } from "../../packages/server/src/access/users.ts"
import { follow, makeServePlace, post, type ServePlace } from "./process.ts"

let place: ServePlace
afterEach(() => place.remove())

const ANY = ["--port", "0"]
const json = async (response: Promise<Response>) => (await response).json() as never

describe("pawl serve, when it cannot", () => {
  beforeEach(() => {
    place = makeServePlace()
  })

  it("says that a port is in use, and exits 52", async () => {
    const taken = createServer().listen(0, "127.0.0.1")
    await new Promise((resolve) => taken.once("listening", resolve))
    const { port } = taken.address() as { port: number }
    const ended = await place.pawl(["serve", "--port", String(port)])
    expect(ended).toMatchObject({
      code: 52,
      stdout: "",
      stderr: `pawl: Port ${port} of 127.0.0.1 is in use by another program. Stop it, or choose another port with --port.\n`,
    })
    await new Promise((resolve) => taken.close(resolve))
  })

  it.each([
    ["without a model", [], { PAWL_MODEL: "" }, 52, /^pawl: No model is configured\./],
    [
      "on an open address without users",
      ["--host", "0.0.0.0"],
      {},
      52,
      /no users yet\. Make one with "pawl users add NAME/,
    ],
    ["with a port that is none", ["--port", "web"], {}, 2, /--port .* must be a whole number from 0 to 65535/],
    ["with words", ["here"], {}, 2, /takes no arguments, but got "here"/],
    [
      "with a configuration that is not there",
      ["--config", "nope.json"],
      {},
      42,
      /There is no configuration ".*nope\.json"/,
    ],
    ["with seconds that are none", ["--drain-seconds", "soon"], {}, 2, /--drain-seconds must be a number/],
    ["with a log that is none", [], { PAWL_SERVE_LOG: "foo" }, 2, /PAWL_SERVE_LOG\) must be "file" or "stderr"/],
    [
      "with a setting that is none",
      [],
      { PAWL_SERVE_CLEANUP_EVERY_HOURS: "abc" },
      52,
      /PAWL_SERVE_CLEANUP_EVERY_HOURS is "abc", but .* is a number of at least 0/,
    ],
    ["on an address of another machine", ["--host", "192.0.2.1"], {}, 52, /no users yet/],
  ])("%s: one sentence and its exit code", async (_, words, env, code, stderr) => {
    const ended = await place.pawl(["serve", ...words], { env })
    expect(ended.code).toBe(code)
    expect(ended.stderr).toMatch(stderr)
    expect(ended.stderr.trimEnd().split("\n")).toHaveLength(1)
  })

  it.each([{ publicUrl: "https://pawl.example.com" }, { hosts: ["pawl.example.com"] }])(
    "with %j, and neither users nor a login: says what to do, and exits 52",
    async (serve) => {
      writeFileSync(place.config, JSON.stringify({ serve }))
      expect(await place.pawl(["serve", "--config", place.config])).toMatchObject({
        code: 52,
        stderr: expect.stringMatching(
          /no users yet\. Make one with "pawl users add NAME --role admin", or name .*serve\.login/,
        ),
      })
    },
  )

  it("warns of a default group that does not exist", async () => {
    const taken = createServer().listen(0, "127.0.0.1")
    await new Promise((resolve) => taken.once("listening", resolve))
    const { port } = taken.address() as { port: number }
    writeFileSync(place.config, JSON.stringify({ serve: { defaultGroup: "staff" } }))
    const { stderr } = await place.pawl(["serve", "--config", place.config, "--port", String(port)])
    expect(stderr).toContain('"serve.defaultGroup" names the group "staff", which does not exist. Make it with')
    await new Promise((resolve) => taken.close(resolve))
  })

  it("with a public URL that has a path: says what to write, and exits 52", async () => {
    writeFileSync(place.config, JSON.stringify({ serve: { publicUrl: "https://example.com/pawl/" } }))
    expect(await place.pawl(["serve", "--config", place.config])).toMatchObject({
      code: 52,
      stderr: expect.stringContaining('without a path. Write "https://example.com".'),
    })
  })

  it.each([
    ["a key that it does not know", { serve: { prot: 1 } }],
    ["a workspace without a folder", { serve: { workspaces: { docs: { model: "ollama:x" } } } }],
    ["an origin that is none", { serve: { origins: ["app.example"] } }],
  ])("with %s in its configuration: says what is wrong, and exits 52", async (_, config) => {
    writeFileSync(place.config, JSON.stringify(config))
    const ended = await place.pawl(["serve", "--config", place.config])
    expect(ended).toMatchObject({
      code: 52,
      stderr: expect.stringMatching(/^pawl: The configuration ".*" cannot be used: .*serve/),
    })
  })

  it("a project may not bring a server of its own", async () => {
    writeFileSync(join(place.work, ".pawl.json"), JSON.stringify({ serve: { host: "0.0.0.0" } }))
    expect(await place.pawl(["serve"])).toMatchObject({
      code: 52,
      stderr: expect.stringContaining("sets serve, which a project may not"),
    })
  })
})

describe("pawl serve", () => {
  it("opens sessions of pawl --server in the workspace that --workspace names, and asks only its models", async () => {
    place = makeServePlace()
    const { PAWL_MODEL: model } = place.base
    const other = model.replace("echo.ts", "obedient.ts")
    const workspaces = { docs: { folder: "docs", model }, chat: { folder: "chat", model: other } }
    writeFileSync(place.config, JSON.stringify({ serve: { workspaces } }))
    for (const name of ["docs", "chat"]) mkdirSync(join(place.root, name))
    const { url } = await place.serve(ANY, { PAWL_MODEL: "" })
    const run = (...words: string[]) => place.pawl(["-p", "Hello", "--server", url, ...words])
    const where = async () =>
      ((await json(fetch(`${url}/v1/sessions`))) as { sessions: { workspace: string }[] }).sessions.map(
        (row) => row.workspace,
      )
    expect((await run("--workspace", "chat")).code).toBe(0)
    expect(await where()).toEqual(["chat"])
    expect((await run()).code).toBe(0)
    expect(await where()).toEqual(["docs", "chat"])
    expect(await run("--workspace", "none")).toMatchObject({
      code: 42,
      stderr: expect.stringContaining('no workspace "none"'),
    })
    expect(await run("--workspace", "docs", "--model", other)).toMatchObject({
      code: 42,
      stderr: expect.stringContaining(`The server has no model "${other}" for you.`),
    })
    expect(await run("--model", other)).toMatchObject({
      code: 42,
      stderr: expect.stringContaining(`This workspace has no model "${other}".`),
    })
  })

  it("warns of a limit of costs that meets a model without a price, also when only a user has the limit", async () => {
    place = makeServePlace()
    mkdirSync(place.home, { recursive: true })
    const store = await sqlite(join(place.home, "pawl.db"))
    const users = new Users({ store })
    await users.add("ann", { role: "admin", limits: { costUsd: 1 } })
    const { token } = await users.makeToken("ann")
    await store.close()
    const { url, kill, ended } = await place.serve(ANY)
    const env = { PAWL_TOKEN: token }
    expect((await place.pawl(["-p", "Hello", "--server", url], { env })).code).toBe(0)
    kill("SIGTERM")
    expect((await ended).stderr).toMatch(/There is a limit of costs, but the price of "scripted.*" is not known/)
  })

  it("serves named workspaces on one store, each with its own settings, and says which it could not open (T28)", async () => {
    place = makeServePlace({
      serve: {
        workspaces: {
          docs: { folder: "docs", instructions: "Look after the documents." },
          chat: { folder: "chat", profile: "chat-service" },
          wide: { folder: "wide", limits: { message: { chars: 200_000 } } },
          keyless: { folder: "keyless", model: "openai:gpt-5" },
          // Its sessions would run with the settings of the other.
          twin: { folder: "link", approve: "deny" },
        },
      },
    })
    for (const name of ["docs", "chat", "wide", "keyless"]) mkdirSync(join(place.root, name))
    symlinkSync(join(place.root, "docs"), join(place.root, "link"))
    // The variable would win over all of them.
    const { PAWL_MODEL: model } = place.base
    const config = JSON.parse(readFileSync(place.config, "utf8"))
    writeFileSync(place.config, JSON.stringify({ ...config, model }))
    const served = await place.serve(ANY, { PAWL_MODEL: "", OPENAI_API_KEY: "" })
    const { url } = served
    expect(await json(fetch(`${url}/v1/workspaces`))).toMatchObject({
      workspaces: [{ name: "docs" }, { name: "chat" }, { name: "wide" }],
    })
    expect(await json(fetch(`${url}/v1/status`))).toMatchObject({
      available: false,
      issues: [
        { workspace: "keyless", problem: expect.stringContaining("OPENAI_API_KEY") },
        { workspace: "twin", problem: expect.stringContaining('"docs" and "twin" have the same folder') },
      ],
    })
    await post(url, "/v1/sessions", { id: "d", workspace: "docs" })
    await post(url, "/v1/sessions", { id: "c", workspace: "chat" })
    expect(await json(fetch(`${url}/v1/sessions/d`))).toMatchObject({ workspace: "docs", profile: "default" })
    expect(await json(fetch(`${url}/v1/sessions/c`))).toMatchObject({ workspace: "chat", profile: "chat-service" })
    // T21: the limits of a chat service come with its profile.
    expect((await post(url, "/v1/sessions/c/messages", { input: "x".repeat(10_001) })).status).toBe(400)
    expect(await json(post(url, "/v1/sessions/d/ask", { input: `length ${"x".repeat(10_001)}` }))).toMatchObject({
      outcome: "completed",
    })
    // Other profiles have wider ones, which the settings of the workspace change.
    const file = { type: "attachment", name: "a.txt", data: "d29yZHM=" }
    const sent = async (session: string, input: unknown) =>
      (await post(url, `/v1/sessions/${session}/messages`, { input })).status
    expect(await sent("d", "x".repeat(100_001))).toBe(400)
    expect(await sent("d", [{ type: "text", text: "x" }, ...Array(6).fill(file)])).toBe(400)
    await post(url, "/v1/sessions", { id: "w", workspace: "wide" })
    expect(await sent("w", "x".repeat(100_001))).toBe(202)
    // The terminal program sees them too: it is one store.
    expect((await place.pawl(["sessions", "list", "--json"])).stdout).toContain('"d"')
    served.kill("SIGINT")
    expect(await served.ended).toMatchObject({ code: 0 })
  })

  it("belongs to the person at this machine on each of its own addresses", async () => {
    place = makeServePlace()
    const served = await place.serve([...ANY, "--host", "127.0.0.2"])
    expect((await fetch(`${served.url}/v1/me`)).status).toBe(200)
    served.kill("SIGTERM")
    expect(await served.ended).toMatchObject({ code: 0 })
  })

  it("demands a token as soon as there are users, on every address", async () => {
    place = makeServePlace()
    mkdirSync(place.home, { recursive: true })
    const store = await sqlite(join(place.home, "pawl.db"))
    const users = new Users({ store })
    await users.add("ann", { role: "admin" })
    const { token } = await users.makeToken("ann")
    await store.close()
    const served = await place.serve([...ANY, "--host", "0.0.0.0"])
    const url = `http://127.0.0.1:${served.port}`
    expect((await fetch(`${url}/v1/me`)).status).toBe(401)
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
    const headers = { authorization: `Bearer ${token}` }
    expect(await json(fetch(`${url}/v1/me`, { headers }))).toMatchObject({ user: "ann", role: "admin" })
    served.kill("SIGTERM")
    expect(await served.ended).toMatchObject({ code: 0 })
  })

  it("M26: logs requests, decisions, tool calls and turns with their traces, and no words, on stderr if asked", async () => {
    place = makeServePlace()
    const served = await place.serve([...ANY, "--log", "stderr", "--approve", "auto"])
    const { url } = served
    await post(url, "/v1/sessions", { id: "s" })
    const done = (await json(post(url, "/v1/sessions/s/ask", { input: "note buy milk" }))) as {
      trace: string
      text: string
    }
    expect(done.text).toBe("note: noted buy milk")
    served.kill("SIGTERM")
    const { stderr } = await served.ended
    const records = stderr
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line))
    const request = records.find(({ route }) => route === "turns.ask")
    expect(request).toMatchObject({
      msg: "request",
      status: 200,
      trace: expect.stringMatching(/^[0-9a-f]{32}$/),
      user: "local",
    })
    const ofTurn = records.filter(({ trace }) => trace === done.trace)
    expect(ofTurn.map(({ msg }) => msg)).toEqual(
      expect.arrayContaining(["turn-start", "model-call", "tool-call", "turn-end"]),
    )
    expect(ofTurn.find(({ msg }) => msg === "tool-call")).toMatchObject({
      tool: "note",
      outcome: "ok",
      ms: expect.any(Number),
    })
    expect(ofTurn.find(({ msg }) => msg === "turn-end")).toMatchObject({ outcome: "completed" })
    expect(records.map(({ msg }) => msg)).toEqual(expect.arrayContaining(["listening", "draining", "ended"]))
  })

  it("T27: leaves turns to workers on the same database where the configuration says so", async () => {
    place = makeServePlace({ runner: "worker" })
    const served = await place.serve(ANY)
    await post(served.url, "/v1/sessions", { id: "s" })
    expect((await post(served.url, "/v1/sessions/s/messages", { input: "Hello" })).status).toBe(202)
    const following = follow(served.url, "s", (all) => all.some(({ event }) => event === "turn-end"))
    expect(await json(fetch(`${served.url}/v1/sessions/s`))).toMatchObject({ turns: 0 })
    expect(await place.spawned(["worker", "--once"])).toMatchObject({ code: 0 })
    expect((await following).at(-1)?.data).toContain('"completed"')
    served.kill("SIGTERM")
    expect(await served.ended).toMatchObject({ code: 0 })
  })

  it("T10: of several servers on one database, one runs a turn from its beginning to its end", async () => {
    place = makeServePlace({ serve: { reusePort: true } })
    const servers = await Promise.all([place.serve(ANY), place.serve(ANY), place.serve(ANY)])
    const [{ url } = { url: "" }] = servers
    await post(url, "/v1/sessions", { id: "s" })
    for (const text of ["one", "two", "three"]) await post(url, "/v1/sessions/s/messages", { input: text })
    await follow(url, "s", (all) => all.filter(({ event }) => event === "turn-end").length === 3)
    // Every process logs the turns that it runs.
    for (const each of servers) each.kill("SIGTERM")
    await Promise.all(servers.map(({ ended }) => ended))
    const records = readFileSync(join(place.home, "pawl.log"), "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line))
    const runs = records.filter(({ msg }) => ["turn-start", "model-call", "turn-end"].includes(msg))
    const byTurn = Map.groupBy(runs, ({ trace }) => trace)
    expect(byTurn.size).toBe(3)
    for (const all of byTurn.values()) {
      expect(all.map(({ msg }) => msg)).toEqual(["turn-start", "model-call", "turn-end"])
      expect(new Set(all.map(({ pid }) => pid)).size).toBe(1)
    }
  })
})
