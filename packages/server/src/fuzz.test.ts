// Calls every route of the OpenAPI document with values made from its own schemas, as everybody who may come: the server
// never fails, never shows a byte of somebody else, and never a stack.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createAgent, type Store, sqlite } from "@pawl/agent"
import { scripted } from "@pawl/agent/testing"
import fc from "fast-check"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { fitting, oddText, type Schema, type Schemas } from "./__fixtures__/arbitrary.ts"
import { damaged } from "./__fixtures__/damage.ts"
import { SocketClient } from "./__fixtures__/socket-client.ts"
import type { Principal } from "./access/principal.ts"
import { createServer, type PawlServer } from "./server.ts"

/** In the title, the tags and the words of Ann's sessions. Nobody but Ann and admins may see it. */
const CANARY = "canary-7f3a9c"
const PEOPLE: Readonly<Record<string, Principal | undefined>> = {
  nobody: undefined,
  bob: { user: "bob", role: "user", allows: {} },
  vic: { user: "vic", role: "viewer", allows: {} },
  lim: { user: "lim", role: "user", allows: { workspaces: [], profiles: [], models: [], tools: [] } },
  few: {
    user: "few",
    role: "user",
    allows: { workspaces: ["main"], profiles: ["default"], models: ["scripted"], tools: ["look*"] },
  },
  ann: { user: "ann", role: "user", allows: {} },
  root: { user: "root", role: "admin", allows: {} },
}
const MAY_SEE = new Set(["ann", "root"])
const RUNS = 30

interface Parameter {
  readonly name: string
  readonly in: "path" | "query"
  readonly schema: Schema
  readonly required?: boolean
}

interface Operation {
  readonly operationId: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components?: { readonly schemas?: Schemas }
}

let folder = ""
let store: Store
let server: PawlServer
let operations: readonly { readonly method: string; readonly path: string; readonly operation: Operation }[] = []
let schemas: Schemas = {}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "pawl-fuzz-"))
  store = await sqlite(join(folder, "agent.db"))
  const model = scripted(() => ({ text: "Fine." }))
  const agent = await createAgent({ model, store })
  server = createServer({
    store,
    workspaces: [{ name: "main", agent, profiles: ["default"], models: ["scripted"] }],
    checksAnswers: true,
    authenticate: (c) => PEOPLE[c.req.header("x-as") ?? "nobody"],
    protection: { rate: { burst: 1e9, perSecond: 1e9 }, strangers: { burst: 1e9, perSecond: 1e9 } },
  })
  const document = (await (await ask("GET", "/openapi.json", "nobody")).json()) as Document
  schemas = document.components?.schemas ?? {}
  operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  )
  await refill()
})

