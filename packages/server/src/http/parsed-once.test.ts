// How often a body is parsed: counted by what JSON is asked to parse.
import { afterEach, expect, it, vi } from "vitest"
import { team } from "../__fixtures__/team.ts"

afterEach(() => vi.restoreAllMocks())

it("parses the body of a message once, also where its keys are checked against its schema", async () => {
  const server = await team()
  const ann = await server.add("ann")
  await ann.post("/v1/sessions", { id: "s" })
  const body = { input: "Only this text, once.", id: "m" }
  const parse = vi.spyOn(JSON, "parse")
  expect((await ann.post("/v1/sessions/s/messages", body)).status).toBe(202)
  expect(parse.mock.calls.filter(([text]) => text === JSON.stringify(body))).toHaveLength(1)
})

it.each(["{", "", "[1", "\u0000"])("refuses a body that is no JSON: %j", async (text) => {
  const server = await team()
  const ann = await server.add("ann")
  const headers = { "content-type": "application/json", authorization: `Bearer ${ann.token}` }
  const answer = await fetch(`${server.url}/v1/sessions`, { method: "POST", headers, body: text })
  expect([answer.status, await answer.json()]).toMatchObject([400, { error: { code: "input-invalid" } }])
})

it("takes a request without a body and without its type, as curl sends it, for an empty one", async () => {
  const server = await team()
  const ann = await server.add("ann")
  await ann.post("/v1/sessions", { id: "s" })
  const headers = { authorization: `Bearer ${ann.token}` }
  const send = (path: string) => fetch(`${server.url}${path}`, { method: "POST", headers })
  expect((await send("/v1/sessions/s/cancel")).status).toBeLessThan(300)
  const refused = await send("/v1/sessions/s/messages")
  expect([refused.status, await refused.json()]).toMatchObject([400, { error: { code: "input-invalid" } }])
})

it.each([undefined, "text/plain", "application/x-www-form-urlencoded"])(
  "refuses a body of the type %s: it would count as an empty one",
  async (type) => {
    const server = await team()
    const ann = await server.add("ann")
    const headers = { authorization: `Bearer ${ann.token}`, ...(type !== undefined && { "content-type": type }) }
    const body = new TextEncoder().encode('{"id":"s"}')
    const refused = await fetch(`${server.url}/v1/sessions`, { method: "POST", headers, body })
    expect([refused.status, await refused.json()]).toMatchObject([415, { error: { code: "media-type-unknown" } }])
  },
)

it("says in the description of the API which requests need a body", async () => {
  const server = await team()
  const answer = await fetch(`${server.url}/openapi.json`)
  type Described = {
    readonly post?: { readonly operationId: string; readonly requestBody?: { readonly required?: boolean } }
  }
  const { paths } = (await answer.json()) as { readonly paths: Readonly<Record<string, Described>> }
  const needs = Object.values(paths).flatMap(({ post }) =>
    post?.requestBody === undefined ? [] : [[post.operationId, post.requestBody.required] as const],
  )
  expect(Object.fromEntries(needs)).toMatchObject({ "sessions.create": false, "requests.decide": true })
})
