// A browser that logs in with a token gets a cookie that ends with the token, and that pages of other sites cannot use.
import { memory } from "@pawl/agent"
import { afterEach, describe, expect, it } from "vitest"
import { type Answered, type RawRequest, type Running, running } from "../__fixtures__/running.ts"
import { SocketClient } from "../__fixtures__/socket-client.ts"
import { Audit } from "../access/audit.ts"
import { LOCAL } from "../access/principal.ts"
import { Users, type UsersOptions } from "../access/users.ts"
import type { ServerOptions } from "../server.ts"
import { LoginSessions } from "./login-sessions.ts"

let server: Running
afterEach(() => server?.close())

async function started(options: Partial<ServerOptions> = {}, how: Partial<UsersOptions> = {}) {
  const store = memory()
  const users = new Users({ store, ...how })
  server = await running(undefined, { store, users, ...options })
  await users.add("ann")
  return { store, users, ...(await users.makeToken("ann")) }
}

const login = (token: string, headers: RawRequest["headers"] = {}) =>
  server.json("POST", "/auth/token", { token }, headers)

function cookieIn({ headers }: Answered): string {
  const [cookie = ""] = [headers["set-cookie"]].flat()
  return cookie.split(";")[0] ?? ""
}

const me = (cookie: string) => server.raw({ path: "/v1/me", headers: { cookie } })
const methods = async (headers: RawRequest["headers"] = {}) =>
  (await server.raw({ path: "/auth/methods", headers })).body

describe("a login with a token", () => {
  it("sets a cookie for this site only, without a login provider, and is kept in the audit", async () => {
    const { token, store } = await started()
    const answer = await login(token)
    expect([answer.status, answer.body]).toEqual([200, { done: true }])
    const [cookie = ""] = [answer.headers["set-cookie"]].flat()
    expect(cookie).toMatch(/^pawl_session=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict$/)
    expect((await me(cookieIn(answer))).body).toMatchObject({ user: "ann", role: "user" })
    const entries = (await new Audit(store.records).list()).map(({ entry }) => entry)
    expect(entries).toMatchObject([{ who: "ann", what: "login.token", outcome: "done" }])
    expect(JSON.stringify(await store.records.list("login"))).not.toContain(token)
    expect(JSON.stringify(entries)).not.toContain(token)
  })

  it("has a cookie for https only where the server is reached by it", async () => {
    const { token } = await started({ protection: { isSecure: true } })
    const [cookie = ""] = [(await login(token)).headers["set-cookie"]].flat()
    expect(cookie).toMatch(/^__Host-pawl_session=.*; Secure; SameSite=Strict$/)
  })

  it.each(["pawl_wrong", `pawl_${"x".repeat(43)}`, "x".repeat(200)])("is refused for %s", async (wrong) => {
    await started()
    const answer = await login(wrong)
    expect(answer).toMatchObject({ status: 401, body: { error: { code: "not-authenticated" } } })
    expect(answer.headers).not.toHaveProperty("set-cookie")
  })

  it.each([
    ["is revoked", (users: Users, id: string) => users.revokeToken("ann", id)],
    ["is replaced", (users: Users, id: string) => users.rotateToken("ann", id)],
    ["loses its user", (users: Users) => users.remove("ann")],
    ["has a user who is locked out", (users: Users) => users.change("ann", { disabled: true })],
  ])("ends when the token %s, with its streams and sockets", async (_, end) => {
    const { token, users, id } = await started()
    const cookie = cookieIn(await login(token))
    const socket = await SocketClient.open(server.url, { headers: { cookie } })
    await end(users, id)
    expect((await me(cookie)).status).toBe(401)
    expect(await socket.closed).toBe(4401)
  })

  it("does not make the server that of the person at the machine, when its user was the last one", async () => {
    const { token, users } = await started()
    expect((await login(token)).status).toBe(200)
    await users.remove("ann")
    expect((await server.raw({ path: "/v1/me" })).status).toBe(401)
  })

  it("ends when the token expires, and its cookie lasts no longer", async () => {
    let now = 1_000_000
    const { users, store } = await started({}, { now: () => now })
    const { token, id, expiresAt } = await users.makeToken("ann", { expiresAt: now + 3_600_000 })
    const logins = new LoginSessions(store.records, () => now)
    const { word, maxAgeSeconds } = await logins.begin("ann", { token: id, until: expiresAt ?? undefined })
    expect(maxAgeSeconds).toBe(3600)
    expect([await logins.find(word), (await login(token)).status]).toMatchObject([{ user: "ann" }, 200])
    now += 3_600_000
    expect([await logins.find(word), (await login(token)).status]).toEqual([undefined, 401])
  })

  it("is over after logout, and the token is not", async () => {
    const { token } = await started()
    const cookie = cookieIn(await login(token))
    const out = await server.raw({ method: "POST", path: "/auth/logout", headers: { cookie } })
    expect([out.status, (await me(cookie)).status, (await login(token)).status]).toEqual([200, 401, 200])
    expect([out.headers["set-cookie"]].flat()[0]).toMatch(/^pawl_session=; Max-Age=0/)
  })

  it("cannot be made a token: what came with a cookie has none to replace", async () => {
    const { token } = await started()
    const headers = { cookie: cookieIn(await login(token)) }
    const answer = await server.raw({ method: "POST", path: "/v1/me/token/rotate", headers })
    expect(answer).toMatchObject({ status: 409, body: { error: { code: "token-missing" } } })
  })

  it("is limited as other logins are", async () => {
    await started({ protection: { logins: { burst: 2, perSecond: 0.001 } } })
    const statuses = [await login("a"), await login("b"), await login("c")].map(({ status }) => status)
    expect(statuses).toEqual([401, 401, 429])
  })

  it("is not there where the program itself finds out who asks", async () => {
    const { token } = await started({ authenticate: () => LOCAL })
    expect(await login(token)).toMatchObject({ status: 404, body: { error: { code: "login-missing" } } })
    expect(await methods()).toEqual({ isIn: true, token: false, openid: false })
  })
})

