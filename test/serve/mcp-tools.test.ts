// Tools of MCP servers that admins switch off and on while a server runs: real programs, a real database.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, afterEach, describe, expect, it } from "vitest"
import { call as calls, scripted } from "../../packages/agent/src/testing/index.ts"
import type { Running } from "../../packages/server/src/__fixtures__/ops-server.ts"
import { bundledWhole } from "../bundled.ts"
import { type ManagingHow, managing } from "./__fixtures__/managing.ts"

const PROGRAM = await bundledWhole(fileURLToPath(new URL("../kill-cli/notes-server.ts", import.meta.url)))

/** Says which tools it is offered, and calls one of them if it can. */
const model = scripted(({ request: { tools }, results }) => {
  const offered = tools.map(({ name }) => name).filter((name) => name.startsWith("notes__"))
  return results.length > 0 || !offered.includes("notes__list") ? offered.join(" ") : { calls: [calls("notes__list")] }
})

const started: Running[] = []
async function start(how: Partial<ManagingHow> = {}): Promise<Running> {
  const made = await managing({ model, ...how })
  started.push(made)
  return made
}
afterEach(async () => {
  const all = started.splice(0)
  for (const each of all) await each.stop()
  for (const { folder } of all) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

/** Where the programs write. */
const place = mkdtempSync(join(tmpdir(), "pawl-notes-"))
afterAll(() => rmSync(place, { recursive: true, force: true }))

const NOTES = "as eve /v1/mcp-servers/notes"
const TOOL = `${NOTES}/tools`
const entry = () => ({ command: process.execPath, args: [PROGRAM, join(place, "book")] })
const ALL = "notes__add notes__stamp notes__list"

async function offered({ call }: Running): Promise<unknown> {
  const { body } = await call("POST", "as ann /v1/sessions", {})
  const { id } = (body as { readonly session: { readonly id: string } }).session ?? (body as { readonly id: string })
  return ((await call("POST", `as ann /v1/sessions/${id}/ask`, { input: "Go" })).body as { text: unknown }).text
}

async function states({ call }: Running, who = "eve"): Promise<Readonly<Record<string, boolean>>> {
  const { body } = await call("GET", `as ${who} /v1/mcp-servers`)
  const [server] = (body as { servers: { tools: { name: string; enabled: boolean }[] }[] }).servers
  return Object.fromEntries(server?.tools.map(({ name, enabled }) => [name, enabled]) ?? [])
}

describe("T18: a tool of a server", () => {
  it("is switched off for the next turn and for all later agents, switched on again, and both are in the audit", async () => {
    const server = await start()
    const { call } = server
    await call("PUT", NOTES, entry())
    expect(await offered(server)).toBe(ALL)
    expect((await call("PUT", `${TOOL}/list`, { enabled: false })).status).toBe(200)
    expect(await states(server)).toEqual({ add: true, stamp: true, list: false })
    expect(await offered(server)).toBe("notes__add notes__stamp")
    // Neither a restart nor another entry of the same name brings it back.
    await call("POST", "as eve /v1/mcp-servers/restart")
    await call("PUT", NOTES, { ...entry(), timeoutMs: 9000 })
    expect(await offered(server)).toBe("notes__add notes__stamp")
    expect((await call("PUT", `${TOOL}/list`, { enabled: true })).status).toBe(200)
    expect(await offered(server)).toBe(ALL)
    expect((await call("GET", "as eve /v1/audit")).body).toMatchObject({
      entries: expect.arrayContaining(
        [true, false].map((enabled) =>
          expect.objectContaining({ who: "eve", what: "servers.tool", detail: expect.objectContaining({ enabled }) }),
        ),
      ),
    })
    // A server of the same name that is added later begins with all of its tools.
    await call("PUT", `${TOOL}/add`, { enabled: false })
    await call("DELETE", NOTES)
    await call("PUT", NOTES, entry())
    expect(await states(server)).toEqual({ add: true, stamp: true, list: true })
  })

  it("is listed with what it does and what models call it, as far as the person may use it", async () => {
    const server = await start()
    await server.call("PUT", NOTES, entry())
    expect((await server.call("GET", "as ann /v1/mcp-servers")).body).toMatchObject({
      servers: [
        {
          loggedIn: false,
          tools: expect.arrayContaining([
            {
              name: "list",
              calledAs: "notes__list",
              description: expect.any(String),
              effect: "read",
              enabled: true,
              locked: false,
            },
          ]),
        },
      ],
    })
  })

  it("is off in the other processes on the same database too", async () => {
    const server = await start({ configured: { notes: entry() } })
    const other = await start({ configured: { notes: entry() }, folder: server.folder })
    for (const each of [server, other])
      await expect.poll(() => states(each), { timeout: 20_000 }).toEqual({ add: true, stamp: true, list: true })
    expect((await server.call("PUT", `${TOOL}/add`, { enabled: false })).status).toBe(200)
    await expect.poll(() => states(other), { timeout: 20_000 }).toEqual({ add: false, stamp: true, list: true })
  })

  it("that the configuration leaves out stays off", async () => {
    const server = await start({ configured: { notes: { ...entry(), excludeTools: ["add"] } } })
    await expect.poll(() => states(server), { timeout: 20_000 }).toEqual({ add: false, stamp: true, list: true })
    for (const enabled of [true, false])
      expect(await server.call("PUT", `${TOOL}/add`, { enabled })).toMatchObject({
        status: 409,
        body: { error: { code: "setting-locked" } },
      })
    await server.call("PUT", `${TOOL}/stamp`, { enabled: false })
    expect(await offered(server)).toBe("notes__list")
  })

  it.each([
    ["as ann /v1/mcp-servers/notes/tools/list", 403, "not-allowed"],
    ["as eve /v1/mcp-servers/other/tools/list", 404, "server-missing"],
    ["as eve /v1/mcp-servers/notes/tools/none", 404, "tool-missing"],
    ["as eve /v1/mcp-servers/constructor/tools/none", 404, "server-missing"],
  ])("%s: %i", async (path, status, code) => {
    const server = await start()
    await server.call("PUT", NOTES, entry())
    expect(await server.call("PUT", path, { enabled: false })).toMatchObject({ status, body: { error: { code } } })
  })
})
