// The commands that show and tidy up, through the real command and a real database.
import { readFileSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import type { Fact } from "@pawl/agent"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { ECHO, makePlace, type Place } from "../__fixtures__/pawl.ts"

let place: Place
let first: string
let second: string

beforeAll(async () => {
  place = makePlace()
  const ask = async (...words: readonly string[]) =>
    JSON.parse((await place.pawl([...words, "--output-format", "json"])).stdout).session as string
  first = await ask("-p", "note the Marble", "--approve", "auto", "--title", "Stones")
  second = await ask("-p", "escape", "--title", "Odd")
})

afterAll(() => place.remove())

describe("pawl sessions", () => {
  it("lists sessions, newest first, as a table and as JSON", async () => {
    const { code, stdout } = await place.pawl(["sessions", "list"])
    expect(code).toBe(0)
    expect(stdout).toMatch(
      new RegExp(
        `^ID .*\\n${second.slice(0, 8)}\\w* .* idle +1 +Odd\\n${first.slice(0, 8)}\\w* .* idle +1 +Stones\\n$`,
      ),
    )
    const rows = JSON.parse((await place.pawl(["sessions", "list", "--json", "--limit", "1"])).stdout)
    expect(rows).toEqual([expect.objectContaining({ id: second, turns: 1, status: "idle" })])
    expect((await place.pawl(["sessions"])).stdout).toBe(stdout)
  })

  it("shows the conversation", async () => {
    const { stdout } = await place.pawl(["sessions", "show", "Stones"])
    expect(stdout).toContain(`Session ${first} "Stones"\n`)
    expect(stdout).toMatch(
      /you +note the Marble\ntool +note text="the Marble"\n +-> noted the Marble\nmodel +note: noted the Marble\n$/,
    )
  })

  it("shows the log with every call's arguments, outcome and time", async () => {
    const { stdout } = await place.pawl(["sessions", "show", first, "--facts"])
    expect(stdout).toMatch(/ 1 {2}[\d:.]+ {2}session-opened +profile default\n/)
    expect(stdout).toMatch(/tool-started +note text="the Marble" \(once\)\n.*tool-finished +note: ok \(\d+ ms\)\n/)
  })

  it("removes escape sequences of a model", async () => {
    const { stdout } = await place.pawl(["sessions", "show", "Odd"])
    expect(stdout).toContain("model  plain red bell\n")
  })

  it.each([
    ["marble", true],
    ["STONES", true],
    ["noted the", true],
    ["granite", false],
  ])("searches titles and messages for %s", async (text, isFound) => {
    const { code, stdout } = await place.pawl(["sessions", "search", text])
    expect(code).toBe(0)
    expect(stdout.includes(first.slice(0, 8))).toBe(isFound)
    expect(stdout.trimEnd().split("\n").length).toBe(isFound ? 2 : 1)
    if (!isFound) expect(stdout).toBe('No session contains "granite".\n')
  })

  it("exports every fact as a line, or the conversation as Markdown", async () => {
    const lines = (await place.pawl(["sessions", "export", first])).stdout.trimEnd().split("\n")
    const parsed = lines.map((line) => JSON.parse(line) as Fact)
    const facts = parsed.filter(({ v }) => v === 1)
    expect(facts.map(({ seq }) => seq)).toEqual(facts.map((_, index) => index + 1))
    expect(facts.at(-1)?.type).toBe("turn-finished")
    // Then the blobs, and a last line with the counts.
    expect(parsed.slice(facts.length).map(({ type }) => type)).toEqual(["blob", "blob", "blob", "end"])
    const { stdout } = await place.pawl(["sessions", "export", first, "--format", "markdown"])
    expect(stdout).toMatch(
      /^# Stones\n[\s\S]*## You\n\nnote the Marble\n[\s\S]*```json\n\{\n {2}"text": "the Marble"\n\}\n```\n[\s\S]*## Model\n\nnote: noted the Marble\n$/,
    )
  })

  it("renames a session", async () => {
    expect((await place.pawl(["sessions", "rename", second, "Very", "odd"])).stdout).toBe(
      `${second} is called "Very odd" now.\n`,
    )
    expect((await place.pawl(["sessions", "list"])).stdout).toContain("Very odd\n")
  })

  it("removes a session only after a confirmation or with --yes", async () => {
    const { stdout } = await place.pawl(["-p", "gone soon", "--title", "Gone", "--output-format", "json"])
    const { session } = JSON.parse(stdout)
    const unasked = await place.pawl(["sessions", "rm", "Gone"])
    expect(unasked).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringMatching(/^pawl: Remove .*gone soon|Gone.*--yes.*\n$/),
    })
    const wrong = await place.pawl(["sessions", "rm", "--yes", "Gone", "missing"])
    expect(wrong).toMatchObject({ code: 42, stdout: "" })
    expect(await place.pawl(["sessions", "rm", "--yes", "Gone"])).toMatchObject({
      code: 0,
      stdout: `Removed ${session}.\n`,
    })
    expect((await place.pawl(["sessions", "show", session])).code).toBe(42)
    expect((await place.pawl(["-c", "-p", "x"])).code).toBe(42)
  })

  it.each([
    [["sessions", "lst"], 2, 'There is no "pawl sessions lst". Did you mean "list"?'],
    [["sessions", "show", "missing"], 42, 'There is no session "missing".'],
    [["sessions", "search"], 2, "Name the words to search for"],
    [["sessions", "list", "--limit", "x"], 2, "--limit must be"],
    [["resume", "missing"], 42, 'There is no session "missing".'],
    [["config", "nonsense"], 2, 'There is no "pawl config nonsense".'],
    [["config", "get", "colour"], 2, 'There is no key "colour".'],
    [["mcp", "dance"], 2, 'There is no "pawl mcp dance".'],
  ])("refuses %j in one line", async (words, code, message) => {
    const ended = await place.pawl(words)
    expect(ended).toMatchObject({ code, stdout: "" })
    expect(ended.stderr).toMatch(/^pawl: [^\n]*\n$/)
    expect(ended.stderr).toContain(message)
  })
})

