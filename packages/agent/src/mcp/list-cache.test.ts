import { readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterEach, describe, expect, it } from "vitest"
import { FAULT, node, scratch, servers, started, text } from "./__fixtures__/peers.ts"
import type { McpEntry } from "./config.ts"
import { identityOf, listCache } from "./list-cache.ts"
import { type McpOptions, type McpTools, mcpTools, realTime } from "./mcp-tools.ts"

const open: McpTools[] = []

afterEach(async () => {
  await Promise.all(open.splice(0).map((source) => source.close()))
})

async function start(entry: McpEntry, cacheFolder: string, options: McpOptions = {}): Promise<McpTools> {
  const source = mcpTools(servers({ fault: entry }), { cacheFolder, ...options })
  open.push(source)
  await source.ready()
  return source
}

describe("a cached list", () => {
  it("T18: is enough: no process starts until a tool is called; an edited entry is probed again", async () => {
    const [folder, starts] = [scratch(), join(scratch(), "starts")]
    const entry = { ...node(FAULT), env: { STARTS: starts, API_KEY: "very-secret-value" } }
    const first = await start(entry, folder)
    expect(started(starts)).toHaveLength(1)
    await first.close()

    const second = await start(entry, folder)
    expect(second.status()).toMatchObject([{ state: "standby", tools: first.tools().length }])
    expect(second.tools().map(({ name }) => name)).toEqual(first.tools().map(({ name }) => name))
    expect(started(starts)).toHaveLength(1)
    await Promise.all([text(second, "fault__echo"), text(second, "fault__echo")])
    expect(started(starts)).toHaveLength(2)
    expect(second.status()).toMatchObject([{ state: "ready" }])

    const edited = await start({ ...entry, args: [FAULT, "--more"] }, folder)
    expect(started(starts)).toHaveLength(3)
    expect(edited.tools().map(({ name }) => name)).toContain("fault__more")
    const broken = await start({ ...entry, args: [FAULT, "--crash"] }, folder)
    expect(broken.status()).toMatchObject([
      { state: "restarting", tools: 0, error: expect.stringContaining("exit code 7") },
    ])
  })

  const HOUR = 3_600_000

  it("T18: is used for maxListAgeMs; then it is read from the server again, and its age restarts", async () => {
    const [folder, starts] = [scratch(), join(scratch(), "starts")]
    const entry = { ...node(FAULT), env: { STARTS: starts } }
    await (await start(entry, folder)).close()
    const [file = ""] = readdirSync(folder).filter((name) => name.endsWith(".json"))
    const aged = (ms: number) => utimesSync(join(folder, file), (Date.now() - ms) / 1000, (Date.now() - ms) / 1000)
    const startsAfter = async (ms: number, options: McpOptions) => {
      aged(ms)
      const before = started(starts).length
      await (await start(entry, folder, options)).close()
      return started(starts).length - before
    }
    expect(await startsAfter(HOUR - 60_000, { maxListAgeMs: HOUR })).toBe(0)
    expect(await startsAfter(HOUR + 60_000, {})).toBe(0)
    expect(await startsAfter(HOUR + 60_000, { maxListAgeMs: HOUR })).toBe(1)
    // It was written again, although it is the same list.
    expect(Date.now() - statSync(join(folder, file)).mtimeMs).toBeLessThan(HOUR / 2)
  })

  it("T18: that is too old stays in use when its server sends none", async () => {
    const folder = scratch()
    const entry = node(FAULT)
    const first = await start(entry, folder)
    const names = first.tools().map(({ name }) => name)
    await first.close()
    const [file = ""] = readdirSync(folder).filter((name) => name.endsWith(".json"))
    const broken = { ...entry, args: [FAULT, "--crash"] }
    const stored = readFileSync(join(folder, file), "utf8")
    const [server] = servers({ fault: broken })
    const path = join(folder, `fault.${identityOf(server!)}.json`)
    writeFileSync(path, stored)
    utimesSync(path, 1, 1)
    const source = await start(broken, folder, { maxListAgeMs: HOUR })
    expect(source.tools().map(({ name }) => name)).toEqual(names)
    expect(source.status()).toMatchObject([{ error: expect.stringContaining("exit code 7") }])
  })

  it("T18: that becomes too old while the process runs is read again", async () => {
    const [folder, starts] = [scratch(), join(scratch(), "starts")]
    const entry = { ...node(FAULT), env: { STARTS: starts } }
    await (await start(entry, folder)).close()
    let passed = 0
    const clock = { ...realTime, now: () => Date.now() + passed }
    const source = await start(entry, folder, { maxListAgeMs: HOUR, clock })
    expect(started(starts)).toHaveLength(1)
    passed = HOUR + 60_000
    await Promise.all([source.ready(), source.ready()])
    expect(started(starts)).toHaveLength(2)
    await source.ready()
    expect(started(starts)).toHaveLength(2)
  })

  it("is private and contains no secret; a damaged one is not used", async () => {
    const [folder, starts] = [scratch(), join(scratch(), "starts")]
    const entry = { ...node(FAULT), env: { STARTS: starts, API_KEY: "very-secret-value" } }
    await start(entry, folder)
    const [file = ""] = readdirSync(folder)
    expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600)
    expect(readFileSync(join(folder, file), "utf8")).not.toContain("very-secret")
    writeFileSync(join(folder, file), "{")
    const again = await start(entry, folder)
    expect(started(starts)).toHaveLength(2)
    expect(again.tools().length).toBeGreaterThan(10)
  })

  it("that turns out to be outdated is replaced, and listeners are notified", async () => {
    const folder = scratch()
    await start(node(FAULT), folder)
    const [file = ""] = readdirSync(folder)
    const stored = JSON.parse(readFileSync(join(folder, file), "utf8"))
    const gone = { name: "gone", inputSchema: { type: "object" } }
    const kept = stored.tools.filter(({ name }: { name: string }) => name !== "hang")
    writeFileSync(join(folder, file), JSON.stringify({ ...stored, tools: [...kept, gone] }))
    const source = await start(node(FAULT), folder)
    const changed = Promise.withResolvers<unknown>()
    source.onChange(changed.resolve)
    await text(source, "fault__echo")
    expect(await changed.promise).toEqual({
      server: "fault",
      added: ["fault__hang"],
      removed: ["fault__gone"],
      why: 'MCP server "fault" was started, and offers other tools',
    })
    expect(JSON.parse(readFileSync(join(folder, file), "utf8"))).toEqual(stored)
  })
})

