// Limits and approvals of users, over HTTP.
import { describe, expect, it } from "vitest"
import { type Person, team } from "../__fixtures__/team.ts"

const LIMITS = { message: { chars: 10_000 }, session: { files: 5 } }

async function sendIn(person: Person, session: string, input: unknown) {
  await person.post("/v1/sessions", { id: session })
  return person.post(`/v1/sessions/${session}/messages`, { input })
}

describe("T21: limits over HTTP", () => {
  const file = { type: "attachment", name: "a.txt", data: Buffer.from("words").toString("base64") }
  it.each([
    { name: "nothing", input: "", status: 400 },
    { name: "only blanks", input: "  \n", status: 400 },
    { name: "10,000 characters", input: "a".repeat(10_000), status: 202 },
    { name: "10,001 characters", input: "a".repeat(10_001), status: 400 },
    { name: "five files", input: Array(5).fill(file), status: 202 },
    { name: "a sixth file", input: Array(6).fill(file), status: 400 },
  ])("a message with $name is $status", async ({ input, status }) => {
    const server = await team({ agent: { limits: LIMITS } })
    const ann = await server.add("ann")
    const answer = await sendIn(ann, "s", input)
    expect([answer.status, answer.body.error?.message]).toEqual([status, answer.body.error?.message])
  })

  it("the fourth active session of a user is 429, also when all are sent at once, and no other user is held up", async () => {
    const server = await team({ users: { limits: { activeSessions: 3 } } })
    const [ann, bob] = [await server.add("ann"), await server.add("bob", { limits: { activeSessions: 5 } })]
    const many = async (person: Person, count: number) => {
      const all = await Promise.all(
        Array.from({ length: count }, (_, n) => sendIn(person, `${person.name}-${n}`, "write a.md")),
      )
      return all.map(({ status }) => status).sort()
    }
    expect(await many(ann, 8)).toEqual([202, 202, 202, 429, 429, 429, 429, 429])
    expect(await many(bob, 6)).toEqual([202, 202, 202, 202, 202, 429])
    const refused = await sendIn(ann, "one-more", "hello")
    expect(refused.body.error).toMatchObject({ code: "limit-reached", retryable: expect.any(Boolean) })
    expect(refused.headers["retry-after"]).toBeDefined()
  })

  it("a budget is that of the user, and a changed one counts at once", async () => {
    const server = await team()
    const [ann, bob] = [await server.add("ann", { limits: { tokens: 150 } }), await server.add("bob")]
    for (const each of [ann, bob]) await each.post("/v1/sessions", { id: each.name })
    const outcomes = async (each: Person) => {
      const { body } = await each.post(`/v1/sessions/${each.name}/ask`, { input: "hello" })
      return body.error?.code ?? body.outcome
    }
    expect([await outcomes(ann), await outcomes(ann), await outcomes(ann)]).toEqual([
      "completed",
      "completed",
      "usage-limit",
    ])
    expect(await outcomes(bob)).toBe("completed")
    await server.users.change("ann", { limits: { tokens: 1000 } })
    expect(await outcomes(ann)).toBe("completed")
  })
})

describe("T26: the cap of sessions", () => {
  it("archives the user's oldest session that is not pinned, and nobody else's", async () => {
    const server = await team({ users: { limits: { sessions: 2 } } })
    const [ann, bob] = [await server.add("ann"), await server.add("bob")]
    await bob.post("/v1/sessions", { id: "bob-0" })
    await bob.post("/v1/sessions/bob-0/ask", { input: "hello" })
    for (const n of [0, 1, 2]) {
      await ann.post("/v1/sessions", { id: `ann-${n}` })
      if (n === 0) await ann.ask("PATCH", "/v1/sessions/ann-0", { pinned: true })
      expect((await ann.post(`/v1/sessions/ann-${n}/ask`, { input: "hello" })).status).toBe(200)
    }
    const listed = async (who: Person, archived: boolean) =>
      (await who.get(`/v1/sessions?archived=${archived}`)).body.sessions.map(({ id }: { id: string }) => id).sort()
    expect(await listed(ann, true)).toEqual(["ann-1"])
    expect(await listed(ann, false)).toEqual(["ann-0", "ann-2"])
    expect(await listed(bob, false)).toEqual(["bob-0"])
  })
})

