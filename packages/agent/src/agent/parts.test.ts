// An agent with everything: built-in tools in a folder, real MCP servers, and their permissions.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, expect, it } from "vitest"
import { call, scripted } from "../model/scripted.ts"
import { memory } from "../store/memory.ts"
import { tool } from "../tools/tool.ts"
import { createAgent } from "./create-agent.ts"

const require = createRequire(import.meta.url)

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pawl-parts-"))
})
afterEach(() => rmSync(folder, { recursive: true }))

it("an agent reads with a built-in tool, writes through an MCP server after an approval, and closes both", {
  timeout: 60_000,
}, async () => {
  writeFileSync(join(folder, "note.txt"), "buy milk")
  const server = require
    .resolve("@modelcontextprotocol/server-filesystem/package.json")
    .replace("package.json", "dist/index.js")
  const mcp = { mcpServers: { fs: { command: process.execPath, args: [server, folder] } } }
  const model = scripted((request) => {
    const { results } = request
    request.needTool("read_file")
    request.needTool("fs__write_file")
    if (results.length === 0) return { calls: [call("read_file", { path: "note.txt" })] }
    if (results.length > 1) return `Done: ${results[1]?.text}`
    const copy = { path: join(folder, "copy.txt"), content: request.need("buy milk") }
    return { calls: [call("fs__write_file", copy)] }
  })
  const agent = await createAgent({ model, workspace: folder, mcp })
  const names = (await agent.tools()).map(({ name }) => name)
  expect(names.slice(0, 2)).toEqual(["read_file", "write_file"])
  expect(names).toContain("fs__write_file")
  const fromServer = names.filter((name) => name.startsWith("fs__"))
  expect(agent.servers()).toMatchObject([{ key: "fs", state: "ready", tools: fromServer.length }])
  const session = await agent.open()
  const asked: string[] = []
  for await (const event of session.send("Copy the note")) {
    if (event.type !== "approval-requested") continue
    asked.push(event.name)
    await session.decide(event.call, "approve")
  }
  await agent.close()
  expect(asked).toEqual(["fs__write_file"])
  expect(readFileSync(join(folder, "copy.txt"), "utf8")).toBe("buy milk")
})

it("an agent reports why a server failed, and offers its other tools", async () => {
  const mcp = { mcpServers: { gone: { command: "no-such-program" } } }
  const mine = tool({ name: "mine", description: "My own.", input: {}, effect: "once", run: () => "" })
  await using agent = await createAgent({ model: scripted(() => ""), tools: [mine], mcp, questions: false })
  const inputSchema = { type: "object", properties: {} }
  expect(await agent.tools()).toEqual([{ name: "mine", description: "My own.", inputSchema }])
  expect(agent.servers()).toMatchObject([
    { key: "gone", state: "failed", tools: 0, error: expect.stringContaining('"no-such-program" was not found') },
  ])
})

it("createAgent refuses two tools with the same name before anything runs, and a workspace that is no folder", async () => {
  const mine = tool({ name: "read_file", description: "", input: {}, effect: "once", run: () => "" })
  const model = scripted(() => "")
  await expect(createAgent({ model, workspace: folder, tools: [mine] })).rejects.toMatchObject({
    code: "tool-duplicate",
  })
  await expect(createAgent({ model, workspace: join(folder, "none") })).rejects.toMatchObject({
    code: "config-invalid",
  })
})

it("an agent accepts input before a slow server has answered, and asks the model only after that", async () => {
  let asked = 0
  const model = scripted(() => `asked ${++asked}`)
  const silent = { command: process.execPath, args: ["-e", "setInterval(() => {}, 1000)"] }
  const store = memory()
  const agent = await createAgent({ model, store, mcp: { mcpServers: { silent } } })
  const session = await agent.open()
  await session.send("Keep this").accepted()
  const kept = [await store.inbox.read(session.id), await session.facts()]
  expect(JSON.stringify(kept)).toContain("Keep this")
  expect(asked).toBe(0)
  await agent.close()
})
