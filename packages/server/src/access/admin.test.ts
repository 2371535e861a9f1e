// What admins do over HTTP: users, tokens, groups, and the audit of all that.
import { describe, expect, it } from "vitest"
import { type Person, type Team, team } from "../__fixtures__/team.ts"

async function withRoot(): Promise<{ readonly server: Team; readonly root: Person }> {
  const server = await team()
  return { server, root: await server.add("root", { role: "admin" }) }
}

const entries = async (root: Person) => (await root.get("/v1/audit")).body.entries

describe("an admin", () => {
  it("adds a user, whose token works, and who is no admin", async () => {
    const { server, root } = await withRoot()
    const { status, body } = await root.post("/v1/users", { name: "ann" })
    expect([status, body.user]).toEqual([201, expect.objectContaining({ name: "ann", role: "user", groups: [] })])
    const me = await server.ask("GET", "/v1/me", undefined, body.token.token)
    expect(me.body).toEqual({ user: "ann", role: "user", allows: {} })
    expect((await root.get("/v1/users/ann")).body.tokens).toMatchObject([{ id: body.token.id, name: "first" }])
    expect((await root.get("/v1/users")).text).not.toContain("pawl_")
  })

  it("rotates and revokes tokens: the old ones are refused at once", async () => {
    const { server, root } = await withRoot()
    const ann = await server.add("ann")
    const [{ id }] = (await root.get("/v1/users/ann")).body.tokens
    const made = (await root.post(`/v1/users/ann/tokens/${id}/rotate`)).body
    expect((await ann.get("/v1/me")).status).toBe(401)
    expect((await server.ask("GET", "/v1/me", undefined, made.token)).status).toBe(200)
    expect((await root.ask("DELETE", `/v1/users/ann/tokens/${made.id}`)).status).toBe(200)
    expect((await server.ask("GET", "/v1/me", undefined, made.token)).status).toBe(401)
    const another = (await root.post("/v1/users/ann/tokens", { name: "ci", expiresAt: 1 })).body
    expect((await server.ask("GET", "/v1/me", undefined, another.token)).status).toBe(401)
  })

  it("changes rights, which count for the next request", async () => {
    const { server, root } = await withRoot()
    const ann = await server.add("ann")
    await root.ask("PUT", "/v1/groups/elsewhere", { workspaces: ["another"] })
    const changes: readonly (readonly [object, number])[] = [
      [{ groups: ["elsewhere"] }, 403],
      [{ role: "admin" }, 200],
      [{ role: "user", groups: [] }, 200],
      [{ disabled: true }, 401],
      [{ disabled: false }, 200],
    ]
    for (const [change, status] of changes) {
      expect((await root.ask("PATCH", "/v1/users/ann", change)).status).toBe(200)
      expect([change, (await ann.get("/v1/sessions")).status]).toEqual([change, status])
    }
  })

  it.each([
    { name: "removed", end: (root: Person) => root.ask("DELETE", "/v1/users/root") },
    { name: "made a user", end: (root: Person) => root.ask("PATCH", "/v1/users/root", { role: "user" }) },
    { name: "shut out", end: (root: Person) => root.ask("PATCH", "/v1/users/root", { disabled: true }) },
  ])("who is the last one cannot be $name", async ({ end }) => {
    const { root } = await withRoot()
    expect((await end(root)).body.error.code).toBe("last-admin")
    expect((await root.get("/v1/users")).status).toBe(200)
  })

  it.each([
    ["a user that exists", "POST", "/v1/users", { name: "root" }, 409, "user-exists"],
    ["a user that does not", "GET", "/v1/users/none", undefined, 404, "user-missing"],
    ["a token that does not", "DELETE", "/v1/users/root/tokens/none", undefined, 404, "token-missing"],
    ["a group that does not", "DELETE", "/v1/groups/none", undefined, 404, "group-missing"],
    ["a group that does not, for a user", "POST", "/v1/users", { name: "a", groups: ["none"] }, 404, "group-missing"],
    ["a name that is reserved", "POST", "/v1/users", { name: "local" }, 400, "input-invalid"],
    ["a role that does not exist", "POST", "/v1/users", { name: "a", role: "god" }, 400, "input-invalid"],
  ] as const)("is told of %s", async (_, method, path, body, status, code) => {
    const { root } = await withRoot()
    const answer = await root.ask(method, path, body)
    expect([answer.status, answer.body.error.code]).toEqual([status, code])
  })
})

describe("the audit", () => {
  it("keeps who did what, when, and what came of it, also what was refused, and never a token", async () => {
    const { server, root } = await withRoot()
    const ann = await server.add("ann")
    const before = Date.now()
    const made = (await root.post("/v1/users", { name: "bob", role: "viewer" })).body
    await root.ask("PATCH", "/v1/users/none", { role: "admin" })
    await ann.ask("PATCH", "/v1/users/ann", { role: "admin" })
    await server.ask("DELETE", "/v1/users/ann")
    await root.ask("PUT", "/v1/groups/docs", { tools: ["look"] })
    const page = await entries(root)
    expect(page.map(({ who, what, outcome, code }: Record<string, unknown>) => [who, what, outcome, code])).toEqual([
      ["root", "groups.put", "done", undefined],
      ["ann", "users.change", "refused", "not-allowed"],
      ["root", "users.change", "refused", "user-missing"],
      ["root", "users.add", "done", undefined],
    ])
    expect(page[0].detail).toEqual({ path: "/v1/groups/docs", group: "docs", tools: ["look"] })
    expect(page[3].detail).toEqual({ path: "/v1/users", user: "bob", role: "viewer", groups: [] })
    for (const { at, trace } of page) expect([at >= before && at <= Date.now(), trace.length]).toEqual([true, 32])
    expect(JSON.stringify(page)).not.toContain(made.token.token)
    expect(JSON.stringify(page)).not.toContain("pawl_")
  })

  it("is read a page at a time, newest first, by admins only", async () => {
    const { server, root } = await withRoot()
    for (const name of ["a", "b", "c"]) await root.ask("PUT", `/v1/groups/${name}`, {})
    const all = (await entries(root)).map(({ detail }: { detail: { group: string } }) => detail.group)
    expect(all.toSorted()).toEqual(["a", "b", "c"])
    const first = (await root.get("/v1/audit?limit=2")).body
    const second = (await root.get(`/v1/audit?limit=2&cursor=${first.next}`)).body
    const pages = [...first.entries, ...second.entries].map(({ detail }) => detail.group)
    expect([pages, second.next]).toEqual([all, null])
    expect((await (await server.add("ann")).get("/v1/audit")).status).toBe(403)
  })
})

describe("a user", () => {
  it("replaces the own token, and sees the own tokens only", async () => {
    const { server } = await withRoot()
    const ann = await server.add("ann", { role: "viewer" })
    expect((await ann.get("/v1/me/tokens")).body.tokens).toHaveLength(1)
    const made = (await ann.post("/v1/me/token/rotate")).body
    expect((await ann.get("/v1/me")).status).toBe(401)
    expect((await server.ask("GET", "/v1/me", undefined, made.token)).body.user).toBe("ann")
  })
})

describe("without users", () => {
  it("everybody who reaches a loopback address is the person at the machine, until there is a user", async () => {
    const server = await team()
    expect((await server.ask("GET", "/v1/me")).body).toMatchObject({ user: "local", role: "admin" })
    expect((await server.ask("GET", "/v1/me", undefined, "wrong")).status).toBe(401)
    expect((await server.ask("POST", "/v1/users", { name: "root", role: "admin" })).status).toBe(201)
    expect((await server.ask("GET", "/v1/me")).status).toBe(401)
  })
})
