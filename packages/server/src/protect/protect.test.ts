import { connect } from "node:net"
import { afterEach, describe, expect, it } from "vitest"
import { type Running, running } from "../__fixtures__/running.ts"
import { LOCAL, type Principal } from "../access/principal.ts"
import { Rates } from "./rates.ts"

let server: Running
afterEach(() => server?.close())

describe("a request's host", () => {
  it.each([
    ["localhost:7295", 200],
    ["127.0.0.1", 200],
    ["[::1]:7295", 200],
    ["192.168.1.5:7295", 200],
    ["app.localhost", 200],
    ["Pawl.example.com:443", 200],
    ["evil.example.com", 421],
    ["pawl.example.com.evil.com", 421],
    ["localhost.evil.com", 421],
    ["a b", 400],
  ])('"%s" is answered with %i', async (host, status) => {
    server = await running(undefined, { protection: { hosts: ["pawl.example.com"] }, authenticate: () => LOCAL })
    expect((await server.raw({ path: "/v1/sessions", headers: { host } })).status).toBe(status)
  })
})

describe("a page in a browser", () => {
  const body = JSON.stringify({ id: "a" })
  it.each([
    ["of the server itself", { origin: "http://localhost:1" }, 201],
    ["of a listed origin", { origin: "https://app.example.com" }, 201],
    ["of another site", { origin: "https://evil.example.com" }, 403],
    ["of another port of this machine", { origin: "http://localhost:2" }, 403],
    ["without an origin, as a file has", { origin: "null" }, 403],
    ["of another site, by a form", { "sec-fetch-site": "cross-site" }, 403],
    ["that is no page but a program", {}, 201],
  ])("%s can change something or not", async (_, headers, status) => {
    server = await running(undefined, { protection: { origins: ["https://app.example.com"] } })
    const all = { host: "localhost:1", "content-type": "application/json", ...headers }
    const answer = await server.raw({ method: "POST", path: "/v1/sessions", headers: all, body })
    expect(answer.status).toBe(status)
  })

  it("of another site is not allowed to read an answer, and one of a listed origin is", async () => {
    server = await running(undefined, { protection: { origins: ["https://app.example.com"] } })
    const read = (origin: string) => server.raw({ path: "/v1/sessions", headers: { origin } })
    expect((await read("https://evil.example.com")).headers).not.toHaveProperty("access-control-allow-origin")
    expect((await read("https://app.example.com")).headers).toMatchObject({
      "access-control-allow-origin": "https://app.example.com",
      vary: "Origin",
    })
  })

  it("of a listed origin gets leave before it sends; another one does not", async () => {
    server = await running(undefined, { protection: { origins: ["https://app.example.com"] } })
    const ask = (origin: string) =>
      server.raw({
        method: "OPTIONS",
        path: "/v1/sessions",
        headers: { origin, "access-control-request-method": "POST" },
      })
    expect(await ask("https://app.example.com")).toMatchObject({
      status: 204,
      headers: { "access-control-allow-methods": expect.stringContaining("DELETE") },
    })
    expect((await ask("https://evil.example.com")).headers).not.toHaveProperty("access-control-allow-methods")
  })

  it("cannot send a command as a form, which no browser asks leave for", async () => {
    server = await running()
    const headers = { "content-type": "text/plain" }
    const answer = await server.raw({ method: "POST", path: "/v1/sessions", headers, body })
    expect(answer).toMatchObject({ status: 415, body: { error: { code: "media-type-unknown" } } })
  })
})

describe("every answer", () => {
  it.each(["/healthz", "/v1/sessions", "/v1/sessions/none", "/nowhere", "/openapi.json"])(
    "of %s forbids framing, sniffing, scripts and caching, and has a trace",
    async (path) => {
      server = await running()
      expect((await server.json("GET", path)).headers).toMatchObject({
        "content-security-policy": expect.stringContaining("default-src 'none'"),
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY",
        "referrer-policy": "no-referrer",
        "cache-control": "no-store",
        "x-trace-id": expect.stringMatching(/^[0-9a-f]{32}$/),
      })
    },
  )

  it("asks browsers to stay with https where the server is reached by it", async () => {
    server = await running(undefined, { protection: { isSecure: true } })
    expect((await server.json("GET", "/healthz")).headers).toHaveProperty("strict-transport-security")
  })
})

