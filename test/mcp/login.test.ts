// `pawl mcp login` and `logout` as a user runs them, with a simulated browser that follows every redirect.
import { execFile, spawn } from "node:child_process"
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterEach, beforeEach, expect, it } from "vitest"
import { type LoginServer, loginServer } from "../../packages/agent/src/mcp/__fixtures__/login-server.ts"

const PAWL = fileURLToPath(new URL("../../packages/cli/bin/pawl.js", import.meta.url))

let peer: LoginServer
let home: string
beforeEach(async () => {
  peer = await loginServer()
  home = mkdtempSync(join(tmpdir(), "pawl-login-"))
  writeFileSync(join(home, "config.json"), JSON.stringify({ mcpServers: { shop: { url: peer.url } } }))
})
afterEach(async () => {
  await peer.close()
  rmSync(home, { recursive: true })
})

const processOptions = () => ({ cwd: home, env: { ...process.env, PAWL_HOME: home, NO_COLOR: "1" } })
const pawlArgs = (...args: readonly string[]) => ["--conditions=@pawl/source", PAWL, "mcp", ...args]

function pawl(...args: readonly string[]): Promise<{ readonly code: number; readonly out: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, pawlArgs(...args), processOptions(), (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), out: stdout + stderr }),
    )
  })
}

/** Opens the page as soon as its address is printed. */
function logIn(): Promise<{ readonly code: number | null; readonly out: string }> {
  const child = spawn(process.execPath, pawlArgs("login", "shop", "--no-browser"), processOptions())
  let out = ""
  let isThere = false
  child.stderr.on("data", (chunk) => (out += chunk))
  child.stdout.on("data", (chunk) => {
    out += chunk
    const [page] = /http:\S+authorize\S+/.exec(out) ?? []
    if (page === undefined || isThere) return
    isThere = true
    fetch(page).catch(() => {})
  })
  return new Promise((resolve) => child.on("close", (code) => resolve({ code, out })))
}

it("pawl mcp login logs in for all later processes, and logout ends it", async () => {
  expect(await pawl("probe", "shop")).toMatchObject({
    code: 1,
    out: expect.stringContaining('run "pawl mcp login shop"'),
  })
  expect(await logIn()).toMatchObject({ code: 0, out: expect.stringContaining("Logged in to shop.") })
  const folder = join(home, "mcp-logins")
  const [file = ""] = readdirSync(folder)
  expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600)
  expect(await pawl("probe", "shop")).toMatchObject({ code: 0, out: expect.stringContaining("shop__greet") })
  expect(await pawl("logout", "shop")).toMatchObject({ code: 0, out: expect.stringContaining("Logged out of shop") })
  expect(readdirSync(folder)).toEqual([])
  expect(await pawl("probe", "shop")).toMatchObject({ code: 1 })
})

it.each([
  { args: ["login"], out: "Say which server" },
  { args: ["login", "nobody"], out: 'There is no MCP server "nobody"' },
])("pawl mcp $args reports what is wrong", async ({ args, out }) => {
  const said = await pawl(...args)
  expect(said.out).toContain(out)
  expect(said.code).toBeGreaterThan(0)
})
