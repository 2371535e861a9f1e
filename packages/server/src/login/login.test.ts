// A real OpenID Connect provider on "localhost", the server on 127.0.0.1: for a browser these are two sites.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { type Json, memory } from "@pawl/agent"
import Provider from "oidc-provider"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { type Running, running } from "../__fixtures__/running.ts"
import { SocketClient } from "../__fixtures__/socket-client.ts"
import { Audit } from "../access/audit.ts"
import type { Principal } from "../access/principal.ts"
import { Users } from "../access/users.ts"
import type { Newcomer, OpenIdOptions } from "./openid.ts"

let issuer = ""
let stop = () => {}
const PUBLIC = "https://pawl.example.com"
const client = { client_id: "pawl", client_secret: "s3cret-of-the-client", redirect_uris: [] as string[] }

beforeAll(async () => {
  // The redirect address has a port that is known later: the client is looked up when it is used.
  const provider = await listening()
  issuer = provider.issuer
  stop = provider.stop
})
afterAll(() => stop())

let server: Running
afterEach(() => server?.close())

describe("a login with a browser", () => {
  it("comes back as the user, with cookies that another site cannot use", async () => {
    const { browser, admitted } = await logged({ groups: ["staff"] })
    const subject = { iss: issuer, sub: "ann" }
    expect(admitted).toEqual([{ user: "ann", role: "user", groups: ["engineers"], subject }])
    expect(await audited()).toMatchObject([
      { who: "ann", what: "login.finish", outcome: "done", detail: { role: "user", isNew: true } },
    ])
    const cookie = browser.set.find((each) => each.startsWith("pawl_session="))
    expect(cookie).toMatch(/; HttpOnly/)
    expect(cookie).toMatch(/; SameSite=Strict/)
    expect(cookie).toMatch(/; Path=\//)
    const transaction = browser.set.find((each) => each.startsWith("pawl_login=") && !each.includes("Max-Age=0"))
    expect(transaction).toMatch(/; HttpOnly.*; SameSite=Lax|; SameSite=Lax.*; HttpOnly/)
    expect((await browser.get(`${server.url}/v1/me`)).json()).toMatchObject({ user: "ann", role: "user" })
  })

  it("ends with a page of the server itself, because a redirect would not carry a Strict cookie", async () => {
    const { last } = await logged({})
    expect(last.status).toBe(200)
    expect(last.text).toContain('http-equiv="refresh" content="0;url=/"')
  })

  it.each([
    ["an admin by group", { groups: ["root"] }, "admin"],
    ["a plain user without groups", {}, "user"],
  ])("makes %s", async (_, account, role) => {
    expect((await logged(account)).admitted).toMatchObject([{ role }])
  })

  it("gives no group for one of the provider that has the name of something every object has", async () => {
    const { admitted } = await logged({ groups: ["constructor", "__proto__", "toString", "staff", "staff"] })
    expect(admitted).toMatchObject([{ groups: ["engineers"] }])
  })

  it.each([
    ["that the provider verified", { email_verified: true }, ["ann@example.com"]],
    ["that it did not verify", { email_verified: false }, []],
    ["of which it says nothing", {}, []],
    ["that it calls verified in words", { email_verified: "true" }, []],
  ])("takes an address %s as a name, or not", async (_, verified, users) => {
    const { admitted, last } = await logged({ email: "ann@example.com", ...verified }, { nameClaim: "email" })
    expect(admitted.map(({ user }) => user)).toEqual(users)
    expect(last.status).toBe(users.length === 1 ? 200 : 403)
  })

  it("is over after logout, on the server too", async () => {
    const { browser } = await logged({})
    const kept = browser.cookies()
    expect((await browser.post(`${server.url}/auth/logout`)).status).toBe(200)
    const again = await server.raw({ path: "/v1/me", headers: { cookie: kept } })
    expect(again.status).toBe(401)
  })

  it("cannot be finished twice, nor with another browser's transaction, nor a changed one", async () => {
    const { callback, transaction } = await logged({})
    const finish = (cookie?: string) =>
      server.raw({ path: callback, ...(cookie !== undefined && { headers: { cookie } }) })
    expect((await finish(transaction)).body.error.code).toBe("login-not-begun")
    expect((await finish()).body.error.code).toBe("login-not-begun")
    expect((await finish(`${transaction.slice(0, -4)}AAAA`)).body.error.code).toBe("login-not-begun")
  })

  it("with a code that the provider did not give is refused", async () => {
    await start()
    const browser = new Browser()
    await browser.get(`${server.url}/auth/login`, { follow: false })
    const answer = await browser.get(`${server.url}/auth/callback?code=forged&state=forged`)
    expect(answer).toMatchObject({ status: 401 })
    expect(answer.text).toContain("login-failed")
    expect(answer.text).not.toContain("s3cret")
  })

  it("of somebody in no allowed group is refused", async () => {
    const { last, admitted } = await logged({ groups: ["guests"] }, { allowedGroups: ["staff"] })
    expect(last).toMatchObject({ status: 403 })
    expect(last.text).toContain("login-refused")
    expect(admitted).toEqual([])
    expect(await audited()).toMatchObject([{ who: "login", what: "login.finish", outcome: "refused" }])
  })

  it("says so when the provider cannot be reached, and works when it can again", async () => {
    await start({ issuer: "http://localhost:1" })
    const answer = await new Browser().get(`${server.url}/auth/login`)
    expect(answer.status).toBe(502)
    expect(answer.text).toContain("cannot be reached")
  })

  it("does not serve a user who was removed since", async () => {
    const { browser, people } = await logged({})
    people.delete("ann")
    expect((await browser.get(`${server.url}/v1/me`)).status).toBe(401)
  })
})

describe("a login with a provider that tells groups and addresses only when it is asked", () => {
  it.each([
    ["the groups", { groups: ["staff", "root"] }, {}, { user: "ann", role: "admin", groups: ["engineers"] }],
    ["the allowed groups", { groups: ["staff"] }, { allowedGroups: ["staff"] }, { user: "ann", role: "user" }],
    [
      "the name",
      { email: "ann@example.com", email_verified: true },
      { nameClaim: "email" },
      { user: "ann@example.com", role: "user", subject: { sub: "ann" } },
    ],
  ])("asks for %s", async (_, who, more, newcomer) => {
    const claims = { openid: ["sub"], profile: ["groups"], email: ["email", "email_verified"] }
    const provider = await listening({ claims, conformIdTokenClaims: true })
    const { admitted, last } = await logged(who, { ...more, issuer: provider.issuer })
    provider.stop()
    expect([last.status, admitted]).toMatchObject([200, [newcomer]])
  })
})

describe("a login behind https", () => {
  it("has cookies that browsers take over https and from this host only", async () => {
    const { browser } = await logged({}, { publicUrl: PUBLIC })
    const named = (name: string) =>
      browser.set.find((each) => each.startsWith(`${name}=`) && !each.includes("Max-Age=0"))
    expect(named("__Host-pawl_session")).toMatch(/; Path=\/;.*; Secure/)
    expect(named("__Host-pawl_session")).not.toMatch(/; Domain=/)
    expect(named("pawl_session")).toBeUndefined()
    expect(named("pawl_login")).toMatch(/; Secure/)
    expect((await browser.get(`${server.url}/v1/me`)).json()).toMatchObject({ user: "ann" })
  })
})

describe("a login to a server with its own users", () => {
  it("opens what the groups allow, and nothing without one", async () => {
    const { users } = await startWithUsers()
    await users.add("root", { role: "admin" })
    await users.groups.put("engineers", { tools: ["look"] })
    const me = async (groups: readonly string[]) => {
      account = { groups }
      const browser = new Browser()
      await browser.get(`${server.url}/auth/login`)
      return browser.get(`${server.url}/v1/me`)
    }
    expect(await me(["guests"])).toMatchObject({ status: 403, text: expect.stringContaining("No workspace is open") })
    expect((await me(["staff"])).json()).toMatchObject({ user: "ann", role: "user", allows: { tools: ["look"] } })
    expect((await me(["root"])).json()).toMatchObject({ user: "ann", role: "admin" })
    await users.change("ann", { role: "viewer", groups: ["engineers"] })
    expect((await me(["root"])).json()).toMatchObject({ role: "viewer" })
    await users.change("ann", { disabled: true })
    expect((await me(["root"])).status).toBe(401)
  })

  it("lets no one in without a cookie, though there are no users yet", async () => {
    await startWithUsers()
    expect((await new Browser().get(`${server.url}/v1/me`)).status).toBe(401)
    expect((await server.json("GET", "/auth/methods")).body).toEqual({ isIn: false, token: true, openid: true })
  })

  it("that is not confirmed writes nothing, and one that is removes what has expired", async () => {
    const { store } = await startWithUsers()
    const kept = async () => (await Promise.all(["login", "login-used"].map((kind) => store.records.list(kind)))).flat()
    for (const kind of ["login", "login-used"]) await store.records.put(kind, "old", { user: "bob", until: 1 })
    const browser = new Browser()
    await browser.get(`${server.url}/auth/login`, { follow: false })
    expect((await browser.get(`${server.url}/auth/callback?code=forged&state=forged`)).status).toBe(401)
    expect((await kept()).map(({ key }) => key)).toEqual(["old", "old"])
    await browser.get(`${server.url}/auth/login`)
    expect(await kept()).toMatchObject([{ value: { user: "ann" } }, { value: { until: expect.any(Number) } }])
  })

  it("ends its streams and its sockets at logout, and no others", async () => {
    await startWithUsers()
    account = { groups: ["root"] }
    const [here, there] = [new Browser(), new Browser()]
    for (const each of [here, there]) await each.get(`${server.url}/auth/login`)
    const read = await streamOf(here.cookies())
    const other = await streamOf(there.cookies())
    const socket = await SocketClient.open(server.url, { headers: { cookie: here.cookies() } })
    await here.post(`${server.url}/auth/logout`)
    expect([await read.ended, await socket.closed]).toEqual(["ended", 4401])
    expect((await there.get(`${server.url}/v1/me`)).status).toBe(200)
    expect(other.isOver()).toBe(false)
    other.close()
  })
})

async function streamOf(cookie: string) {
  const end = new AbortController()
  const response = await fetch(`${server.url}/v1/events`, { headers: { cookie }, signal: end.signal })
  expect(response.status).toBe(200)
  const reader = response.body?.getReader()
  await reader?.read()
  let isOver = false
  const ended = (async () => {
    while ((await reader?.read())?.done === false);
    isOver = true
    return "ended"
  })()
  ended.catch(() => {})
  return { ended, isOver: () => isOver, close: () => end.abort() }
}
const audited = async () => (await new Audit(server.store.records).list()).map(({ entry }) => entry)

interface Account {
  readonly groups?: readonly string[]
  readonly email?: string
  readonly email_verified?: unknown
}

let account: Account = {}

function openidOf({ publicUrl, ...more }: Partial<OpenIdOptions>): OpenIdOptions {
  return {
    issuer,
    clientId: client.client_id,
    clientSecret: client.client_secret,
    adminGroups: ["root"],
    groups: { staff: "engineers" },
    ...more,
    get publicUrl() {
      return publicUrl ?? server?.url ?? "http://127.0.0.1"
    },
  }
}

async function startWithUsers() {
  const store = memory()
  const users = new Users({ store })
  const login = { records: store.records, people: users, openid: openidOf({}) }
  server = await running(undefined, { store, users, login })
  client.redirect_uris = [`${server.url}/auth/callback`]
  return { users, store }
}

async function start(more: Partial<OpenIdOptions> = {}) {
  const people = new Map<string, Principal>()
  const admitted: Newcomer[] = []
  server = await running(undefined, {
    authenticate: () => undefined,
    login: {
      records: memory().records,
      openid: openidOf(more),
      people: {
        principal: async (user) => people.get(user),
        admit: async (newcomer) => {
          admitted.push(newcomer)
          people.set(newcomer.user, { user: newcomer.user, role: newcomer.role, allows: {} })
          return { isNew: true }
        },
      },
    },
  })
  client.redirect_uris = [`${more.publicUrl ?? server.url}/auth/callback`]
  return { people, admitted }
}

async function logged(who: Account, more: Parameters<typeof start>[0] = {}) {
  account = who
  const { people, admitted } = await start(more)
  const browser = new Browser()
  const last = await browser.get(`${server.url}/auth/login`)
  const [callback = ""] = browser.visited.filter((url) => url.includes("/auth/callback"))
  const transaction = (browser.set.find((each) => each.startsWith("pawl_login=")) ?? "").split(";")[0] ?? ""
  return { browser, last, people, admitted, callback: callback.replace(server.url, ""), transaction }
}

/** Follows redirects and keeps cookies by host, as a browser does. */
class Browser {
  readonly visited: string[] = []
  readonly set: string[] = []
  readonly #jar = new Map<string, Map<string, string>>()

  cookies(): string {
    return this.#cookiesFor(server.url)
  }

  get(url: string, { follow = true } = {}) {
    return this.#ask("GET", url, follow)
  }

  post(url: string) {
    return this.#ask("POST", url, true)
  }

  async #ask(method: string, to: string, follow: boolean): Promise<{ status: number; text: string; json(): Json }> {
    // As a proxy does.
    const url = to.replace(PUBLIC, server.url)
    this.visited.push(url)
    // A server that ends waits a moment for connections that were just used.
    const headers = { cookie: this.#cookiesFor(url), connection: "close" }
    const response = await fetch(url, { method, redirect: "manual", headers })
    for (const each of response.headers.getSetCookie()) this.#keep(url, each)
    const next = response.headers.get("location")
    const text = await response.text()
    if (next !== null && follow) return this.#ask("GET", new URL(next, url).href, true)
    return { status: response.status, text, json: () => JSON.parse(text) }
  }

  #keep(url: string, cookie: string): void {
    this.set.push(cookie)
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
    const { hostname } = new URL(url)
    const jar = this.#jar.get(hostname) ?? new Map<string, string>()
    this.#jar.set(hostname, jar)
    if (/max-age=0|expires=thu, 01 jan 1970/i.test(cookie)) jar.delete(name)
    else jar.set(name, value)
  }

  #cookiesFor(url: string): string {
    return [...(this.#jar.get(new URL(url).hostname) ?? [])].map(([name, value]) => `${name}=${value}`).join("; ")
  }
}

/** Logs everybody in at once, as the account of the test. */
async function listening(more: object = {}): Promise<{ readonly issuer: string; stop(): void }> {
  const http = createServer()
  await new Promise<void>((resolve) => http.listen(0, "localhost", resolve))
  const own = `http://localhost:${(http.address() as AddressInfo).port}`
  const provider = new Provider(own, {
    clients: [{ ...client, redirect_uris: ["http://127.0.0.1/auth/callback"] }],
    claims: { openid: ["sub", "groups", "email", "email_verified"] },
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    findAccount: (_: unknown, sub: string) => ({ accountId: sub, claims: () => ({ sub, ...account }) }),
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    cookies: { keys: ["test"] },
    ...more,
  } as never)
  // The server's port differs in each test.
  provider.Client.prototype.redirectUriAllowed = (uri: string) => client.redirect_uris.includes(uri)
  http.on("request", (request, response) => {
    if (!request.url?.startsWith("/interaction/")) return void provider.callback()(request, response)
    void consent(provider, request, response)
  })
  return { issuer: own, stop: () => http.close() }
}

async function consent(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { prompt, params } = await provider.interactionDetails(request, response)
  if (prompt.name === "login") return provider.interactionFinished(request, response, { login: { accountId: "ann" } })
  const grant = new provider.Grant({ accountId: "ann", clientId: params.client_id as string })
  grant.addOIDCScope("openid profile email")
  const grantId = await grant.save()
  return provider.interactionFinished(request, response, { consent: { grantId } }, { mergeWithLastSubmission: true })
}
