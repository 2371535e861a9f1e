// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how the environment is written in an .mcp.json.
// Adds, probes, lists and removes servers through the real command and with real servers.
import { mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, beforeEach, describe, expect, it } from "vitest"
import { makePlace, type Place } from "../__fixtures__/pawl.ts"

const EVERYTHING = fileURLToPath(import.meta.resolve("@modelcontextprotocol/server-everything/dist/index.js"))
const places: Place[] = []
let place: Place
let file: string

beforeEach(() => {
  place = makePlace()
  places.push(place)
  file = join(place.work, ".mcp.json")
})

afterAll(async () => {
  for (const each of places) await each.remove()
})

const mcp = (...words: readonly string[]) => place.pawl(["mcp", ...words])
const written = (path = file) => JSON.parse(readFileSync(path, "utf8"))

describe("pawl mcp add", () => {
  it("writes the entry, starts the server once to test it, and trusts the user's choice", async () => {
    const { code, stdout } = await mcp(
      "add",
      "every",
      "--env",
      "MODE=test",
      "--",
      process.execPath,
      EVERYTHING,
      "stdio",
    )
    expect(code).toBe(0)
    expect(stdout).toMatch(
      /^Added every to .*\.mcp\.json\.\nIt works: \d+ tools, .*, protocol 2025-\d\d-\d\d, offers .*tools.*, [\d.]+ s\.\n$/,
    )
    expect(written()).toEqual({
      mcpServers: { every: { command: process.execPath, args: [EVERYTHING, "stdio"], env: { MODE: "test" } } },
    })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect((await mcp("list")).stdout).toMatch(/^every .* \d+ tools\n$/)
  })

  it("reports what does not work yet, and keeps an untrusted project untrusted", async () => {
    writeFileSync(file, JSON.stringify({ mcpServers: { theirs: { command: "evil" } } }))
    const { code, stdout } = await mcp(
      "add",
      "web",
      "--url",
      "https://example.invalid/mcp",
      "--header",
      "X-Key: ${KEY}",
    )
    expect(code).toBe(0)
    expect(stdout).toContain("It does not work yet: this project is not trusted")
    expect(written().mcpServers.web).toEqual({
      type: "http",
      url: "https://example.invalid/mcp",
      headers: { "X-Key": "${KEY}" },
    })
    expect((await mcp("list")).stdout.match(/not trusted/g)).toHaveLength(2)
  })

  it("gives the server the proxy and the certificates that npx needs, and no key", async () => {
    const seen = join(place.root, "seen")
    const env = {
      HTTPS_PROXY: "http://127.0.0.1:9",
      NODE_EXTRA_CA_CERTS: "/certs.pem",
      npm_config_registry: "http://127.0.0.1:9/",
      OPENAI_API_KEY: "sk-hidden-from-servers",
    }
    await place.spawned(["mcp", "add", "odd", "--", "sh", "-c", `env > '${seen}'; exit 1`], { env })
    const lines = readFileSync(seen, "utf8").split("\n")
    const { OPENAI_API_KEY: key, ...passed } = env
    expect(lines).toEqual(expect.arrayContaining(Object.entries(passed).map(([name, value]) => `${name}=${value}`)))
    expect(lines.join("\n")).not.toContain(key)
  })

  it("takes a variable without a value from the environment, without writing it into the file", async () => {
    await mcp("add", "one", "--env", "SECRET_KEY", "--", "no-such-program")
    expect(written().mcpServers.one.env).toEqual({ SECRET_KEY: "${SECRET_KEY}" })
  })

  it("keeps the rest of the file, its indentation, its mode, and the target of a link", async () => {
    const target = join(place.root, "shared.json")
    writeFileSync(
      target,
      '{\n\t"note": "mine",\n\t"mcpServers": {\n\t\t"a": { "command": "x", "theirs": 1 }\n\t}\n}\n',
      { mode: 0o644 },
    )
    symlinkSync(target, file)
    // The target is outside of the project.
    await place.pawl(["config", "trust"])
    await mcp("add", "b", "--", "no-such-program")
    expect(written(target)).toEqual({
      note: "mine",
      mcpServers: { a: { command: "x", theirs: 1 }, b: { command: "no-such-program", args: [] } },
    })
    expect(readFileSync(target, "utf8")).toMatch(/^\{\n\t"note": "mine",\n\t"mcpServers": \{\n\t\t"a": /)
    expect(statSync(target).mode & 0o777).toBe(0o644)
    expect((await mcp("remove", "a")).stdout).toMatch(/^Removed a from .*\.mcp\.json\.\n$/)
    expect(Object.keys(written(target).mcpServers)).toEqual(["b"])
  })

  it("adds to the user's configuration with --user, and finds the entry there again", async () => {
    expect((await mcp("add", "mine", "--user", "--", "no-such-program")).stdout).toMatch(
      /^Added mine to .*config\.json\./,
    )
    expect((await mcp("list", "--json")).stdout).toMatch(/"name":"mine".*"trusted":true/)
    expect((await mcp("remove", "mine")).code).toBe(0)
    expect(JSON.parse((await mcp("list", "--json")).stdout)).toEqual([])
  })

  it.each([
    [["add"], 2, "Use "],
    [["add", "a"], 2, "Use "],
    [["add", "a", "--url", "http://x/mcp", "--", "cmd"], 2, "Use "],
    [["add", "a", "--url", "ftp://x"], 42, '"url" must be an http or https address'],
    [["add", "!", "--", "cmd"], 42, "its name needs a letter or digit"],
    [
      ["add", "a", "--url", "http://x/mcp", "--env", "A=1"],
      2,
      "--env is only for servers that are started by a command",
    ],
    [["add", "a", "--header", "A: 1", "--", "cmd"], 2, "--header is only for HTTP servers"],
    [["remove"], 2, "Use "],
    [["remove", "missing"], 42, 'There is no MCP server "missing"'],
    [["logs", "missing"], 42, 'There is no MCP server "missing"'],
  ] as const)("refuses %j", async (words, code, says) => {
    const refused = await mcp(...words)
    expect(refused).toMatchObject({ code, stderr: expect.stringContaining(says) })
    expect(() => written()).toThrow()
  })

  it("keeps a server that does not work, and exits 1", async () => {
    const added = await mcp("add", "a", "--", "no-such-program")
    expect(added).toMatchObject({ code: 1, stdout: expect.stringContaining("It does not work yet: ") })
    expect(Object.keys(written().mcpServers)).toEqual(["a"])
  })

  it("refuses a name that another server's tools use, before it writes anything", async () => {
    await mcp("add", "my srv", "--", "no-such-program")
    expect(await mcp("add", "my_srv", "--", "other")).toMatchObject({
      code: 42,
      stderr: expect.stringContaining('another server is also called "my_srv"'),
    })
    expect(Object.keys(written().mcpServers)).toEqual(["my srv"])
    expect((await mcp("logs", "my_srv")).stdout).toMatch(/^my srv\n\[pawl\] /)
  })

  it("replaces an existing server only with --force", async () => {
    await mcp("add", "a", "--", "no-such-program")
    expect(await mcp("add", "a", "--", "other")).toMatchObject({ code: 42, stderr: expect.stringContaining("--force") })
    expect((await mcp("add", "a", "--force", "--", "other")).code).toBe(1)
    expect(written().mcpServers.a.command).toBe("other")
  })
})

describe("pawl mcp probe and logs", () => {
  it("T18: probe an edited entry anew, and report what happened, also as JSON", async () => {
    const talks = join(place.root, "talks.mjs")
    writeFileSync(talks, 'console.error("cannot open the database, token=abcdef123456"); process.exit(7)')
    await mcp("add", "talks", "--", process.execPath, talks)
    const [failed] = JSON.parse((await mcp("probe", "talks", "--json")).stdout)
    expect(failed).toMatchObject({ name: "talks", ok: false, why: expect.stringContaining("exit code 7") })
    const { stdout } = await mcp("logs", "talks")
    expect(stdout).toMatch(
      /^talks\n\[pawl\] \S+ starting\ncannot open the database, token=\S+\n\[pawl\] \S+ restarting \(1 of 3\): /,
    )
    expect(stdout).not.toContain("abcdef123456")
    expect(JSON.parse((await mcp("logs", "--json", "--lines", "1")).stdout)).toEqual([
      { name: "talks", lines: [expect.stringContaining("stopped")] },
    ])
    await mcp("add", "talks", "--force", "--", process.execPath, EVERYTHING, "stdio")
    const [works] = JSON.parse((await mcp("probe", "talks", "--json")).stdout)
    expect(works).toMatchObject({
      ok: true,
      ms: expect.any(Number),
      about: { offers: expect.arrayContaining(["tools"]) },
    })
    expect(works.tools).toContain("talks__echo")
  })

  it("say that there is no log yet", async () => {
    mkdirSync(place.work, { recursive: true })
    await mcp("add", "a", "--", "x")
    writeFileSync(file, JSON.stringify({ mcpServers: { other: { command: "x" } } }))
    expect((await mcp("logs", "other")).stdout).toBe("other\nNo log yet: the server has not been started.\n")
  })
})