describe("a request that is too large", () => {
  it("is refused, and the server goes on", async () => {
    server = await running()
    const long = await server.json("POST", "/v1/sessions", { title: "x".repeat(2 ** 21) })
    expect(long).toMatchObject({ status: 413, body: { error: { code: "too-large" } } })
    expect((await server.json("GET", "/healthz")).status).toBe(200)
  })

  it("in its headers is refused", async () => {
    server = await running()
    const answer = await server.raw({ path: "/healthz", headers: { "x-long": "x".repeat(20_000) } })
    expect(answer.status).toBe(431)
  })
})

describe("a client that sends its request drop by drop", () => {
  it("is cut off, and others are answered meanwhile", async () => {
    server = await running(undefined, { slowMs: 200 })
    const slow = connect(server.port, "127.0.0.1")
    const over = new Promise<string>((resolve) => {
      let heard = ""
      slow.on("data", (chunk) => {
        heard += chunk
      })
      slow.on("close", () => resolve(heard))
    })
    slow.write("GET /healthz HTTP/1.1\r\nhost: localhost\r\n")
    expect((await server.json("GET", "/healthz")).status).toBe(200)
    expect(await over).toContain("408 Request Timeout")
  })
})

describe("too many requests", () => {
  const ann: Principal = { user: "ann", role: "user", allows: {} }
  it("of one user are refused for a moment, and those of others are answered", async () => {
    const authenticate = (c: { req: { header(name: string): string | undefined } }): Principal => ({
      ...ann,
      user: c.req.header("x-user") ?? "ann",
    })
    server = await running(undefined, { authenticate, protection: { rate: { burst: 2, perSecond: 0.001 } } })
    const list = (user: string) => server.json("GET", "/v1/sessions", undefined, { "x-user": user })
    expect([(await list("ann")).status, (await list("ann")).status]).toEqual([200, 200])
    expect(await list("ann")).toMatchObject({
      status: 429,
      headers: { "retry-after": "1000" },
      body: { error: { code: "too-many-requests", retryable: true } },
    })
    expect((await list("bob")).status).toBe(200)
  })

  it("with wrong tokens are slowed down, and a right token works at once", async () => {
    const authenticate = (c: { req: { header(name: string): string | undefined } }) =>
      c.req.header("authorization") === "Bearer right" ? LOCAL : undefined
    server = await running(undefined, { authenticate, protection: { strangers: { burst: 2, perSecond: 0.001 } } })
    const as = (token: string) => server.json("GET", "/v1/me", undefined, { authorization: `Bearer ${token}` })
    expect([(await as("a")).status, (await as("b")).status, (await as("c")).status]).toEqual([401, 401, 429])
    expect((await as("right")).status).toBe(200)
  })

  it("for logins are refused by address, though anyone may ask", async () => {
    server = await running(undefined, { protection: { logins: { burst: 2, perSecond: 0.001 } } })
    const ask = async (path: string) => (await server.json("GET", path)).status
    expect([await ask("/auth/login"), await ask("/auth/callback"), await ask("/auth/login")]).toEqual([404, 404, 429])
    expect(await ask("/v1/me")).toBe(200)
  })

  it("fill again with time, and forget those who have gone", () => {
    let now = 0
    const rates = new Rates({ burst: 1, perSecond: 1 }, () => now)
    rates.take("ann")
    expect(() => rates.take("ann")).toThrow("Wait 1 s")
    now += 1000
    rates.take("ann")
    for (let each = 0; each < 20_000; each++) rates.take(String(each))
    rates.take("ann")
  })
})
