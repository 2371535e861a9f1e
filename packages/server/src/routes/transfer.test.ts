// Sessions out to a file and in from one, over HTTP: nothing of anybody else comes with them.
import { afterEach, expect, it } from "vitest"
import { person, type Running, running } from "../__fixtures__/ops-server.ts"
import type { Principal } from "../access/principal.ts"

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

it("at the machine of the server the session of another person becomes yours, under its own id", async () => {
  served = await running({ people })
  await served.call("POST", "as ann /v1/sessions", { id: "trip" })
  const { body } = await served.call("GET", "as ann /v1/sessions/trip/export")
  await served.stop()
  served = await running()
  const { url, call } = served
  const imported = await fetch(`${url}/v1/sessions/import`, { method: "POST", body })
  expect([imported.status, await imported.json()]).toMatchObject([201, { id: "trip" }])
  expect((await call("GET", "/v1/sessions/trip")).body).toMatchObject({ id: "trip", owner: null })
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

/** Ann's session with the secret in a blob, exported, and how Bob imports lines. */
async function exportedByAnn(how: { readonly bob?: Principal; readonly env?: Readonly<Record<string, string>> } = {}) {
  served = await running({ people: { ...people, bob: how.bob ?? people.bob }, server: { env: how.env ?? {} } })
  const { call, url } = served
  await call("POST", "as ann /v1/sessions", { id: "trip" })
  await call("POST", "as ann /v1/sessions/trip/ask", { input: `My secret. ${"word ".repeat(20_000)}` })
  const { body } = await call("GET", "as ann /v1/sessions/trip/export")
  const importAs = (who: string, lines: string | ReadableStream) =>
    fetch(`${url}/v1/sessions/import`, {
      method: "POST",
      body: lines,
      headers: { authorization: `Bearer ${who}` },
      duplex: "half",
    } as RequestInit)
  return { lines: (body as string).trimEnd().split("\n"), importAs }
}

it("does not hand out the bytes of another person to an import that only names their hash", async () => {
  const { lines, importAs } = await exportedByAnn()
  const stolen = lines.map((line) => {
    const { type, hash } = JSON.parse(line)
    return type === "blob" ? JSON.stringify({ type, hash, missing: true }) : line
  })
  const refused = await importAs("bob", stolen.join("\n"))
  expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining("only a complete export")])
  expect(await served.store.sessions.list({ owner: "bob" })).toEqual([])
  expect((await importAs("bob", lines.join("\n"))).status).toBe(201)
})

it.each([
  ["that the workspace does not have", people.bob, "evil", 400, "profile-missing"],
  ["that the person may not use", person("bob", "user", { profiles: ["chat-service"] }), "default", 403, "not-allowed"],
] as const)("refuses a profile %s, and stores nothing", async (_, bob, profile, status, code) => {
  const { lines, importAs } = await exportedByAnn({ bob })
  const named = lines.map((line, at) => (at === 0 ? JSON.stringify({ ...JSON.parse(line), profile }) : line))
  const refused = await importAs("bob", named.join("\n"))
  expect([refused.status, await refused.json()]).toMatchObject([status, { error: { code } }])
  expect(await served.store.sessions.list({ owner: "bob" })).toEqual([])
})

it("takes one import of a person at a time, and those of others meanwhile", async () => {
  const { lines, importAs } = await exportedByAnn()
  const whole = lines.join("\n")
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  const first = importAs("bob", readable)
  await writer.write(Buffer.from(whole.slice(0, 100)))
  let second = await importAs("bob", whole)
  // The server may not have seen the first one yet.
  while (second.status === 201) second = await importAs("bob", whole)
  expect([second.status, second.headers.get("retry-after")]).toEqual([429, "5"])
  expect((await importAs("ann", whole)).status).toBe(201)
  await writer.write(Buffer.from(whole.slice(100)))
  await writer.close()
  expect((await first).status).toBe(201)
  expect((await importAs("bob", whole)).status).toBe(201)
})

it.each([
  ["a line of more than 32 MB", {}, `{"x":"${"x".repeat(33 * 1024 * 1024)}"}`, 413],
  ["more than 64 MB in all", {}, `${" ".repeat(1024 * 1024 - 1)}\n`.repeat(65), 413],
  ["more than a setting allows", { PAWL_SERVE_IMPORTS_MAX_MEGABYTES: "0.001" }, "\n".repeat(1100), 413],
  [
    "70 MB that a setting allows",
    { PAWL_SERVE_IMPORTS_MAX_MEGABYTES: "80" },
    `${" ".repeat(1024 * 1024)}\n`.repeat(70),
    400,
  ],
  ["a fact of 10,000 levels", {}, `{"x":${"[".repeat(10_000)}${"]".repeat(10_000)}}`, 400],
])("refuses %s", async (_, env, lines, status) => {
  const { importAs } = await exportedByAnn({ env })
  expect((await importAs("bob", lines)).status).toBe(status)
})