describe("M16: approvals by role", () => {
  it("a viewer sees the request and may not decide; a user approves once, and a second decision is refused", async () => {
    const server = await team()
    const ann = await server.add("ann")
    await ann.post("/v1/sessions", { id: "s" })
    const call = await ann.sendAndWait("s", "write a.md")
    const decide = (who: Person, decision: string, at = call) =>
      who.post(`/v1/sessions/s/requests/${at}/decision`, { decision })
    await server.users.change("ann", { role: "viewer" })
    expect((await ann.get("/v1/requests")).body.requests).toMatchObject([{ call, session: "s" }])
    expect((await decide(ann, "approve")).body.error.code).toBe("not-allowed")
    expect((await ann.post(`/v1/sessions/s/requests/${call}/answer`, { answer: "yes" })).status).toBe(403)
    expect(server.ran).toEqual([])
    await server.restart()
    await server.users.change("ann", { role: "user" })
    expect((await decide(ann, "approve", "unknown")).status).toBe(409)
    const both = await Promise.all([decide(ann, "approve"), decide(ann, "approve")])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    for (;;) if ((await ann.get("/v1/sessions/s")).body.status === "idle") break
    expect((await decide(ann, "approve")).status).toBe(409)
    expect(server.ran).toEqual(["write a.md for ann as ann"])
  })

  it("a foreign user cannot decide, and a denied call is not run", async () => {
    const server = await team()
    const [ann, bob] = [await server.add("ann"), await server.add("bob")]
    await ann.post("/v1/sessions", { id: "s" })
    const call = await ann.sendAndWait("s", "write a.md")
    const path = `/v1/sessions/s/requests/${call}/decision`
    expect((await bob.post(path, { decision: "approve" })).status).toBe(404)
    expect((await bob.get("/v1/requests")).body.requests).toEqual([])
    expect((await ann.post(path, { decision: "deny", reason: "Not today." })).status).toBe(200)
    for (;;) if ((await ann.get("/v1/sessions/s")).body.status === "idle") break
    expect(server.ran).toEqual([])
    expect((await ann.get("/v1/sessions/s/facts")).text).toContain("Not today.")
  })
})

describe("L21: a grant for always, over HTTP", () => {
  it("is refused for another tool than that of the call, which still waits", async () => {
    const server = await team()
    const ann = await server.add("ann")
    await ann.post("/v1/sessions", { id: "s" })
    const call = await ann.sendAndWait("s", "write a.md")
    for (const scope of ["session", "always"]) {
      const body = { decision: "approve", grant: { scope, tool: "look" } }
      const refused = await ann.post(`/v1/sessions/s/requests/${call}/decision`, body)
      expect([refused.status, refused.body.error.code]).toEqual([400, "input-invalid"])
    }
    expect((await ann.get("/v1/grants")).body.grants).toEqual([])
    expect((await ann.get("/v1/sessions/s")).body.openRequests).toHaveLength(1)
    expect(server.ran).toEqual([])
  })

  it("serves the user who gave it in all sessions, nobody else, and no longer once it is revoked", async () => {
    const server = await team()
    const [ann, bob] = [await server.add("ann"), await server.add("bob")]
    for (const id of ["ann-1", "ann-2", "ann-3"]) await ann.post("/v1/sessions", { id })
    await bob.post("/v1/sessions", { id: "bob-1" })
    const call = await ann.sendAndWait("ann-1", "write 1")
    const grant = { scope: "always", tool: "write", where: { path: "*" } }
    await ann.post(`/v1/sessions/ann-1/requests/${call}/decision`, { decision: "approve", grant })
    for (;;) if ((await ann.get("/v1/sessions/ann-1")).body.status === "idle") break
    await server.restart()
    expect((await ann.post("/v1/sessions/ann-2/ask", { input: "write 2" })).body.outcome).toBe("completed")
    expect(await bob.sendAndWait("bob-1", "write 3")).toBeDefined()
    expect((await bob.get("/v1/grants")).body.grants).toEqual([])
    const [row] = (await ann.get("/v1/grants")).body.grants
    expect(row.grant).toMatchObject({ tool: "write", owner: "ann" })
    expect((await bob.ask("DELETE", `/v1/grants/${row.id}`)).status).toBe(404)
    expect((await ann.ask("DELETE", `/v1/grants/${row.id}`)).status).toBe(200)
    expect(await ann.sendAndWait("ann-3", "write 4")).toBeDefined()
    expect(server.ran).toEqual(["write 1 for ann as ann", "write 2 for ann as ann"])
  })

  it.each(["session", "always"])("for the %s is made by the server when the client names no tool", async (scope) => {
    const server = await team()
    const ann = await server.add("ann")
    await ann.post("/v1/sessions", { id: "s" })
    const call = await ann.sendAndWait("s", "write 1")
    const path = `/v1/sessions/s/requests/${call}/decision`
    const body = { decision: "approve", grant: { scope }, id: "once" }
    expect([(await ann.post(path, body)).status, (await ann.post(path, body)).status]).toEqual([200, 200])
    for (;;) if ((await ann.get("/v1/sessions/s")).body.status === "idle") break
    expect((await ann.post("/v1/sessions/s/ask", { input: "write 1" })).body.outcome).toBe("completed")
    // Only the very same call of a tool that is not built in.
    expect(await ann.sendAndWait("s", "write 2")).toBeDefined()
    const grants = (await ann.get("/v1/grants")).body.grants.map(({ grant }: { grant: object }) => grant)
    expect(grants).toMatchObject(scope === "always" ? [{ tool: "write", where: { path: '"1"' }, exact: true }] : [])
  })
})