describe("a request with the cookie that changes something", () => {
  it.each([
    ["a page of the server", { origin: "http://localhost:1" }, 201],
    ["a page of another site", { origin: "https://evil.example.com" }, 403],
    ["a page of another port", { origin: "http://localhost:2" }, 403],
    ["a file", { origin: "null" }, 403],
    ["a form of another site, in a browser that names no origin", { "sec-fetch-site": "cross-site" }, 403],
  ])("from %s is carried out or not", async (_, from, status) => {
    const { token } = await started()
    const host = { host: "localhost:1" }
    const cookie = cookieIn(await login(token))
    expect((await server.json("POST", "/v1/sessions", { id: "a" }, { ...host, ...from, cookie })).status).toBe(status)
    // Nor can such a page log the browser in as another person, or out.
    expect((await login(token, { ...host, ...from })).status).toBe(status === 201 ? 200 : 403)
    const out = { method: "POST", path: "/auth/logout", headers: { ...host, ...from, cookie } }
    expect((await server.raw(out)).status).toBe(status === 201 ? 200 : 403)
  })

  it("as a WebSocket from a page of another site is refused", async () => {
    const { token } = await started()
    const headers = { cookie: cookieIn(await login(token)), origin: "https://evil.example.com" }
    await expect(SocketClient.open(server.url, { headers })).rejects.toThrow()
  })
})

describe("what a page can offer", () => {
  it("is told to anyone, with whether the browser is in", async () => {
    const { token } = await started()
    expect(await methods()).toEqual({ isIn: false, token: true, openid: false })
    expect(await methods({ cookie: cookieIn(await login(token)) })).toEqual({ isIn: true, token: true, openid: false })
    expect(await methods({ authorization: `Bearer ${token}` })).toMatchObject({ isIn: true })
    expect(await methods({ authorization: "Bearer wrong" })).toMatchObject({ isIn: false })
  })

  it("is nothing to do for the person at the machine, while there are no users", async () => {
    server = await running()
    expect(await methods()).toEqual({ isIn: true, token: true, openid: false })
  })
})
