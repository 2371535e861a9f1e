import { afterEach, expect, it } from "vitest"
import { person, type Running, running } from "../__fixtures__/ops-server.ts"

let served: Running
afterEach(() => served.stop())

const people = { ann: person("ann", "user"), bob: person("bob", "user") }

it("exports a session as lines, and imports it as another person's own, with a new id", async () => {
  served = await running({ people })
  const { call, url } = served
  await call("POST", "as ann /v1/sessions", { id: "trip", title: "Trip" })
  await call("POST", "as ann /v1/sessions/trip/ask", { input: "Hello" })
  const out = await call("GET", "as ann /v1/sessions/trip/export")
  expect(out.headers.get("content-type")).toBe("application/x-ndjson")
  expect((await call("GET", "as bob /v1/sessions/trip/export")).status).toBe(404)
  const imported = await fetch(`${url}/v1/sessions/import`, {
    method: "POST",
    body: out.body,
    headers: { authorization: "Bearer bob", "content-type": "application/x-ndjson" },
  })
  expect(imported.status).toBe(201)
  const { id } = (await imported.json()) as { id: string }
  expect(id).not.toBe("trip")
  expect((await call("GET", `as bob /v1/sessions/${id}`)).body).toMatchObject({ owner: "bob", title: "Trip (copy)" })
  expect((await call("GET", `as ann /v1/sessions/${id}`)).status).toBe(404)
  expect((await call("POST", `as bob /v1/sessions/${id}/ask`, { input: "Again" })).body).toMatchObject({
    outcome: "completed",
  })
})

it.each([
  ["half an export", (lines: string) => lines.slice(0, lines.length / 2)],
  ["no export", () => "hello\n"],
  ["nothing", () => ""],
])("refuses %s, and stores nothing", async (_, change) => {
  served = await running()
  const { call, url, store } = served
  await call("POST", "/v1/sessions", { id: "a" })
  const { body: lines } = await call("GET", "/v1/sessions/a/export")
  const refused = await fetch(`${url}/v1/sessions/import`, { method: "POST", body: change(lines) })
  expect(refused.status).toBe(400)
  expect(await store.sessions.list()).toHaveLength(1)
})
