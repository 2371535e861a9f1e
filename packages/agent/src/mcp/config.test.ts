import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { createAgent } from "../agent/create-agent.ts"
import { isPawlError } from "../contracts/error.ts"
import { scripted } from "../model/scripted.ts"
import { FAULT, node, scratch } from "./__fixtures__/peers.ts"
import { loadServers, type McpConfig, type McpServer, readServers } from "./config.ts"
import { listCache } from "./list-cache.ts"
import { mcpTools } from "./mcp-tools.ts"

function problem(source: string | McpConfig, env: Record<string, string> = {}): string {
  try {
    loadServers(source, { env })
  } catch (error) {
    if (isPawlError(error, "config-invalid")) return error.message
    throw error
  }
  return "no problem"
}

/** A reference to a variable, as a file writes it. */
function from(name: string): string {
  return `\${${name}}`
}

/** A cache folder with the list of a server that was started before. */
function cached(server: McpServer): string {
  const folder = scratch()
  const inputSchema = { type: "object" }
  const look = { name: "look", inputSchema, annotations: { readOnlyHint: true } }
  listCache(folder).write(server, [{ name: "quick", inputSchema }, { name: "slow", inputSchema }, look])
  return folder
}

function file(content: string): string {
  const path = join(scratch(), ".mcp.json")
  writeFileSync(path, content)
  return path
}