describe("requests.get", () => {
  it("says what a wider grant would cover before it is given; for always only to the owner of the session", async () => {
    const server = await team()
    const [ann, bob] = [await server.add("ann"), await server.add("bob")]
    const root = await server.add("root", { role: "admin" })
    await ann.post("/v1/sessions", { id: "s" })
    const path = `/v1/sessions/s/requests/${await ann.sendAndWait("s", "write 1")}`
    const covered = { tool: "write", where: { path: '"1"' }, exact: true }
    expect((await ann.get(path)).body.grants).toEqual({ session: covered, always: covered })
    expect((await root.get(path)).body.grants).toEqual({ session: covered })
    expect((await bob.get(path)).status).toBe(404)
    expect((await ann.get("/v1/sessions/s/requests/other")).body.error.code).toBe("request-missing")
    expect((await ann.get(`${path}?question=1`)).body.error.code).toBe("request-missing")
  })
})

describe("L21: a grant that the person narrows", () => {
  it.each([
    ["by its arguments, for the tool of the call", { where: { path: "a.md" } }],
    ["by its arguments, with the tool", { tool: "write", where: { path: "a.md" } }],
    ["to the very same call", { where: { path: '"a.md"' }, exact: true }],
  ])("covers no more than that: %s", async (_how, narrow) => {
    const server = await team()
    const ann = await server.add("ann")
    for (const scope of ["session", "always"]) {
      await ann.post("/v1/sessions", { id: scope })
      const path = `/v1/sessions/${scope}/requests/${await ann.sendAndWait(scope, "write a.md")}/decision`
      expect((await ann.post(path, { decision: "approve", grant: { scope, ...narrow } })).status).toBe(200)
      for (;;) if ((await ann.get(`/v1/sessions/${scope}`)).body.status === "idle") break
      expect((await ann.post(`/v1/sessions/${scope}/ask`, { input: "write a.md" })).body.outcome).toBe("completed")
      expect(await ann.sendAndWait(scope, "write b.md")).toBeDefined()
    }
    const [{ grant }] = (await ann.get("/v1/grants")).body.grants
    expect(grant).toMatchObject({ tool: "write", ...narrow })
  })
})

describe("an admin who approves in the session of another user", () => {
  it("grants nothing for all sessions of that user, and may approve the call", async () => {
    const server = await team()
    const [ann, root] = [await server.add("ann"), await server.add("root", { role: "admin" })]
    await ann.post("/v1/sessions", { id: "s" })
    const path = `/v1/sessions/s/requests/${await ann.sendAndWait("s", "write 1")}/decision`
    const grant = { scope: "always", tool: "write", where: { path: "*" } }
    const refused = await root.post(path, { decision: "approve", grant })
    expect([refused.status, refused.body.error.code]).toEqual([403, "not-allowed"])
    expect((await ann.get("/v1/grants")).body.grants).toEqual([])
    expect((await root.post(path, { decision: "approve" })).status).toBe(200)
  })
})