describe("lists on disk", () => {
  it("of servers with the same name in several projects coexist, and the oldest are deleted", () => {
    const folder = scratch()
    const cache = listCache(folder)
    const project = (n: number) => servers({ files: { command: "x", args: [`/project/${n}`] } })[0]!
    for (let n = 0; n < 30; n++) {
      cache.write(project(n), [{ name: `tool-${n}`, inputSchema: {} }])
      const [newest = ""] = readdirSync(folder).filter((file) => file.includes(identityOf(project(n))))
      utimesSync(join(folder, newest), n, n)
    }
    expect(readdirSync(folder)).toHaveLength(20)
    expect(cache.read(project(29))).toMatchObject([{ name: "tool-29" }])
    expect(cache.read(project(15))).toMatchObject([{ name: "tool-15" }])
    expect(cache.read(project(5))).toBeUndefined()
  })
})

describe("a server's identity", () => {
  const identity = (entry: McpEntry) => identityOf(servers({ a: entry })[0]!)

  it("changes with any value of its entry, secrets included, but not with their order", () => {
    const entry = { command: "x", args: ["a"], env: { MODE: "one", API_KEY: "s1" } }
    const same = identity(entry)
    expect(identity({ ...entry, env: { API_KEY: "s1", MODE: "one" } })).toBe(same)
    expect(identity({ ...entry, env: { ...entry.env, API_KEY: "s2" } })).not.toBe(same)
    expect(identity({ ...entry, env: { ...entry.env, MODE: "two" } })).not.toBe(same)
    expect(identity({ ...entry, args: ["b"] })).not.toBe(same)
    expect(identity({ ...entry, cwd: "/tmp" })).not.toBe(same)
    const web = { url: "http://x/mcp", headers: { Authorization: "Bearer a" } }
    expect(identity({ ...web, headers: { Authorization: "Bearer b" } })).not.toBe(identity(web))
    expect(identity({ ...web, headers: { ...web.headers, "X-Toolset": "all" } })).not.toBe(identity(web))
    expect(identity({ url: web.url })).not.toBe(identity(web))
    expect(identity({ ...web, oauth: { clientSecret: "one" } })).not.toBe(
      identity({ ...web, oauth: { clientSecret: "two" } }),
    )
    expect(identity({ ...web, url: "http://y/mcp" })).not.toBe(identity(web))
  })
})
