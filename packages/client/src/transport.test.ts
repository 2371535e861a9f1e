import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"
import { afterEach, describe, expect, it, vi } from "vitest"
import { type Client, connect } from "./client.ts"

const servers: Server[] = []

async function answering(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const server = createServer(answer)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Begins an answer, and breaks the connection in the middle of it. */
function cut(response: ServerResponse): void {
  response.writeHead(200, { "content-length": 1000 })
  response.write('{"requests": [', () => response.destroy())
}

const PAUSES = { firstMs: 1, maxMs: 2 }

describe("a client", () => {
  afterEach(() => {
    vi.restoreAllMocks()
    for (const server of servers.splice(0)) server.close().closeAllConnections()
  })

  it("sends its token in a header of each request, and never in the URL", async () => {
    const seen: unknown[] = []
    const url = await answering((request, response) => {
      seen.push(request.headers.authorization, request.url)
      response.end(JSON.stringify({ requests: [] }))
    })
    await connect({ url: `${url}/below/`, token: async () => "secret" }).requests()
    expect(seen).toEqual(["Bearer secret", "/below/v1/requests"])
  })

  it("follows no redirect, which would send the token elsewhere", async () => {
    const seen: unknown[] = []
    const other = await answering((request, response) => {
      seen.push(request.headers.authorization)
      response.end("{}")
    })
    const url = await answering((_request, response) => response.writeHead(307, { location: other }).end())
    await expect(connect({ url, token: "secret", tries: 1 }).requests()).rejects.toMatchObject({
      code: "server-unreachable",
    })
    expect(seen).toEqual([])
  })

  it("tells what the server said: code, message, status, trace, and whether trying again may help", async () => {
    const error = { code: "session-busy", message: "Wait.", retryable: false, trace: "t-1" }
    const url = await answering((_request, response) => response.writeHead(409).end(JSON.stringify({ error })))
    await expect(connect({ url }).requests()).rejects.toMatchObject({ ...error, status: 409, name: "PawlClientError" })
  })

  it("says that something else answered", async () => {
    const url = await answering((_request, response) => response.writeHead(403).end("<html>proxy</html>"))
    await expect(connect({ url }).requests()).rejects.toMatchObject({ code: "answer-unknown", status: 403 })
  })

  it("tries what only reads again, until the server is well", async () => {
    let asked = 0
    const url = await answering((_request, response) => {
      asked++
      if (asked < 4) response.writeHead(503).end()
      else response.end(JSON.stringify({ requests: [] }))
    })
    expect(await connect({ url, pauses: PAUSES }).requests()).toEqual([])
    expect(asked).toBe(4)
  })

  it.each([
    ["a session that is busy", 409, "session-busy"],
    ["a limit that is reached", 429, "limit-reached"],
  ])("does not try %s again, although that may help: the program decides when", async (_what, status, code) => {
    let asked = 0
    const error = { code, message: "Wait.", retryable: true, trace: "t-1" }
    const url = await answering((_request, response) => {
      asked++
      response.writeHead(status).end(JSON.stringify({ error }))
    })
    await expect(connect({ url, pauses: PAUSES }).requests()).rejects.toMatchObject({ code, retryable: true })
    expect(asked).toBe(1)
  })

  it("waits for as long as the server asks for when there were too many requests", async () => {
    const at: number[] = []
    const error = { code: "too-many-requests", message: "Wait.", retryable: true, trace: "t-1" }
    const url = await answering((_request, response) => {
      at.push(performance.now())
      if (at.length === 1) response.writeHead(429, { "retry-after": "1" }).end(JSON.stringify({ error }))
      else response.end(JSON.stringify({ requests: [] }))
    })
    expect(await connect({ url, pauses: PAUSES }).requests()).toEqual([])
    const [first = 0, second = 0] = at
    expect(second - first).toBeGreaterThan(900)
  })

  it("waits for a server that takes no more for now, and says so once for each message", async () => {
    let refusals = 0
    const ids = new Set<string>()
    const error = { code: "too-many-waiting", message: "Wait.", retryable: true, retryAfterMs: 20, trace: "t-1" }
    const url = await answering(async (request, response) => {
      if (request.url === "/v1/sessions/a/messages") ids.add(JSON.parse(await text(request)).id)
      // More often than a request is tried when the connection breaks.
      if (ids.size === 0 || ++refusals % 10 === 0) response.end(JSON.stringify({ id: "a", after: 0 }))
      else response.writeHead(503).end(JSON.stringify({ error }))
    })
    const waits: number[] = []
    const client = connect({ url, pauses: PAUSES, onCrowded: (retryAfterMs) => waits.push(retryAfterMs) })
    const session = await client.open({ id: "a" })
    for (const id of ["m1", "m2"]) expect(await session.send("Hello.", { id }).accepted()).toBe(0)
    expect([waits, [...ids], refusals]).toEqual([[20, 20], ["m1", "m2"], 20])
    await client.close()
  })

  it.each([
    ["no session", "session-missing", false],
    ["no route", "route-missing", "route-missing"],
  ])("takes a session for gone only if the server says so, and not when there is %s", async (_what, code, expected) => {
    const error = { code, message: "Not here.", retryable: false, trace: "t-1" }
    const url = await answering((_request, response) => response.writeHead(404).end(JSON.stringify({ error })))
    const removed = connect({ url })
      .sessions.remove("..")
      .catch(({ code: why }) => why)
    expect(await removed).toBe(expected)
  })

  it("reads an answer again that was cut in the middle", async () => {
    let asked = 0
    const url = await answering((_request, response) => {
      asked++
      if (asked === 1) cut(response)
      else response.end(JSON.stringify({ requests: [] }))
    })
    expect(await connect({ url, pauses: PAUSES }).requests()).toEqual([])
    expect(asked).toBe(2)
  })

  it.each([
    ["an answer", async (client: Client) => client.requests()],
    ["stored bytes", async (client: Client) => (await client.sessions.get("a"))?.blob("h")],
    ["an export", async (client: Client) => client.sessions.import(client.sessions.export("a"))],
  ])("says that the server cannot be reached when %s is cut each time", async (_what, ask) => {
    const url = await answering((request, response) => {
      if (request.url === "/v1/sessions/a") response.end(JSON.stringify({ id: "a", tags: [], openRequests: [] }))
      else cut(response)
    })
    await expect(ask(connect({ url, pauses: PAUSES, tries: 2 }))).rejects.toMatchObject({
      name: "PawlClientError",
      code: "server-unreachable",
      retryable: true,
      status: 0,
    })
  })

  it("says that what answers is no Pawl server", async () => {
    let asked = 0
    const url = await answering((_request, response) => {
      asked++
      response.end("<html>Welcome</html>")
    })
    await expect(connect({ url, pauses: PAUSES }).requests()).rejects.toMatchObject({
      code: "answer-unknown",
      message: expect.stringContaining("is no Pawl server"),
    })
    expect(asked).toBe(1)
  })

  it("refuses a token that no header takes, without repeating it", async () => {
    const said = expect.objectContaining({ code: "config-invalid", message: expect.not.stringContaining("secret") })
    const url = "http://127.0.0.1:9"
    expect(() => connect({ url, token: "secret\nb" })).toThrow(said)
    await expect(connect({ url, token: () => "secret\nb" }).requests()).rejects.toEqual(said)
  })

  it("says that the function for the token failed, and asks it once", async () => {
    const cause = new Error("The keychain is locked.")
    let asked = 0
    const token = () => {
      asked++
      throw cause
    }
    await expect(connect({ url: "http://127.0.0.1:9", token, pauses: PAUSES }).requests()).rejects.toMatchObject({
      name: "PawlClientError",
      code: "token-missing",
      cause,
    })
    expect(asked).toBe(1)
  })

  it("sends no header for an empty token", async () => {
    const seen: unknown[] = []
    const url = await answering((request, response) => {
      seen.push(request.headers.authorization)
      response.end(JSON.stringify({ requests: [] }))
    })
    await connect({ url, token: "" }).requests()
    expect(seen).toEqual([undefined])
  })

  it.each(["http://user:pass@127.0.0.1", "http://127.0.0.1/?token=x", "ftp://127.0.0.1", "here"])(
    "refuses the URL %s",
    (url) => {
      expect(() => connect({ url })).toThrow(expect.objectContaining({ code: "config-invalid" }))
    },
  )

  it("opens a stream again that is silent for 45 seconds", async () => {
    let opened = 0
    const { promise: again, resolve } = Promise.withResolvers<void>()
    const url = await answering((request, response) => {
      if (request.url?.endsWith("/events") !== true)
        return void response.end(JSON.stringify({ id: "a", tags: [], openRequests: [] }))
      response.writeHead(200, { "content-type": "text/event-stream" }).write(":\n\n")
      if (++opened === 2) resolve()
    })
    const client = connect({ url, pauses: PAUSES })
    const session = await client.open({ id: "a" })
    const waits: number[] = []
    const real = globalThis.setTimeout
    // The wait for the next sign of life is the only long one.
    vi.spyOn(globalThis, "setTimeout").mockImplementation(((act: () => void, ms = 0) => {
      if (ms >= 10_000 && ms < 60_000) waits.push(ms)
      return real(act, ms === 45_000 ? 20 : ms)
    }) as typeof setTimeout)
    const next = session.events().next()
    await again
    await client.close()
    expect(await next).toMatchObject({ done: true })
    expect(waits).toContain(45_000)
  })

  it("ends all that it follows when it is closed", async () => {
    const url = await answering((request, response) => {
      if (request.url?.endsWith("/events"))
        response.writeHead(200, { "content-type": "text/event-stream" }).write(":\n\n")
      else response.end(JSON.stringify({ id: "a", tags: [], openRequests: [] }))
    })
    const client = connect({ url })
    const events = (await client.open({ id: "a" })).events()
    const next = events.next()
    await client.close()
    expect(await next).toEqual({ done: true, value: undefined })
    await expect(client.requests()).rejects.toMatchObject({ code: "client-closed" })
  })
})
