// MCP servers that admins add, change and remove while a server runs: real programs, a real database.
import { existsSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import type { McpConfig } from "../../packages/agent/src/index.ts"
import { call as calls, scripted } from "../../packages/agent/src/testing/index.ts"
import type { Running } from "../../packages/server/src/__fixtures__/ops-server.ts"
import { bundledWhole } from "../bundled.ts"
import { managing } from "./__fixtures__/managing.ts"

const PROGRAM = await bundledWhole(fileURLToPath(new URL("../kill-cli/notes-server.ts", import.meta.url)))

const script = ({ results }: { readonly results: readonly { readonly text: string }[] }) =>
  results[0] === undefined ? { calls: [calls("notes__list")] } : results[0].text

const VARIABLE = ["$", "{HOME}"].join("")

let served: Running
let book: string
const model = scripted(script as never)

async function start(commands: boolean, configured: McpConfig["mcpServers"] = {}, folder?: string): Promise<Running> {
  const made = await managing({ model, commands, configured, ...(folder !== undefined && { folder }) })
  book = join(made.folder, "book")
  return made
}

async function stop(): Promise<void> {
  await served.stop()
  rmSync(served.folder, { recursive: true, force: true, maxRetries: 5 })
}

const NOTES = "as eve /v1/mcp-servers/notes"
const entry = () => ({ command: process.execPath, args: [PROGRAM, book], env: { API_KEY: "hidden-0123456789" } })

describe("T18: a server record over HTTP", () => {
  beforeEach(async () => {
    served = await start(true)
  })
  afterEach(stop)

  it("is probed when it is added and when it is changed, and its tools are used by the next turn", async () => {
    const { call } = served
    const added = await call("PUT", NOTES, entry())
    expect(added).toMatchObject({
      status: 200,
      body: { ok: true, tools: ["notes__add", "notes__stamp", "notes__list"] },
    })
    const listed = await call("GET", "as eve /v1/mcp-servers")
    expect(listed.body).toMatchObject({
      servers: [
        {
          name: "notes",
          from: "stored",
          status: { state: "standby", tools: 3 },
          entry: { env: { API_KEY: "********" } },
        },
      ],
    })
    expect(JSON.stringify(listed.body)).not.toContain("hidden-")
    expect(JSON.stringify((await call("GET", "as ann /v1/mcp-servers")).body)).not.toContain("command")
    // The list is known from the probe: the program starts when a tool of it is called.
    expect(existsSync(book)).toBe(false)
    await call("POST", "as ann /v1/sessions", { id: "s" })
    expect((await call("POST", "as ann /v1/sessions/s/ask", { input: "List" })).body).toMatchObject({
      text: "Notes: none.",
    })
    expect(readFileSync(book, "utf8")).toContain('"list"')
    // Another command: what was known of the one before counts no more.
    const broken = await call("PUT", NOTES, { command: process.execPath, args: ["-e", "process.exit(3)"] })
    expect(broken).toMatchObject({
      status: 200,
      body: { ok: false, tools: [], error: expect.stringContaining("notes") },
    })
    expect((await call("GET", `${NOTES}/logs`)).body).toMatchObject({
      lines: expect.arrayContaining([expect.stringContaining("[pawl]")]),
    })
    expect((await call("PUT", NOTES, entry())).body).toMatchObject({ ok: true })
    expect((await call("POST", `${NOTES}/probe`)).body).toMatchObject({ ok: true })
    expect((await call("POST", "as eve /v1/mcp-servers/restart")).status).toBe(200)
    expect((await call("DELETE", NOTES)).status).toBe(200)
    expect((await call("DELETE", NOTES)).status).toBe(404)
    expect((await call("GET", "as eve /v1/mcp-servers")).body).toEqual({ servers: [] })
  })

  it("is listed without the values in the query of its address, and without a password", async () => {
    const { call } = served
    await call("PUT", NOTES, { url: "http://ann:hidden-1@127.0.0.1:1/mcp?key=hidden-2&key=hidden-3&x=1" })
    const listed = (await call("GET", "as eve /v1/mcp-servers")).body
    const url = "http://********:********@127.0.0.1:1/mcp?key=********&x=********"
    expect(listed).toMatchObject({ servers: [{ entry: { url } }] })
    expect((await call("PUT", NOTES, { url })).status).toBe(400)
  })

  it.each([
    ["a mask in place of a value", { url: "https://mcp.example", headers: { authorization: "********" } }, 400],
    [
      "a variable, which would send what the server's environment holds",
      { url: "https://x.example", headers: { a: VARIABLE } },
      400,
    ],
    ["neither a program nor an address", { args: ["x"] }, 400],
  ])("refuses %s", async (_, given, status) => {
    expect((await served.call("PUT", NOTES, given)).status).toBe(status)
    expect((await served.call("GET", "as eve /v1/mcp-servers")).body).toEqual({ servers: [] })
  })

  it("is taken over by the other processes on the same database", async () => {
    const other = await start(true, {}, served.folder)
    try {
      await expect.poll(async () => (await other.call("GET", "as eve /v1/mcp-servers")).body).toEqual({ servers: [] })
      await served.call("PUT", NOTES, entry())
      await expect
        .poll(async () => (await other.call("GET", "as eve /v1/mcp-servers")).body, { timeout: 20_000 })
        .toMatchObject({ servers: [{ name: "notes", status: { tools: 3 } }] })
      await served.call("DELETE", NOTES)
      await expect
        .poll(async () => JSON.stringify((await other.call("GET", "as eve /v1/tools")).body), { timeout: 20_000 })
        .not.toContain("notes__")
    } finally {
      await other.stop()
    }
  })

  it("is an admin's to change", async () => {
    for (const [method, path] of [
      ["PUT", "/v1/mcp-servers/notes"],
      ["DELETE", "/v1/mcp-servers/notes"],
      ["POST", "/v1/mcp-servers/notes/probe"],
      ["POST", "/v1/mcp-servers/restart"],
      ["GET", "/v1/mcp-servers/notes/logs"],
    ] as const)
      expect((await served.call(method, `as ann ${path}`, method === "PUT" ? entry() : undefined)).status).toBe(403)
  })
})

it("T18: programs are added only where the configuration allows it, and its own servers stay as they are", async () => {
  served = await start(false, { files: { command: "true" } })
  const { call } = served
  expect(await call("PUT", NOTES, entry())).toMatchObject({ status: 403 })
  // An address beside the program does not make it less of a program.
  const url = "https://x.example"
  for (const hidden of [
    { ...entry(), url, type: "stdio" },
    { url, type: "stdio" },
    { url, env: { A: "b" } },
  ])
    expect(await call("PUT", NOTES, hidden)).toMatchObject({ status: 403 })
  for (const method of ["PUT", "DELETE"])
    expect(
      await call(method, "as eve /v1/mcp-servers/files", method === "PUT" ? { url: "https://x.example" } : undefined),
    ).toMatchObject({
      status: 409,
      body: { error: { code: "setting-locked" } },
    })
  await stop()
})
