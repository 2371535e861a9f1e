// biome-ignore-all lint/suspicious/noConsole: the tests check what the client writes there.
// Logging in to a server, using it, and losing the login. The browser is a fetch that follows redirects.
import { readdirSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { beginLogin, finishLogin, hasLogin, login, logout, mcpTools } from "../../mcp.ts"
import { knownSecrets } from "../../secrets/known-secrets.ts"
import { type LoginServer, loginServer } from "../__fixtures__/login-server.ts"
import { run, scratch, servers, text } from "../__fixtures__/peers.ts"
import type { HttpServer } from "../config.ts"
import type { McpTools } from "../mcp-tools.ts"
import { withoutClientWarnings } from "./client-warnings.ts"
import { loopback } from "./loopback.ts"

let peer: LoginServer
let folder: string
const opened: McpTools[] = []
beforeEach(async () => {
  peer = await loginServer()
  folder = scratch()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await Promise.all(opened.splice(0).map((source) => source.close()))
  await peer.close()
})

const entry = (): HttpServer => servers({ shop: { url: peer.url } })[0] as HttpServer
const browse = (url: string) => void fetch(url).catch(() => {})
const logIn = () => login(entry(), { folder, show: browse })

async function start(): Promise<McpTools> {
  const source = mcpTools([entry()], { loginFolder: folder })
  opened.push(source)
  await source.ready()
  return source
}

function stored(): string {
  return readdirSync(folder)
    .map((file) => readFileSync(join(folder, file), "utf8"))
    .join()
}

describe("a server that requires a login", () => {
  it("says so in its status; a run neither registers a client nor opens a login page", async () => {
    const source = await start()
    expect(source.status()).toMatchObject([
      { error: expect.stringContaining('it wants somebody to log in: run "pawl mcp login shop"') },
    ])
    expect(peer.seen).toEqual([])
    await logIn()
    expect(await source.probe("shop")).toMatchObject({ state: "ready", tools: 1 })
  })

  it("has its tokens masked in every text", async () => {
    await logIn()
    const secrets = knownSecrets()
    const source = mcpTools([entry()], { loginFolder: folder, secrets })
    opened.push(source)
    await source.ready()
    const [token = ""] = /access-[^"]+/.exec(stored()) ?? []
    expect(secrets.clean(`the token is ${token}`)).toBe("the token is [redacted]")
  })

  it("can be used after a login, whose file only its owner can read", async () => {
    expect(await logIn()).toBe("logged-in")
    expect(peer.seen).toEqual(["register", "authorize use", "token authorization_code"])
    const [file = ""] = readdirSync(folder)
    expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600)
    expect(stored()).toContain("access-")
    expect(await text(await start(), "shop__greet")).toBe("Hello.")
  })

  it("gets a refreshed token when the old one expired, once for all calls, and it is stored", async () => {
    await logIn()
    const source = await start()
    await text(source, "shop__greet")
    const before = stored()
    peer.expire()
    const all = Promise.all([1, 2, 3].map(() => text(source, "shop__greet")))
    expect(await all).toEqual(["Hello.", "Hello.", "Hello."])
    expect(peer.seen.filter((each) => each === "token refresh_token")).toHaveLength(1)
    expect(stored()).not.toBe(before)
    expect(await text(await start(), "shop__greet")).toBe("Hello.")
  })

  it("that refuses to refresh fails the call at once, with advice", async () => {
    await logIn()
    const source = await start()
    peer.expire({ refresh: false })
    await expect(run(source, "shop__greet")).rejects.toMatchObject({
      code: "login-needed",
      message: expect.stringContaining('run "pawl mcp login shop"'),
    })
    expect(await logIn()).toBe("logged-in")
    expect(await text(await start(), "shop__greet")).toBe("Hello.")
  })

  it("requires a login again after a logout", async () => {
    await logIn()
    expect(await logout(entry(), { folder })).toBe(true)
    expect(await logout(entry(), { folder })).toBe(false)
    expect(readdirSync(folder)).toEqual([])
    expect((await start()).status()).toMatchObject([{ state: "half-open", error: expect.stringContaining("log in") }])
  })

  it("whose login page refuses fails the login with the page's text", async () => {
    peer.refuse("access_denied")
    await expect(logIn()).rejects.toMatchObject({
      code: "login-failed",
      message: 'The login to MCP server "shop" failed: the login page said: access_denied.',
    })
  })

  it("stops waiting for a login when it is aborted", async () => {
    const stop = new AbortController()
    const waiting = login(entry(), { folder, show: () => stop.abort(new Error("enough")), signal: stop.signal })
    await expect(waiting).rejects.toThrow("enough")
  })
})

describe("a login in two steps", () => {
  const redirectUrl = "https://agents.example/back"
  const begin = async (url = redirectUrl) => {
    const begun = await beginLogin(entry(), { folder, redirectUrl: url, state: "the-state" })
    if (begun.kind !== "page") throw new Error(`no page: ${begun.kind}`)
    return begun
  }
  /** What the login page sends the browser back with. */
  const answered = async (url: string) => {
    const { headers } = await fetch(url, { redirect: "manual" })
    return new URL(headers.get("location") ?? "")
  }

  it("stores nothing until it is finished, and is the login of every agent then", async () => {
    const { url, pending } = await begin()
    const back = await answered(url)
    expect(back.href).toMatch(/^https:\/\/agents\.example\/back\?/)
    expect(back.searchParams.get("state")).toBe("the-state")
    expect(hasLogin(entry(), { folder })).toBe(false)
    // Another process may finish it.
    const carried = JSON.parse(JSON.stringify(pending))
    await finishLogin(entry(), { folder, pending: carried, answer: back.searchParams })
    expect(hasLogin(entry(), { folder })).toBe(true)
    expect(await text(await start(), "shop__greet")).toBe("Hello.")
  })

  it("that is given up leaves the login before as it was: it can still be refreshed", async () => {
    await logIn()
    const before = stored()
    await begin()
    expect(stored()).toBe(before)
    peer.expire()
    expect(await text(await start(), "shop__greet")).toBe("Hello.")
  })

  it("registers anew where the browser comes back to another address, and only there", async () => {
    const registered = () => peer.seen.filter((each) => each === "register").length
    await logIn()
    for (const [count, url] of [
      [2, redirectUrl],
      [2, redirectUrl],
      [3, "http://127.0.0.1:1/else"],
    ] as const) {
      const { url: page, pending } = await begin(url)
      await finishLogin(entry(), { folder, pending, answer: (await answered(page)).searchParams })
      expect(registered()).toBe(count)
    }
    await logIn()
    expect(registered()).toBe(4)
  })

  it("cannot be finished with the code of another one", async () => {
    const [mine, theirs] = [await begin(), await begin()]
    const answer = (await answered(theirs.url)).searchParams
    await expect(finishLogin(entry(), { folder, pending: mine.pending, answer })).rejects.toMatchObject({
      code: "login-failed",
    })
    expect(hasLogin(entry(), { folder })).toBe(false)
  })
})

describe("loopback", () => {
  it("accepts an answer only with the right state", async () => {
    const back = await loopback("right")
    try {
      const answer = await fetch(`${back.redirectUrl}?code=stolen&state=wrong`)
      expect(answer.status).toBe(404)
      expect((await fetch(`${back.redirectUrl}?code=mine&state=right`)).status).toBe(200)
      expect((await back.answer).get("code")).toBe("mine")
    } finally {
      back.close()
    }
  })
})

describe("a login page", () => {
  /** The authorisation server names this page as its login page. */
  const sentTo = (page: string) => async (url: string | URL, init?: RequestInit) => {
    const response = await fetch(url, init)
    if (!String(url).includes(".well-known/oauth-authorization-server")) return response
    const found = (await response.json()) as object
    return Response.json({ ...found, authorization_endpoint: page })
  }

  it.each(["file:///etc/passwd", "ms-msdt:/id", "http://evil.example/authorize", "javascript:alert(1)"])(
    "with another scheme or without https is never shown: %s",
    async (page) => {
      const shown: string[] = []
      const show = (url: string) => void shown.push(url)
      await expect(login(entry(), { folder, show, fetch: sentTo(page) })).rejects.toMatchObject({
        code: "login-failed",
      })
      expect(shown).toEqual([])
    },
  )

  it("that refuses is quoted without control characters or secrets, and nothing is printed", async () => {
    const heard = vi.spyOn(console, "warn").mockImplementation(() => {})
    const show = (url: string) => {
      const back = new URL(new URL(url).searchParams.get("redirect_uri") ?? "")
      back.searchParams.set("state", new URL(url).searchParams.get("state") ?? "")
      back.searchParams.set("error", "access_denied")
      back.searchParams.set("error_description", "\u001b[31mno\u001b[0m\r\nway, token=abcdef123456")
      browse(back.href)
    }
    const failed = await login(entry(), { folder, show }).catch((error: Error) => error.message)
    expect(failed).toBe('The login to MCP server "shop" failed: the login page said: no way, token=[redacted].')
    expect(heard).not.toHaveBeenCalled()
  })

  it("suppresses console warnings of the client during a login, and no others", async () => {
    const heard = vi.spyOn(console, "warn").mockImplementation(() => {})
    await withoutClientWarnings(async () => {
      console.warn("[mcp-sdk] OAuth invalid_grant. Cause: token abc")
      console.warn("from other code")
    })
    console.warn("[mcp-sdk] later")
    expect(heard.mock.calls).toEqual([["from other code"], ["[mcp-sdk] later"]])
  })
})
