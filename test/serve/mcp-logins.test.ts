// Logins to an MCP server over HTTP: a real server that wants a login, its login page, and browsers that follow redirects.
import { readdirSync, rmSync } from "node:fs"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { type LoginServer, loginServer } from "../../packages/agent/src/mcp/__fixtures__/login-server.ts"
import { hasLogin, loadServers, logout } from "../../packages/agent/src/mcp.ts"
import { call as calls, scripted } from "../../packages/agent/src/testing/index.ts"
import type { Running } from "../../packages/server/src/__fixtures__/ops-server.ts"
import { managing } from "./__fixtures__/managing.ts"

const model = scripted(({ request: { tools }, results }) => {
  if (results[0] !== undefined) return results[0].text
  return tools.some(({ name }) => name === "shop__greet") ? { calls: [calls("shop__greet")] } : "There is no such tool."
})

let peer: LoginServer
const started: Running[] = []
const start = async (folder?: string) => {
  const made = await managing({ model, ...(folder !== undefined && { folder }) })
  started.push(made)
  return made
}
beforeEach(async () => {
  peer = await loginServer()
})
afterEach(async () => {
  const all = started.splice(0)
  for (const each of all) await each.stop()
  for (const { folder } of all) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  await peer.close()
})

const SHOP = "as eve /v1/mcp-servers/shop"

async function withShop(): Promise<Running> {
  const server = await start()
  await server.call("PUT", SHOP, { url: peer.url })
  return server
}

async function begin({ call }: Running): Promise<string> {
  const { status, body } = await call("POST", `${SHOP}/login`)
  expect(status).toBe(200)
  return (body as { readonly url: string }).url
}

/** The path that the login page sends the browser back to. */
async function wayBack(page: string): Promise<string> {
  const { headers } = await fetch(page, { redirect: "manual" })
  const { pathname, search } = new URL(headers.get("location") ?? "")
  expect(pathname).toBe("/auth/mcp/callback")
  return pathname + search
}

/** What the page there leads on to, which the browser opens with the cookie of its own login. */
async function next({ call }: Running, path: string): Promise<string> {
  const { body } = await call("GET", path)
  const [, url = ""] = /content="0;url=([^"]+)"/.exec(String(body)) ?? []
  return url.replaceAll("&amp;", "&")
}

const shop = async ({ call }: Running) => {
  const { body } = await call("GET", "as eve /v1/mcp-servers")
  return (body as { servers: { loggedIn: boolean; status: { loginNeeded: boolean; tools: number } | null }[] })
    .servers[0]
}

async function greeted({ call }: Running): Promise<unknown> {
  await call("POST", "as ann /v1/sessions", { id: "s" })
  return ((await call("POST", "as ann /v1/sessions/s/ask", { input: "Go" })).body as { text: unknown }).text
}

