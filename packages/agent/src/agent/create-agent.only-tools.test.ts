// The option `onlyTools`: an agent with only some of its tools.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterEach, beforeEach, expect, it } from "vitest"
import type { Fact } from "../contracts/fact.ts"
import { modelFrom } from "../model/providers.ts"
import { call, scripted } from "../model/scripted.ts"
import { modelServer } from "../testing/model-server.ts"
import { tool } from "../tools/tool.ts"
import { createAgent } from "./create-agent.ts"

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pawl-only-"))
})
afterEach(() => rmSync(folder, { recursive: true }))

const mine = tool({ name: "mine", description: "Mine.", input: { type: "object" }, effect: "read", run: () => "" })
const SERVER = fileURLToPath(new URL("../mcp/__fixtures__/fault-server.ts", import.meta.url))
const mcp = { mcpServers: { one: { command: process.execPath, args: [SERVER] } } }
const model = scripted(() => "hello")

it.each([
  [[], []],
  [["mine"], ["mine"]],
  [["builtin"], "builtin"],
  [["mcp"], "one__"],
  [
    ["mine", "read_*"],
    ["mine", "read_file", "read_result"],
  ],
])("T1: onlyTools %j", async (only, expected) => {
  const agent = await createAgent({ model, tools: [mine], workspace: folder, mcp, onlyTools: only })
  const names = (await agent.tools()).map(({ name }) => name)
  if (Array.isArray(expected)) expect(names).toEqual(expected)
  else if (expected === "builtin") expect(names).toEqual(expect.arrayContaining(["read_file", "run_command"]))
  if (expected === "builtin") expect(names.some((name) => name === "mine" || name.startsWith("one__"))).toBe(false)
  if (expected === "one__") expect(names.filter((name) => !name.startsWith("one__"))).toEqual([])
  if (expected === "one__") expect(names.length).toBeGreaterThan(0)
  // Servers without a wanted tool are not part of this agent.
  expect(agent.servers()).toHaveLength(only.every((each) => each === "builtin") ? 0 : 1)
  await agent.close()
})

it("T1: without any tools exactly one request is made, without tools, and the status is idle", async () => {
  await using server = await modelServer({ script: () => "hello" })
  const chat = modelFrom("openai:m", { baseUrl: server.openai, apiKey: "k" })
  const agent = await createAgent({ model: chat, profile: "chat-service", workspace: folder, mcp, onlyTools: [] })
  const session = await agent.open()
  const statuses: string[] = []
  for await (const event of session.send("hi")) {
    if (event.type === "iteration-start" || event.type === "turn-end") statuses.push((await session.info()).status)
  }
  expect(server.requests).toHaveLength(1)
  expect(server.requests[0]?.body).not.toHaveProperty("tools")
  expect(statuses.at(-1)).toBe("idle")
  await agent.close()
})

it("onlyTools: an excluded tool cannot be called either", async () => {
  let facts: readonly Fact[] = []
  const asks = scripted(({ results }) => (results.length === 0 ? { calls: [call("read_file", { path: "a" })] } : "ok"))
  const agent = await createAgent({ model: asks, workspace: folder, onlyTools: ["write_file"] })
  const session = await agent.open()
  await session.ask("go")
  facts = await session.facts()
  expect(JSON.stringify(facts)).toContain('There is no tool \\"read_file\\"')
  await agent.close()
})

it("onlyTools is refused when it is not a list of names", async () => {
  const made = createAgent({ model, onlyTools: "none" as unknown as readonly string[] })
  await expect(made).rejects.toThrow(/onlyTools: a list of names/)
})