describe("loadServers", () => {
  it("reads a file in the format of other agents, with variables from the environment", () => {
    const path = file(
      JSON.stringify({
        mcpServers: {
          "my files": {
            command: "npx",
            args: ["-y", "server", from("ROOT")],
            env: { KEY: from("KEY"), PORT: 3000 },
            cwd: "sub",
          },
          web: {
            type: "http",
            url: `https://${from("HOST:-example.com")}/mcp`,
            headers: { Authorization: `Bearer ${from("KEY")}` },
          },
          stream: { type: "streamable-http", url: "http://localhost:1/mcp", unknown: true },
        },
      }),
    )
    const env = { ROOT: "/data", KEY: "k", HOST: "" }
    expect(loadServers(path, { env })).toEqual([
      {
        kind: "stdio",
        key: "my_files",
        command: "npx",
        args: ["-y", "server", "/data"],
        env: { KEY: "k", PORT: "3000" },
        cwd: join(path, "../sub"),
      },
      { kind: "http", key: "web", url: "https://example.com/mcp", headers: { Authorization: "Bearer k" } },
      { kind: "http", key: "stream", url: "http://localhost:1/mcp", headers: {} },
    ])
  })

  it("reads the deadlines of a server and its tools, and its verifying tool", () => {
    const limits = { timeoutMs: 5000, maxTimeoutMs: 60_000, toolTimeoutsMs: { slow: 20_000 }, verify: "find" }
    const [server] = loadServers({ mcpServers: { a: { command: "x", ...limits } } })
    expect(server).toMatchObject(limits)
    const source = mcpTools(loadServers({ mcpServers: { a: { command: "x", ...limits } } }), {
      cacheFolder: cached(server!),
    })
    const tools = Object.fromEntries(source.tools().map((tool) => [tool.name, tool]))
    expect(tools.a__quick).toMatchObject({ timeoutMs: 5000, maxTimeoutMs: 60_000 })
    expect(tools.a__slow).toMatchObject({ timeoutMs: 20_000, maxTimeoutMs: 60_000, verify: expect.any(Function) })
    expect(tools.a__look).not.toHaveProperty("verify")
  })

  it("takes an object of the same shape", () => {
    expect(loadServers({ mcpServers: { a: { command: "x" } } })).toMatchObject([{ key: "a", command: "x", args: [] }])
    expect(loadServers({ mcpServers: {} })).toEqual([])
  })

  it("resolves a relative cwd from the given folder, and that of a file from the file's folder", () => {
    const mcpServers = { a: { command: "x", cwd: "sub" }, b: { command: "x", cwd: "/else" }, c: { command: "x" } }
    const cwds = (servers: ReturnType<typeof loadServers>) =>
      servers.map((server) => (server.kind === "stdio" ? server.cwd : "")) // All are programs.
    expect(cwds(loadServers({ mcpServers }, { folder: "/work/space" }))).toEqual([
      "/work/space/sub",
      "/else",
      undefined,
    ])
    expect(cwds(loadServers({ mcpServers }))).toEqual([join(process.cwd(), "sub"), "/else", undefined])
    const path = file(JSON.stringify({ mcpServers }))
    expect(cwds(loadServers(path, { folder: "/work/space" }))[0]).toBe(join(path, "../sub"))
  })

  it("starts an agent's servers in its workspace", async () => {
    const workspace = scratch()
    mkdirSync(join(workspace, "sub"))
    const mcp = { mcpServers: { fault: { ...node(FAULT), cwd: "sub" } } }
    const model = scripted((request) => {
      request.needTool("fault__echo")
      return "It runs."
    })
    await using agent = await createAgent({ model, mcp, workspace })
    expect(await (await agent.open()).ask("go")).toMatchObject({ text: "It runs." })
  })

  it("reports the file and every broken server with its problem in one error", () => {
    const path = file(
      `{"mcpServers":{"a":{"command":"x","args":["${from("NOPE")}"]},"b":{"type":"sse","url":"http://x"},"c":{}}}`,
    )
    const said = problem(path)
    expect(said).toContain(path)
    expect(said).toContain('server "a": "args[0]" needs the environment variable NOPE, which is not set')
    expect(said).toContain('server "b": "type" must be "stdio", "http" or "streamable-http", not "sse"')
    expect(said).toContain('server "c": it needs a "command" (a program) or a "url"')
  })

  it.each([
    ["{", "is not valid JSON"],
    ["[]", 'an object "mcpServers"'],
    ['{"mcpServers":{"a":[]}}', 'server "a": it must be an object'],
    ['{"mcpServers":{"a":{"url":"ftp://x"}}}', '"url" must be an http or https address'],
    ['{"mcpServers":{"a":{"command":["x"]}}}', '"command" must be a string'],
    ['{"mcpServers":{"a":{"command":"x","args":"y"}}}', '"args" must be a list of strings'],
    ['{"mcpServers":{"a":{"command":"x","env":[]}}}', '"env" must be an object of strings'],
    ['{"mcpServers":{"a":{"command":"x","timeoutMs":-1}}}', '"timeoutMs" must be a number above 0'],
    ['{"mcpServers":{"a":{"command":"x","maxTimeoutMs":"long"}}}', '"maxTimeoutMs" must be a number above 0'],
    ['{"mcpServers":{"a":{"command":"x","toolTimeoutsMs":{"b":0}}}}', '"toolTimeoutsMs" must be an object of numbers'],
    ['{"mcpServers":{"a":{"command":"x","verify":true}}}', '"verify" must be the name of a tool'],
    ['{"mcpServers":{"!":{"command":"x"}}}', "needs a letter or digit"],
    ['{"mcpServers":{"a b":{"command":"x"},"a_b":{"command":"y"}}}', 'another server is also called "a_b"'],
  ])("refuses %s", (content, expected) => {
    expect(problem(file(content))).toContain(expected)
  })

  it("reads the valid entries and reports the problem of each broken one", () => {
    const mcpServers = {
      old: { type: "sse", url: "http://x" },
      good: { command: "x" },
      unset: { command: "x", env: { KEY: from("NOPE") } },
      "my srv": { command: "one" },
      my_srv: { command: "two" },
      "!": { command: "x" },
    }
    const { servers, broken } = readServers({ mcpServers }, { env: {} })
    expect(servers.map(({ key }) => key)).toEqual(["good", "my_srv"])
    expect(servers[1]).toMatchObject({ command: "one" })
    expect(broken).toMatchObject([
      { name: "old", key: "old", problem: expect.stringContaining('not "sse"') },
      { name: "unset", key: "unset", problem: expect.stringContaining("NOPE, which is not set") },
      { name: "my_srv", key: "my_srv (5)", problem: 'another server is also called "my_srv"; rename one' },
      { name: "!", key: "!", problem: "its name needs a letter or digit" },
    ])
  })

  it("reports a missing file, and a folder in place of a file", () => {
    expect(problem(join(scratch(), "none.json"))).toContain("cannot be read")
    const folder = join(scratch(), "folder")
    mkdirSync(folder)
    expect(problem(folder)).toContain("cannot be read")
  })
})
