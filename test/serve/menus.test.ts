// Menus of a page: the files of a workspace, and the prompts of a real MCP server.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createAgent, memory } from "@pawl/agent"
import { scripted } from "@pawl/agent/testing"
import { type Client, connect } from "@pawl/client"
import { createServer, type PawlServer, Users } from "@pawl/server"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { EVERYTHING, node } from "../../packages/agent/src/mcp/__fixtures__/peers.ts"

let folder = ""
let server: PawlServer
let clients: Readonly<Record<"ann" | "few" | "vic", Client>>

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "pawl-menus-"))
  mkdirSync(join(folder, "src"))
  for (const path of ["readme.md", "src/main.ts", ".env", "left.log"]) writeFileSync(join(folder, path), "x")
  writeFileSync(join(folder, ".gitignore"), "*.log\n")
  const store = memory()
  const users = new Users({ store })
  await users.groups.put("few", { tools: ["all__echo"] })
  const model = scripted(() => "Fine.")
  const mcp = { mcpServers: { all: node(EVERYTHING) } }
  const about = { profiles: ["default"], models: ["scripted"] }
  const [agent, plain] = [
    await createAgent({ model, store, workspace: folder, mcp }),
    await createAgent({ model, store }),
  ]
  const workspaces = [
    { name: "main", agent, folder, ...about },
    { name: "plain", agent: plain, ...about },
  ]
  server = createServer({ store, users, workspaces, checksAnswers: true })
  const { url } = await server.listen({ port: 0, host: "127.0.0.1" })
  const named = async (name: string, how: object) => {
    await users.add(name, how)
    return connect({ url, token: (await users.makeToken(name)).token })
  }
  clients = {
    ann: await named("ann", {}),
    few: await named("few", { groups: ["few"] }),
    vic: await named("vic", { role: "viewer" }),
  }
})

afterAll(async () => {
  await server.drain(0)
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

describe("the files of a workspace", () => {
  const found = async (client: Client, workspace: string, text?: string) =>
    (await client.call("server.files", { params: { workspace }, query: { ...(text !== undefined && { text }) } })).files

  it.each([
    [undefined, ["readme.md", ".gitignore", "src/main.ts"]],
    ["main", ["src/main.ts"]],
    ["env", []],
    ["../", []],
  ])("for %j are %j", async (text, files) => {
    expect(await found(clients.ann, "main", text)).toEqual(files)
  })

  it("are not told to those who may not look at files, and there are none without a folder", async () => {
    expect(await found(clients.few, "main")).toEqual([])
    expect(await found(clients.ann, "plain")).toEqual([])
    await expect(found(clients.vic, "main")).rejects.toMatchObject({ status: 403 })
    await expect(found(clients.ann, "none")).rejects.toMatchObject({ status: 404, code: "workspace-missing" })
  })
})

describe("the prompts of MCP servers", () => {
  it("are listed with their arguments, and filled in as text", async () => {
    const { prompts } = await clients.ann.call("server.prompts", {})
    expect(prompts.find(({ name }) => name === "args-prompt")).toMatchObject({
      server: "all",
      arguments: [
        { name: "city", required: true },
        { name: "state", required: false },
      ],
    })
    const params = { server: "all", name: "args-prompt" }
    const { text } = await clients.ann.call("server.prompt", { params, body: { arguments: { city: "Oslo" } } })
    expect(text).toContain("Oslo")
    await expect(clients.ann.call("server.prompt", { params, body: {} })).rejects.toMatchObject({ status: 400 })
  })

  it.each([
    ["a prompt that is not there", { server: "all", name: "none" }, {}],
    ["a server that is not there", { server: "none", name: "args-prompt" }, {}],
    ["a workspace without servers", { server: "all", name: "args-prompt" }, { workspace: "plain" }],
  ])("%s is refused", async (_, params, body) => {
    await expect(clients.ann.call("server.prompt", { params, body })).rejects.toMatchObject({ status: 400 })
  })

  it("are those of servers of which a person may use a tool", async () => {
    expect((await clients.few.call("server.prompts", {})).prompts.length).toBeGreaterThan(0)
    expect((await clients.ann.call("server.prompts", { query: { workspace: "plain" } })).prompts).toEqual([])
    await expect(clients.vic.call("server.prompts", {})).rejects.toMatchObject({ status: 403 })
  })
})