describe("a login to an MCP server", () => {
  it("is begun by an admin, finished by the same browser, used by the next turn, shared with the terminal, and ended", async () => {
    const server = await withShop()
    await expect.poll(() => shop(server)).toMatchObject({ loggedIn: false, status: { loginNeeded: true } })
    const finish = await next(server, await wayBack(await begin(server)))
    expect(finish).toMatch(/^\/auth\/mcp\/finish\?/)
    const done = await server.call("GET", `as eve ${finish}`)
    expect(done.status).toBe(200)
    expect(String(done.body)).toContain("You are logged in to shop.")
    await expect.poll(() => shop(server)).toMatchObject({ loggedIn: true, status: { loginNeeded: false, tools: 1 } })
    expect(await greeted(server)).toBe("Hello.")
    // The terminal program finds the same login in the same place.
    const [entry] = loadServers({ mcpServers: { shop: { url: peer.url } } })
    const folder = join(server.folder, "logins")
    if (entry?.kind !== "http") throw new Error("no server")
    expect(hasLogin(entry, { folder })).toBe(true)
    expect((await server.call("POST", `${SHOP}/logout`)).status).toBe(200)
    expect(await logout(entry, { folder })).toBe(false)
    expect(await shop(server)).toMatchObject({ loggedIn: false, status: { loginNeeded: true } })
    const { body } = await server.call("GET", "as eve /v1/audit")
    const kept = JSON.stringify(body)
    for (const what of ["servers.login", "servers.login-finish", "servers.logout"]) expect(kept).toContain(`"${what}"`)
    // Neither the code nor the state nor a token is kept anywhere to be read.
    expect(kept).not.toContain(new URLSearchParams(finish.split("?")[1]).get("code"))
    expect(kept).not.toContain("access-")
  })

  it("can be finished once only, by the admin who began it, and while the server is the same", async () => {
    const server = await withShop()
    const finish = await next(server, await wayBack(await begin(server)))
    const refused = { status: 400, body: { error: { code: "login-not-begun" } } }
    expect(await server.call("GET", `as max ${finish}`)).toMatchObject(refused)
    expect(await server.call("GET", `as ann ${finish}`)).toMatchObject({ status: 403 })
    expect(await server.call("GET", finish)).toMatchObject({ status: 401 })
    expect(await server.call("GET", `as eve ${finish.replace(/state=./, "state=%21")}`)).toMatchObject(refused)
    expect((await server.call("GET", `as eve ${finish}`)).status).toBe(200)
    expect(await server.call("GET", `as eve ${finish}`)).toMatchObject(refused)
    // Another address under the same name: a token of the one is not for the other.
    const late = await next(server, await wayBack(await begin(server)))
    await server.call("PUT", SHOP, { url: `${peer.url}?other` })
    expect(await server.call("GET", `as eve ${late}`)).toMatchObject(refused)
    expect(await shop(server)).toMatchObject({ loggedIn: false })
  })

  it("is finished and followed by other processes on the same database", async () => {
    const server = await withShop()
    const other = await start(server.folder)
    const finish = await next(other, await wayBack(await begin(server)))
    expect((await other.call("GET", `as eve ${finish}`)).status).toBe(200)
    await expect
      .poll(() => shop(server), { timeout: 20_000 })
      .toMatchObject({ loggedIn: true, status: { loginNeeded: false, tools: 1 } })
    expect(await greeted(server)).toBe("Hello.")
  })

  it("that the page refuses says so, shows no markup of others, and keeps nothing", async () => {
    const server = await withShop()
    const back = await wayBack(await begin(server))
    const evil = "<script>alert(1)</script>"
    const denied = new URLSearchParams({
      state: new URLSearchParams(back.split("?")[1]).get("state") ?? "",
      error: "access_denied",
      error_description: `"no" ${evil}`,
    })
    const hop = await server.call("GET", `/auth/mcp/callback?${denied}`)
    expect(String(hop.body)).not.toContain("<script")
    expect(String(hop.body).match(/"/g)).toHaveLength(8)
    const { status, body } = await server.call("GET", `as eve ${await next(server, `/auth/mcp/callback?${denied}`)}`)
    expect(status).toBe(400)
    expect(String(body)).toContain("the login page said:")
    expect(String(body)).not.toContain("<script")
    expect(readdirSync(join(server.folder, "logins")).map((file) => file.startsWith("shop."))).toEqual([true])
    expect(await shop(server)).toMatchObject({ loggedIn: false })
  })

  it("is refused for those who are no admins, for unknown servers, and for programs", async () => {
    const server = await withShop()
    await server.call("PUT", "as eve /v1/mcp-servers/tool", { command: "true" })
    for (const [path, status] of [
      ["as ann /v1/mcp-servers/shop/login", 403],
      ["as ann /v1/mcp-servers/shop/logout", 403],
      ["as eve /v1/mcp-servers/none/login", 404],
      ["as eve /v1/mcp-servers/tool/login", 409],
    ] as const)
      expect((await server.call("POST", path)).status).toBe(status)
    await peer.close()
    await logoutOf(server)
    expect(await server.call("POST", `${SHOP}/login`)).toMatchObject({
      status: 502,
      body: { error: { code: "login-failed" } },
    })
  })
})

/** What the server asked for when it refused us is forgotten too: the next login has to ask it. */
async function logoutOf({ call }: Running): Promise<void> {
  await call("POST", `${SHOP}/logout`)
}
