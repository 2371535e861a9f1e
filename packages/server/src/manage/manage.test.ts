import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { plugin, secret, sqlite } from "@pawl/agent"
import { loadPlugins } from "@pawl/agent/plugins"
import { afterEach, describe, expect, it } from "vitest"
import { person, type Running, type RunningHow, running } from "../__fixtures__/ops-server.ts"

let served: Running
const start = async (how?: RunningHow) => {
  served = await running(how)
  return served
}
afterEach(() => served.stop())

describe("settings of the server", () => {
  const ARCHIVE = "/v1/settings/cleanup.archiveAfterDays"
  const settingIn = ({ body }: { readonly body: never }, name = "cleanup.archiveAfterDays") =>
    (body as { settings: readonly { name: string }[] }).settings.find((each) => each.name === name)

  it("M22: the environment wins over the database, and that over the default; a stored value survives a restart", async () => {
    const { call, folder, server, store } = await running()
    expect(settingIn(await call("GET", "/v1/settings"))).toMatchObject({ value: 30, from: "default" })
    expect((await call("PUT", ARCHIVE, { value: 7 })).status).toBe(200)
    await server.drain(0)
    await store.close()
    const again = await running({ folder })
    expect(settingIn(await again.call("GET", "/v1/settings"))).toMatchObject({ value: 7, from: "stored" })
    await again.server.drain(0)
    await again.store.close()
    await start({ folder, server: { env: { PAWL_SERVE_CLEANUP_ARCHIVE_AFTER_DAYS: "3" } } })
    expect(settingIn(await served.call("GET", "/v1/settings"))).toMatchObject({ value: 3, from: "environment" })
    for (const [method, body] of [["PUT", { value: 9 }], ["DELETE"]] as const) {
      const locked = await served.call(method, ARCHIVE, body)
      expect(locked).toMatchObject({ status: 409, body: { error: { code: "setting-locked" } } })
    }
    rmSync(folder, { recursive: true, force: true })
  })

  it.each([
    ["cleanup.archiveAfterDays", "soon", 400],
    ["cleanup.archiveAfterDays", -1, 400],
    ["cleanup.archiveAfterDays", "", 400],
    ["constructor", 1, 400],
    ["notice", "Back at noon.", 200],
  ])("%s may not be %j: %i", async (name, value, status) => {
    const { call } = await start()
    expect((await call("PUT", `/v1/settings/${name}`, { value })).status).toBe(status)
  })

  it("are for admins; the notice is for all", async () => {
    const { call } = await start({ people: { ann: person("ann", "user"), eve: person("eve", "admin") } })
    await call("PUT", "as eve /v1/settings/notice", { value: "Back at noon." })
    expect((await call("GET", "as ann /v1/settings")).status).toBe(403)
    expect((await call("GET", "as ann /v1/status")).body).toMatchObject({ notice: "Back at noon." })
    for (const path of ["/metrics", "/v1/plugins"]) expect((await call("GET", `as ann ${path}`)).status).toBe(403)
  })

  it("clean up every few hours, in one of several processes", async () => {
    const { store } = await start()
    const { cleanUpIfDue } = await import("./cleanup.ts")
    const ports = { store, env: {}, lapseMs: 100 }
    expect(await cleanUpIfDue(ports, 1000)).toBe(false)
    await store.records.put("setting", "cleanup.everyHours", 1)
    const both = await Promise.all([cleanUpIfDue(ports, 1000), cleanUpIfDue(ports, 1000)])
    expect(both.toSorted()).toEqual([false, true])
    expect(await cleanUpIfDue(ports, 3_600_999)).toBe(false)
    expect(await cleanUpIfDue(ports, 3_601_000)).toBe(true)
  })
})

describe("M22: settings of plugins", () => {
  const weather = plugin({
    name: "weather",
    settings: {
      type: "object",
      properties: {
        key: secret({ description: "The key." }),
        city: { type: "string", default: "Ulm" },
        units: { type: "string" },
      },
      required: ["key"],
    },
    tools: [],
  } as never)

  async function withPlugins(folder?: string): Promise<Running> {
    const place = folder ?? mkdtempSync(join(tmpdir(), "pawl-plugins-"))
    const options = { settingsFolder: join(place, "settings"), env: { PAWL_PLUGIN_WEATHER_UNITS: "metric" } }
    return start({
      folder: place,
      agent: { plugins: [weather], pluginOptions: options },
      workspace: { plugins: () => loadPlugins([weather], options) },
    })
  }
  const KEY = "/v1/plugins/weather/settings/key"

  it("are masked everywhere but in reveal, locked by the environment, kept over a restart, and no mask is stored", async () => {
    const { call, folder, server, store } = await withPlugins()
    expect((await call("PUT", KEY, { value: "topsecret-0123456789" })).status).toBe(200)
    expect((await call("PUT", "/v1/plugins/weather/settings/city", { value: "Bonn" })).status).toBe(200)
    const shown = await call("GET", "/v1/plugins")
    expect(shown.body).toMatchObject({
      plugins: [{ settings: expect.arrayContaining([expect.objectContaining({ shown: "Bonn", from: "stored" })]) }],
    })
    const settings = (shown.body as { plugins: readonly { settings: readonly { name: string; shown: string }[] }[] })
      .plugins[0]?.settings
    const mask = settings?.find(({ name }) => name === "key")?.shown
    expect(JSON.stringify(shown.body)).not.toContain("topsecret")
    expect(await call("PUT", KEY, { value: mask })).toMatchObject({ status: 400 })
    expect(await call("PUT", "/v1/plugins/weather/settings/units", { value: "x" })).toMatchObject({
      status: 409,
      body: { error: { code: "setting-locked" } },
    })
    expect((await call("POST", `${KEY}/reveal`)).body).toEqual({ value: "topsecret-0123456789" })
    expect((await call("PUT", "/v1/plugins/weather/settings/nope", { value: 1 })).status).toBe(404)
    expect((await call("PUT", "/v1/plugins/other/settings/key", { value: 1 })).status).toBe(404)
    await server.drain(0)
    await store.close()
    await withPlugins(folder)
    expect((await served.call("POST", `${KEY}/reveal`)).body).toEqual({ value: "topsecret-0123456789" })
    expect((await served.call("DELETE", KEY)).status).toBe(200)
    expect((await served.call("POST", `${KEY}/reveal`)).body).toEqual({ value: null })
    rmSync(folder, { recursive: true, force: true })
  })
})

