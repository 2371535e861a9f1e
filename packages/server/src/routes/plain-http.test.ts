// What HTTP itself promises: methods, tags of answers, and names that are taken.
import { expect, it } from "vitest"
import { send } from "../__fixtures__/running.ts"
import { team } from "../__fixtures__/team.ts"

async function opened() {
  const server = await team()
  const ann = await server.add("ann")
  await ann.post("/v1/sessions", { id: "s", title: "Orders" })
  return { server, ann }
}

it.each([
  ["PUT", "/v1/sessions", "GET, HEAD, POST"],
  ["POST", "/v1/sessions/s", "GET, HEAD, PATCH, DELETE"],
  ["DELETE", "/v1/sessions/s/messages", "POST, GET, HEAD"],
])("%s %s, which is not there for this method, is 405 and names those that are", async (method, path, allow) => {
  const { ann } = await opened()
  const { status, headers, body } = await ann.ask(method, path)
  expect([status, headers.allow, body.error.code]).toEqual([405, allow, "method-missing"])
  expect((await ann.ask(method, "/v1/nothing")).status).toBe(404)
})

it.each([
  ["itself", (etag: string) => etag, 304],
  ["a weak one", (etag: string) => `W/${etag}`, 304],
  ["one of several", (etag: string) => `"a", W/${etag} ,"b"`, 304],
  ["any", () => "*", 304],
  ["another", () => 'W/"a", "b"', 200],
])("a poll with the tag %s", async (_, header, status) => {
  const { server, ann } = await opened()
  const path = "/v1/sessions/s/messages"
  const { etag = "" } = (await ann.get(path)).headers
  const headers = { authorization: `Bearer ${ann.token}`, "if-none-match": header(etag) }
  expect((await send(Number(new URL(server.url).port), { path, headers })).status).toBe(status)
})

it.each([
  ["nothing else", {}, 201],
  ["the same title", { title: "Orders" }, 201],
  ["another title", { title: "Bills" }, 409],
  ["another profile", { profile: "chat-service" }, 409],
])("a session opened again with %s", async (_, more, status) => {
  const server = await team({ profiles: ["default", "chat-service"] })
  const ann = await server.add("ann")
  await ann.post("/v1/sessions", { id: "s", title: "Orders" })
  const again = await ann.post("/v1/sessions", { id: "s", ...more })
  expect([again.status, again.body.title ?? again.body.error.code]).toEqual([
    status,
    status === 201 ? "Orders" : "id-used",
  ])
})

it.each([
  ["POST", "/v1/sessions", { title: "a\u001b[2J" }],
  ["POST", "/v1/sessions", { tags: ["a\nb"] }],
  ["PATCH", "/v1/sessions/s", { title: "a\u0000" }],
  ["PATCH", "/v1/sessions/s", { addTags: ["\u007f"] }],
])("%s %s with control characters is refused: %j", async (method, path, body) => {
  const { ann } = await opened()
  expect(await ann.ask(method, path, body)).toMatchObject({ status: 400, body: { error: { code: "input-invalid" } } })
})

it("an admin's search finds the admin's own sessions, and those of others when asked for", async () => {
  const server = await team()
  const [ann, bob] = [await server.add("ann", { role: "admin" }), await server.add("bob")]
  for (const each of [ann, bob]) await each.post("/v1/sessions", { id: each.name, title: "Marzipan" })
  const found = async (more: string) =>
    (await ann.get(`/v1/search?text=marzipan${more}`)).body.hits.map(({ id }: { id: string }) => id).sort()
  expect(await found("")).toEqual(["ann"])
  expect(await found("&owner=bob")).toEqual(["bob"])
  expect(await found("&owner=*")).toEqual(["ann", "bob"])
  expect((await bob.get("/v1/search?text=marzipan&owner=*")).status).toBe(403)
})

it("a session that was found says how it began", async () => {
  const { ann } = await opened()
  await ann.post("/v1/sessions", { id: "found", title: "Marzipan" })
  expect((await ann.get("/v1/search?text=marzipan")).body.hits).toMatchObject([{ id: "found", preview: "" }])
})
