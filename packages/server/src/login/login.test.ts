// A real OpenID Connect provider on "localhost", the server on 127.0.0.1: for a browser these are two sites.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { type Json, memory } from "@pawl/agent"
import Provider from "oidc-provider"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { type Running, running } from "../__fixtures__/running.ts"
import { Audit } from "../access/audit.ts"
import type { Principal } from "../access/principal.ts"
import type { Newcomer } from "./openid.ts"

let issuer = ""
let stop = () => {}
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
    expect(admitted).toEqual([{ user: "ann", role: "user", groups: ["engineers"] }])
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

const audited = async () => (await new Audit(server.store.records).list()).map(({ entry }) => entry)

interface Account {
  readonly groups?: readonly string[]
}

let account: Account = {}

async function start(more: { readonly issuer?: string; readonly allowedGroups?: readonly string[] } = {}) {
  const people = new Map<string, Principal>()
  const admitted: Newcomer[] = []
  const openid = {
    issuer,
    clientId: client.client_id,
    clientSecret: client.client_secret,
    publicUrl: "http://127.0.0.1",
    adminGroups: ["root"],
    groups: { staff: "engineers" },
    ...more,
  }
  server = await running(undefined, {
    authenticate: () => undefined,
    login: {
      records: memory().records,
      openid: {
        ...openid,
        get publicUrl() {
          return server === undefined ? "http://127.0.0.1" : server.url
        },
      },
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
  client.redirect_uris = [`${server.url}/auth/callback`]
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

  async #ask(method: string, url: string, follow: boolean): Promise<{ status: number; text: string; json(): Json }> {
    this.visited.push(url)
    const response = await fetch(url, { method, redirect: "manual", headers: { cookie: this.#cookiesFor(url) } })
    for (const each of response.headers.getSetCookie()) this.#keep(url, each)
    const to = response.headers.get("location")
    if (to !== null && follow) return this.#ask("GET", new URL(to, url).href, true)
    const text = await response.text()
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
async function listening(): Promise<{ readonly issuer: string; stop(): void }> {
  const http = createServer()
  await new Promise<void>((resolve) => http.listen(0, "localhost", resolve))
  const own = `http://localhost:${(http.address() as AddressInfo).port}`
  const provider = new Provider(own, {
    clients: [{ ...client, redirect_uris: ["http://127.0.0.1/auth/callback"] }],
    claims: { openid: ["sub", "groups"] },
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    findAccount: (_: unknown, sub: string) => ({ accountId: sub, claims: () => ({ sub, ...account }) }),
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    cookies: { keys: ["test"] },
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