describe("numbers", () => {
  it("count requests by route, turns, tokens and waiting sessions, under names of which there are few", async () => {
    const { call } = await start()
    for (const id of ["a", "b", "c"]) {
      await call("POST", "/v1/sessions", { id })
      await call("POST", `/v1/sessions/${id}/ask`, { input: "Hello" })
    }
    await call("GET", "/v1/sessions/none")
    await call("GET", "/nowhere/at/all")
    const { body, headers } = await call("GET", "/metrics")
    expect(headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8")
    const text = String(body)
    for (const line of [
      'pawl_http_requests_total{route="turns.ask",method="POST",status="200"} 3',
      'pawl_http_requests_total{route="sessions.get",method="GET",status="404"} 1',
      'pawl_http_requests_total{route="other",method="GET",status="404"} 1',
      'pawl_http_request_seconds_count{route="turns.ask"} 3',
      'pawl_turns_total{outcome="completed"} 3',
      'pawl_tokens_total{kind="output"}',
      "pawl_unknown_outcomes_total 0",
      "pawl_streams 0",
      "pawl_active_sessions 0",
      "pawl_oldest_due_seconds 0",
    ])
      expect(text).toContain(line)
    // The format: a name, labels, a number. Buckets only rise.
    for (const line of text.trimEnd().split("\n"))
      expect(line).toMatch(/^(?:# (?:HELP|TYPE) \w+ .+|\w+(?:\{[^{}]*\})? [\d.e+-]+)$/)
  })

  it("statistics and sums are a person's own, and all of them an admin's", async () => {
    const { call } = await start({ people: { ann: person("ann", "user"), eve: person("eve", "admin") } })
    await call("POST", "as ann /v1/sessions", { id: "s" })
    await call("POST", "as ann /v1/sessions/s/ask", { input: "Hello" })
    const one = { sessions: 1, stats: { turns: { completed: 1 } } }
    expect((await call("GET", "as ann /v1/stats")).body).toMatchObject(one)
    expect((await call("GET", "as ann /v1/sessions/s/stats")).body).toMatchObject(one)
    expect((await call("GET", "as ann /v1/usage")).body).toMatchObject({ rows: [{ owner: "ann", requests: 1 }] })
    expect((await call("GET", "as ann /v1/usage?owner=*")).status).toBe(403)
    expect((await call("GET", "as eve /v1/stats")).body).toMatchObject({ sessions: 0 })
    expect((await call("GET", "as eve /v1/stats?owner=*")).body).toMatchObject(one)
    expect((await call("GET", "as eve /v1/usage?owner=ann")).body).toMatchObject({ rows: [{ owner: "ann" }] })
  })
})

it("a backup is a store that can be opened, made while the server runs", async () => {
  const { url, call, folder } = await start()
  await call("POST", "/v1/sessions", { id: "s" })
  await call("POST", "/v1/sessions/s/ask", { input: "Hello" })
  const response = await fetch(`${url}/v1/admin/backup`, { method: "POST" })
  expect(response.headers.get("x-pawl-sessions")).toBe("1")
  const file = join(folder, "copy.db")
  writeFileSync(file, Buffer.from(await response.arrayBuffer()))
  const copy = await sqlite(file)
  expect(await copy.sessions.get("s")).toMatchObject({ turns: 1 })
  await copy.close()
})

describe("a setting in the environment that cannot be used", () => {
  it("is shown with what is wrong, beside the others", async () => {
    const { call } = await start({ server: { env: { PAWL_SERVE_CLEANUP_EVERY_HOURS: "abc" } } })
    const { status, body } = await call("GET", "/v1/settings")
    expect(status).toBe(200)
    expect((body as { settings: unknown[] }).settings).toContainEqual(
      expect.objectContaining({
        name: "cleanup.everyHours",
        value: "abc",
        problem: expect.stringContaining("a number of at least 0"),
      }),
    )
  })
})
