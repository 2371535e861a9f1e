// Real servers over real pipes and real HTTP.
import { spawn } from "node:child_process"
import { once } from "node:events"
import { readFileSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { join } from "node:path"
import { afterEach, describe, expect, it, vi } from "vitest"
import { createAgent } from "../agent/create-agent.ts"
import { call, scripted } from "../model/scripted.ts"
import { compileSchema } from "../tools/input-schema.ts"
import type { Tool } from "../tools/tool.ts"
import { EVERYTHING, FAULT, FILESYSTEM, node, run, scratch, servers, text } from "./__fixtures__/peers.ts"
import type { McpEntry } from "./config.ts"
import { type McpOptions, type McpTools, mcpTools } from "./mcp-tools.ts"

const open: { close(): Promise<void> }[] = []

afterEach(async () => {
  for (const each of open.splice(0)) await each.close()
})

async function use(entries: Record<string, McpEntry>, options: McpOptions = {}): Promise<McpTools> {
  const source = mcpTools(servers(entries), options)
  open.push(source)
  await source.ready()
  return source
}

describe("real servers over stdio", () => {
  it("everything: lists, echoes, adds, and returns images, structured content and resources", async () => {
    const source = await use({ everything: node(EVERYTHING, "stdio") })
    expect(source.status()).toMatchObject([{ key: "everything", state: "ready" }])
    expect(source.tools().length).toBeGreaterThan(10)
    expect(await text(source, "everything__echo", { message: "hi" })).toBe("Echo: hi")
    expect(await text(source, "everything__get-sum", { a: 2, b: 3 })).toContain("5")
    const image = await run(source, "everything__get-tiny-image")
    expect(image).toContainEqual(expect.objectContaining({ type: "bytes", mime: "image/png" }))
    const weather = await text(source, "everything__get-structured-content", { location: "Chicago" })
    expect(JSON.parse(weather)).toMatchObject({ temperature: expect.any(Number) })
    expect(await text(source, "everything__get-resource-links", { count: 2 })).toContain("[resource link ")
    const reference = { resourceType: "Text", resourceId: 1 }
    expect(await text(source, "everything__get-resource-reference", reference)).toContain("[resource demo://")
  })

  it("everything: reports the progress of a long call, and answers others meanwhile", async () => {
    const source = await use({ everything: node(EVERYTHING, "stdio") })
    const output = vi.fn()
    const long = run(source, "everything__trigger-long-running-operation", { duration: 0.4, steps: 2 }, { output })
    const others = Array.from({ length: 20 }, (_, n) => text(source, "everything__get-sum", { a: n, b: 1 }))
    const sums = await Promise.all(others)
    expect(sums.every((sum, n) => sum.includes(String(n + 1)))).toBe(true)
    await long
    expect(output).toHaveBeenCalled()
  })

  it("filesystem: gives reading and writing tools their effect classes, and runs both", async () => {
    const folder = scratch()
    const source = await use({ files: node(FILESYSTEM, folder) })
    const effects = Object.fromEntries(source.tools().map((tool) => [tool.name, [tool.effect, tool.risk]]))
    expect(effects.files__read_text_file).toEqual(["read", undefined])
    expect(effects.files__write_file).toEqual(["once", "destructive"])
    expect(effects.files__create_directory?.[0]).toBe("idempotent")
    await run(source, "files__write_file", { path: join(folder, "a.txt"), content: "one" })
    expect(readFileSync(join(folder, "a.txt"), "utf8")).toBe("one")
    await expect(run(source, "files__read_text_file", { path: "/etc/passwd" })).rejects.toThrow(/denied/i)
  })

  it("run in an agent, and the loop continues after a server's error (T15)", async () => {
    const folder = scratch()
    writeFileSync(join(folder, "note.txt"), "remember the milk")
    const source = await use({ files: node(FILESYSTEM, folder), fault: node(FAULT) })
    const model = scripted((request) => {
      if (request.results.length > 0) return request.need("remember the milk")
      const path = join(folder, "note.txt")
      return { calls: [call("files__read_text_file", { path }), call("fault__die"), call("fault__kinds")] }
    })
    await using agent = await createAgent({ model, tools: source.tools(), approve: "auto" })
    const session = await agent.open()
    expect(await session.ask("read it")).toMatchObject({ outcome: "completed", text: "remember the milk" })
    const finished = (await session.facts()).flatMap((fact) => (fact.type === "tool-finished" ? [fact] : []))
    expect(finished.find(({ name }) => name === "fault__die")).toMatchObject({ outcome: "unknown" })
  })
})

describe("real servers over HTTP", () => {
  it("everything: lists tools, takes parallel calls, and works again after it was killed", async () => {
    const port = await freePort()
    const first = await everythingOverHttp(port)
    const source = await use({ web: { type: "http", url: `http://127.0.0.1:${port}/mcp`, headers: { "X-A": "b" } } })
    expect(source.status()).toMatchObject([{ key: "web", state: "ready" }])
    const said = await Promise.all(["a", "b", "c"].map((message) => text(source, "web__echo", { message })))
    expect(said).toEqual(["Echo: a", "Echo: b", "Echo: c"])
    const [progress, giveUp] = [Promise.withResolvers<void>(), new AbortController()]
    const how = { output: () => progress.resolve(), signal: giveUp.signal }
    const long = run(source, "web__trigger-long-running-operation", { duration: 60, steps: 600 }, how)
    await progress.promise
    await first.close()
    const waiting = text(source, "web__echo", { message: "again" })
    await vi.waitFor(
      () => expect(source.status()).toMatchObject([{ state: "restarting", error: expect.stringContaining("refused") }]),
      { timeout: 5000 },
    )
    await everythingOverHttp(port)
    expect(await waiting).toBe("Echo: again")
    giveUp.abort("enough")
    await expect(long).rejects.toThrow("the call was cancelled")
  })

  it("report in plain text which server is unreachable and which refuses us", async () => {
    const { createServer: createHttp } = await import("node:http")
    const guard = createHttp((request, response) => {
      response.writeHead(request.url === "/mcp" ? 401 : 404).end("no")
    }).listen(0, "127.0.0.1")
    await once(guard, "listening")
    const { port } = guard.address() as { port: number }
    const url = `http://127.0.0.1:${port}/mcp`
    const source = await use({
      refused: { url, headers: { Authorization: "Bearer very-secret-value" } },
      elsewhere: { url: `http://127.0.0.1:${port}/other` },
      unreachable: { url: `http://127.0.0.1:${await freePort()}/mcp` },
    })
    const errors = source.status().map(({ error }) => error)
    expect(errors[0]).toContain('refused us (401); check the "headers"')
    expect(errors[1]).toContain("there is no MCP endpoint at")
    expect(errors[2]).toContain("connection refused")
    expect(JSON.stringify(errors)).not.toContain("very-secret")
    guard.close()
  })
})

describe("an HTTP server that floods", () => {
  it.each(["application/json", "text/event-stream"])("is disconnected and reported (%s)", async (type) => {
    const { createServer: createHttp } = await import("node:http")
    const flood = createHttp((_, response) => {
      response.writeHead(200, { "content-type": type })
      const more = () => {
        while (response.write("x".repeat(65536))) {}
        response.once("drain", more)
      }
      more()
    }).listen(0, "127.0.0.1")
    await once(flood, "listening")
    const { port } = flood.address() as { port: number }
    const source = await use({ flood: { url: `http://127.0.0.1:${port}/mcp` } }, { maxMessageBytes: 2 ** 20 })
    expect(source.status()).toMatchObject([
      { state: "restarting", error: expect.stringMatching(/more than 1048576|ended/) },
    ])
    flood.closeAllConnections()
    flood.close()
  })
})

describe("several servers", () => {
  it("with the same tool name can both be called (T17)", async () => {
    const [one, two] = [scratch(), scratch()]
    writeFileSync(join(one, "a"), "first")
    writeFileSync(join(two, "a"), "second")
    const source = await use({ one: node(FILESYSTEM, one), two: node(FILESYSTEM, two) })
    expect(await text(source, "one__read_text_file", { path: join(one, "a") })).toContain("first")
    expect(await text(source, "two__read_text_file", { path: join(two, "a") })).toContain("second")
  })

  it("are neither hidden nor delayed by a bad one (T15)", async () => {
    const source = mcpTools(
      servers({
        good: node(FAULT),
        crashes: node(FAULT, "--crash"),
        missing: { command: "no-such-program-anywhere" },
        silent: node(FAULT, "--silent"),
        mute: node(FAULT, "--mute"),
        nowhere: { ...node(FAULT), cwd: "/no/such/folder" },
      }),
      { startTimeoutMs: 1500 },
    )
    open.push(source)
    const good = Promise.withResolvers<void>()
    source.onChange(({ server }) => server === "good" && good.resolve())
    const ready = source.ready()
    await good.promise
    expect(await text(source, "good__echo")).toContain("pid")
    await ready
    const status = Object.fromEntries(source.status().map((each) => [each.key, each]))
    expect(status.good).toMatchObject({ state: "ready" })
    expect(status.crashes).toMatchObject({ state: "restarting", tools: 0 })
    expect(status.missing).toMatchObject({ state: "failed", tools: 0 })
    expect(status.crashes?.error).toContain("exit code 7. It wrote: cannot open the database")
    expect(status.crashes?.error).not.toContain("abcdef123456")
    expect(status.missing?.error).toContain('the program "no-such-program-anywhere" was not found')
    expect(status.silent?.error).toContain("it did not answer within 1.5 s")
    expect(status.mute?.error).toContain("could not list its tools: it did not answer within 1.5 s")
    expect(status.nowhere?.error).toContain("its folder /no/such/folder does not exist")
    expect(source.tools().every(({ name }) => name.startsWith("good__"))).toBe(true)
  })
})

describe("tool lists", () => {
  it("come from all pages, with names that providers accept and unchanged schemas", async () => {
    const source = await use({ "My server!": node(FAULT) })
    const names = source.tools().map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    expect(names.every((name) => /^[a-zA-Z0-9_-]{1,64}$/.test(name))).toBe(true)
    expect(names.filter((name) => name.startsWith("My_server__weird_name_"))).toHaveLength(2)
    expect(names.filter((name) => name === "My_server__echo")).toHaveLength(1)
    expect(await text(source, "My_server__weird_name_")).toBe("weird_name_ done")
    const other = names.find((name) => /^My_server__weird_name__[0-9a-f]{8}$/.test(name))
    expect(await text(source, other ?? "", { path: "x" })).toBe("weird name! done")
    // A schema that does not compile would be an error for the whole agent.
    await using agent = await createAgent({ model: scripted(() => "ok"), tools: source.tools() })
    expect(agent).toBeDefined()
    const { input } = source.tools().find(({ name }) => name === "My_server__cancelled") as Tool
    expect(compileSchema("cancelled", input).jsonSchema).toEqual({ type: "object", properties: {} })
  })

  it("change when the server announces it; unchanged tools stay the same objects", async () => {
    const source = await use({ fault: node(FAULT) })
    const before = source.tools()
    expect(source.tools()).toBe(before)
    const changed = Promise.withResolvers<unknown>()
    source.onChange(changed.resolve)
    await run(source, "fault__change")
    expect(await changed.promise).toEqual({
      server: "fault",
      added: ["fault__new-1"],
      removed: [],
      why: 'MCP server "fault" announced another list',
    })
    const after = source.tools()
    expect(after).not.toBe(before)
    expect(before.every((tool) => after.includes(tool))).toBe(true)
    expect(await text(source, "fault__new-1")).toBe("new-1 done")
  })
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, "close")
  return port
}

async function everythingOverHttp(port: number) {
  const server = spawn(process.execPath, [EVERYTHING, "streamableHttp"], {
    env: { ...process.env, PORT: String(port) },
    stdio: ["ignore", "ignore", "pipe"],
  })
  await new Promise<void>((resolve) =>
    server.stderr.on("data", (chunk) => String(chunk).includes("listening") && resolve()),
  )
  const close = async () => {
    if (server.exitCode !== null || server.signalCode !== null) return
    server.kill("SIGKILL")
    await once(server, "exit")
  }
  open.push({ close })
  return { close }
}