afterAll(async () => {
  await server.drain(0)
  await store.close()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

describe("the routes of the OpenAPI document", () => {
  it.each(Object.keys(PEOPLE))(
    "hold for %s, whatever is sent",
    async (who) => {
      expect(operations.length).toBeGreaterThan(30)
      for (const { method, path, operation } of operations) {
        const calls = fc.assert(
          fc.asyncProperty(callOf(path, operation), async ({ url, body }) => {
            await judge(who, method, url, body)
          }),
          { numRuns: RUNS, seed: 7, endOnFailure: true },
        )
        await calls.catch((error: unknown) => {
          throw new Error(`${method.toUpperCase()} ${path} (${operation.operationId}) as ${who}`, { cause: error })
        })
        await refill()
      }
    },
    120_000,
  )
})

describe("frames of a socket", () => {
  it("get an answer that is no failure of the server, whatever is sent", async () => {
    const { url } = await server.listen({ port: 0, host: "127.0.0.1" })
    const client = await SocketClient.open(url, { headers: { "x-as": "bob" } })
    const text = fc.oneof(
      oddText,
      fc.constantFrom("of-ann", "of-bob", "/v1/me", "/v1/sessions", "/\\h/x", "//h", "/\n/h"),
    )
    const value = fc.oneof(text, fc.jsonValue({ maxDepth: 1 }))
    const frame = fc.record(
      {
        method: fc.oneof(fc.constantFrom("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD"), value),
        path: fc.oneof(
          text,
          text.map((each) => `/${each}`),
          value,
        ),
        body: fc.jsonValue({ maxDepth: 2 }),
        owner: value,
      },
      { requiredKeys: ["method", "path"] },
    )
    let id = 0
    const frames = fc.asyncProperty(frame, async (given) => {
      id += 1
      client.send({ ...given, id })
      const answer = await client.next()
      const seen = JSON.stringify([given, answer])
      expect(answer?.id, seen).toBe(id)
      expect(answer?.status, seen).toBeLessThan(500)
      expect(JSON.stringify(answer)).not.toContain(CANARY)
    })
    await fc.assert(frames, { numRuns: 200, seed: 7, endOnFailure: true })
    client.socket.terminate()
  }, 120_000)
})

describe("an import", () => {
  it.each(["bob", "few"])(
    "by %s of a damaged export holds, and shows nothing of anybody else",
    async (who) => {
      await refill()
      const stolen = await hashesOfAnn()
      const lines = (await (await ask("GET", "/v1/sessions/of-bob/export", "bob")).text()).trimEnd().split("\n")
      let taken = 0
      const imports = fc.asyncProperty(damaged(lines, stolen), async (body) => {
        const headers = { host: "localhost", "x-as": who, "content-type": "application/x-ndjson" }
        const request = new Request("http://localhost/v1/sessions/import", { method: "POST", headers, body })
        const response = await server.fetch(request)
        const text = await response.text()
        expect(response.status, text).toBeLessThan(500)
        expect(text).not.toMatch(/\n\s+at |node:internal|node_modules|\/packages\//)
        if (response.status !== 201) return
        taken += 1
        const { id } = JSON.parse(text) as { readonly id: string }
        expect(lines.join("\n")).not.toContain(id)
        expect(await store.sessions.get(id)).toMatchObject({ owner: who })
        const session = `/v1/sessions/${id}`
        for (const rest of [
          "",
          "/transcript",
          "/transcript?last=1",
          "/exchanges/1.1.1",
          "/facts",
          "/changes",
          "/checkpoints",
          "/stats",
          "/export",
        ])
          await judge(who, "get", session + rest, undefined)
        for (const hash of stolen) expect((await ask("GET", `${session}/blobs/${hash}`, who)).status).toBe(404)
        await judge(who, "post", `${session}/undo`, { force: true })
        await judge(who, "post", `${session}/ask`, { input: "Go on." })
      })
      await fc.assert(imports, { numRuns: 75, seed: 7, endOnFailure: true })
      expect(taken).toBeGreaterThan(10)
    },
    120_000,
  )
})

/** The hashes of bytes that only Ann may read. */
async function hashesOfAnn(): Promise<readonly string[]> {
  await ask("POST", "/v1/sessions", "ann", { id: "long" })
  await ask("POST", "/v1/sessions/long/ask", "ann", { input: `My secret is ${CANARY}. ${"word ".repeat(20_000)}` })
  const lines = (await (await ask("GET", "/v1/sessions/long/export", "ann")).text()).trimEnd().split("\n")
  const blobs = lines.flatMap((line) => {
    const { type, hash, base64 = "" } = JSON.parse(line) as { type: string; hash: string; base64?: string }
    return type === "blob" && Buffer.from(base64, "base64").includes(CANARY) ? [hash] : []
  })
  expect(blobs.length).toBeGreaterThan(0)
  return blobs
}

async function judge(who: string, method: string, url: string, body: unknown): Promise<void> {
  const response = await ask(method.toUpperCase(), url, who, body)
  const text = await beginning(response)
  const seen = `${response.status} ${text}`
  expect(response.status, seen).toBeLessThan(500)
  expect(seen).not.toMatch(/\n\s+at |node:internal|node_modules|\/packages\//)
  if (!MAY_SEE.has(who)) expect(seen).not.toContain(CANARY)
  if (PEOPLE[who] === undefined && url.startsWith("/v1/")) expect(response.status, seen).toBe(401)
  if (response.status >= 400)
    expect(JSON.parse(text), seen).toMatchObject({
      error: {
        code: expect.any(String),
        message: expect.any(String),
        retryable: expect.any(Boolean),
        trace: expect.any(String),
      },
    })
}

/** A path and a body for this operation: mostly as described, with ids that exist and ids that do not. */
function callOf(path: string, { parameters = [], requestBody }: Operation) {
  const named = (where: string) => parameters.filter((each) => each.in === where)
  const segment = (name: string) =>
    name === "session"
      ? fc.oneof({ weight: 3, arbitrary: fc.constantFrom("of-ann", "of-bob") }, { weight: 1, arbitrary: oddText })
      : oddText
  const filled = fc.record(Object.fromEntries(named("path").map(({ name }) => [name, segment(name)])))
  const asked = fc.record(
    Object.fromEntries(named("query").map(({ name, schema }) => [name, fitting(schema, schemas)])),
    { requiredKeys: [] },
  )
  const schema = requestBody?.content["application/json"]?.schema
  const body = schema === undefined ? fc.constant(undefined) : fitting(schema, schemas)
  return fc
    .record({ filled, asked, body })
    .map((call) => ({ url: urlOf(path, call.filled, call.asked), body: call.body }))
}

function urlOf(
  path: string,
  filled: Readonly<Record<string, string>>,
  asked: Readonly<Record<string, unknown>>,
): string {
  const full = path.replace(/\{(\w+)\}/g, (_, name: string) => encoded(filled[name] ?? "") || "x")
  const query = Object.entries(asked).map(
    ([name, value]) => `${name}=${encoded(typeof value === "string" ? value : JSON.stringify(value))}`,
  )
  return query.length === 0 ? full : `${full}?${query.join("&")}`
}

function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll(".", "%2E")
}

function ask(method: string, path: string, who: string, body?: unknown): Promise<Response> {
  const headers = { host: "localhost", "x-as": who, ...(body !== undefined && { "content-type": "application/json" }) }
  const sent = body === undefined ? {} : { body: JSON.stringify(body) }
  return Promise.resolve(server.fetch(new Request(`http://localhost${path}`, { method, headers, ...sent })))
}

/** A stream of events does not end by itself. */
async function beginning(response: Response): Promise<string> {
  if (response.headers.get("content-type")?.startsWith("text/event-stream") !== true) return response.text()
  const reader = response.body?.getReader()
  const first = await reader?.read()
  await reader?.cancel()
  return new TextDecoder().decode(first?.value)
}

/** What the calls removed or changed is there again. */
async function refill(): Promise<void> {
  for (const owner of ["ann", "bob"]) {
    if ((await store.sessions.get(`of-${owner}`)) !== undefined) continue
    const secret = owner === "ann" ? CANARY : "plain"
    expect(
      (await ask("POST", "/v1/sessions", owner, { id: `of-${owner}`, title: secret, tags: [secret] })).status,
    ).toBe(201)
    expect(
      (await ask("POST", `/v1/sessions/of-${owner}/ask`, owner, { input: `My secret is ${secret}.` })).status,
    ).toBe(200)
  }
}