describe("pawl config", () => {
  it("shows each value with its source", async () => {
    writeFileSync(
      join(place.home, "config.json"),
      JSON.stringify({ maxIterations: 7, instructions: "Be $" + "{TONE:-kind}." }),
    )
    writeFileSync(join(place.work, ".pawl.json"), JSON.stringify({ maxIterations: 5 }))
    const { stdout } = await place.pawl(["config", "--approve", "deny"])
    expect(stdout).toMatch(/^model +scripted:\S+ environment \(PAWL_MODEL\)$/m)
    expect(stdout).toMatch(/^profile +default +default \(built in\)$/m)
    expect(stdout).toMatch(/^approve +deny +flag \(--approve\)$/m)
    expect(stdout).toMatch(/^maxIterations +5 +project \(.*\.pawl\.json\)$/m)
    expect(stdout).toMatch(/^instructions +Be kind\. +user \(.*config\.json\)$/m)
    expect(stdout).toMatch(/^mcpServers +- +not set$/m)
    expect((await place.pawl(["config", "get", "maxIterations"])).stdout).toBe("5\n")
    expect((await place.pawl(["config", "get", "model"])).stdout).toBe(`${ECHO}\n`)
    const origins = JSON.parse((await place.pawl(["config", "--json"])).stdout)
    expect(origins).toContainEqual(expect.objectContaining({ key: "maxIterations", value: 5, from: "project" }))
    expect((await place.pawl(["config", "path"])).stdout).toMatch(
      /^user +\S+config\.json\nproject +\S+\.pawl\.json\nprofiles +\S+profiles \(not there\)\ndatabase +\S+pawl\.db\n/,
    )
    const published = readFileSync(new URL("../../schema/config.schema.json", import.meta.url), "utf8")
    expect((await place.pawl(["config", "schema"])).stdout).toBe(published)
  })

  it("fails at the start of every run when a reference is missing (X29)", async () => {
    writeFileSync(join(place.work, ".pawl.json"), JSON.stringify({ instructions: "#values.none" }))
    const ended = await place.pawl(["-p", "x"])
    expect(ended).toMatchObject({
      code: 52,
      stdout: "",
      stderr: expect.stringMatching(
        /^pawl: The configuration ".*\.pawl\.json" cannot be used: "#values\.none" refers to nothing.*\n$/,
      ),
    })
    writeFileSync(join(place.work, ".pawl.json"), "{}")
  })
})

describe("pawl mcp", () => {
  it("says that there are no servers, lists servers, and trusts a project's servers until they change", async () => {
    expect((await place.pawl(["mcp", "list"])).stdout).toMatch(/^No MCP servers are configured\./)
    const write = (command: string) =>
      writeFileSync(join(place.work, ".mcp.json"), JSON.stringify({ mcpServers: { files: { command, args: ["a"] } } }))
    write("one")
    expect((await place.pawl(["mcp", "list"])).stdout).toMatch(
      /^files +one a \(.*\.mcp\.json\) not trusted: "pawl mcp trust"\n$/,
    )
    expect(await place.pawl(["mcp", "probe"])).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^fail files: not trusted yet/),
    })
    expect((await place.pawl(["mcp", "trust"])).stdout).toBe("Trusted, until they change: files.\n")
    expect((await place.pawl(["mcp", "list"])).stdout).not.toContain("not trusted")
    expect(await place.pawl(["mcp", "probe"])).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^fail files: /),
    })
    write("two")
    expect((await place.pawl(["mcp", "list"])).stdout).toContain("not trusted")
    expect((await place.pawl(["mcp", "probe", "missing"])).code).toBe(42)
    writeFileSync(join(place.work, ".mcp.json"), '{"mcpServers": {}}')
  })
})

describe("a real MCP server", () => {
  it("can be probed, checked by the doctor, and used by a turn", async () => {
    const everything = fileURLToPath(import.meta.resolve("@modelcontextprotocol/server-everything/dist/index.js"))
    const path = join(place.root, "servers.json")
    const script = join(place.root, "mcp.ts")
    writeFileSync(path, JSON.stringify({ mcpServers: { every: { command: process.execPath, args: [everything] } } }))
    writeFileSync(
      script,
      `export default ({ results }) => results[0]?.text ?? { calls: [{ name: "every__echo", arguments: { message: "hi" } }] }`,
    )
    const probed = await place.pawl(["mcp", "probe", "--mcp-config", path])
    expect(probed).toMatchObject({ code: 0, stdout: expect.stringMatching(/^ok +every: \d+ tools, .*\n.*every__echo/) })
    expect((await place.pawl(["doctor", "--mcp-config", path])).stdout).toMatch(/^ok +MCP server every: \d+ tools/m)
    const words = ["-p", "x", "--approve", "auto", "--model", `scripted:${script}`, "--mcp-config", path]
    expect(await place.pawl(words)).toMatchObject({ code: 0, stdout: "Echo: hi\n" })
  })
})

describe("pawl doctor", () => {
  it("finds everything in order", async () => {
    const { code, stdout } = await place.pawl(["doctor"])
    expect(code).toBe(0)
    expect(stdout).toMatch(/^ok +Node \d/)
    expect(stdout).toContain("database healthy")
    expect(stdout).not.toMatch(/^(warn|fail)/m)
  })

  it("says which key is missing, which is refused, and what cannot be reached (T28)", async () => {
    const server = createServer((request, response) => {
      response.statusCode = request.headers.authorization === "Bearer good" ? 200 : 401
      response.end("{}")
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
    const check = (env: Record<string, string>) =>
      place.pawl(["doctor", "--model", "openai:x"], { env: { OPENAI_API_KEY: "", ...env } })
    expect(await check({})).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^fail +Provider "openai" needs a key, and OPENAI_API_KEY is not set\. Set it/m),
    })
    expect(await check({ OPENAI_API_KEY: "good", OPENAI_BASE_URL: base })).toMatchObject({ code: 0 })
    expect(await check({ OPENAI_API_KEY: "bad", OPENAI_BASE_URL: base })).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("refused the key in OPENAI_API_KEY (401)"),
    })
    await new Promise((resolve) => server.close(resolve))
    expect(await check({ OPENAI_API_KEY: "good", OPENAI_BASE_URL: base })).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/cannot be reached \(.*\)\. Check the network and OPENAI_BASE_URL\./),
    })
    expect((await place.pawl(["doctor"], { env: { PAWL_MODEL: "" } })).stdout).toMatch(/^warn +no model configured/m)
  })

  it("fails when the model is not in the provider's list, and accepts one that can only be fetched by its name", async () => {
    const listed = { data: [{ id: "big-1" }, { id: "models/gem" }, { id: "llama:latest" }] }
    const server = createServer(({ url = "" }, response) => {
      const isThere = url === "/v1/models" || url === "/v1/models/big"
      response.statusCode = isThere ? 200 : 404
      response.end(JSON.stringify(url === "/v1/models" ? listed : { id: "big-1" }))
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
    const env = { OPENAI_API_KEY: "k", OPENAI_BASE_URL: base }
    for (const name of ["big-1", "gem", "llama", "big"])
      expect(await place.pawl(["doctor", "--model", `openai:${name}`], { env })).toMatchObject({ code: 0 })
    const { code, stdout } = await place.pawl(["doctor", "--model", "openai:none"], { env })
    expect(code).toBe(1)
    expect(stdout).toMatch(
      /^fail +model openai:none: \S+ has no model "none"\. Choose one of: big-1, models\/gem, llama:latest\.$/m,
    )
    await new Promise((resolve) => server.close(resolve))
  })
})
