// The modules that real runs load. How long they take is measured by `npm run bench -- start`.
import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { type ModelServer, modelServer } from "@pawl/agent/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { LOADS, type Loaded, Loader, PROMPT } from "./__fixtures__/loaded.ts"
import { BIN, makePlace, type Place } from "./__fixtures__/pawl.ts"

let place: Place
let server: ModelServer
let pawl: Loader
/** What was loaded when the first request arrived. */
let before: Loaded | undefined

beforeAll(async () => {
  place = makePlace()
  server = await modelServer({
    script: () => {
      before ??= pawl.loaded()
      return "hello"
    },
  })
  writeFileSync(join(place.root, "plain.ts"), 'export default () => "hello"\n')
  const { NODE_OPTIONS: _options, ...inherited } = process.env
  pawl = new Loader(BIN, place.root, {
    ...inherited,
    ...place.base,
    PAWL_MODEL: `scripted:${join(place.root, "plain.ts")}`,
    OPENAI_API_KEY: "key",
    OPENAI_BASE_URL: server.openai,
    ANTHROPIC_API_KEY: "key",
    ANTHROPIC_BASE_URL: server.anthropic,
  })
  await pawl.run(PROMPT.words)
})

afterAll(async () => {
  await server.close()
  await place.remove()
})

/** The modules of one run, without those of Node itself. */
async function loadedBy(...words: readonly string[]): Promise<string> {
  const { own, packages } = await pawl.run(words)
  return [...own, ...packages.map((name) => `node_modules/${name}/`), ""].join("\n")
}

describe("pawl", () => {
  it.each(LOADS)("loads for $words $packages and at most $modules modules of its own", async (load) => {
    const loaded = await pawl.run(load.words)
    expect(loaded.packages).toEqual(load.packages)
    expect(loaded.own.length).toBeLessThanOrEqual(load.modules)
  })

  it("loads only what the first request of -p needs before it is sent, and the logger after", () => {
    expect(before?.packages).toEqual(PROMPT.packages)
    expect(before?.own.length).toBeLessThanOrEqual(PROMPT.modules)
  })

  it("sends the first request of -p without what Node has for lookups by the program itself", () => {
    expect(before?.node).toContain("node:net")
    expect(before?.node.filter((name) => /^node:dns/.test(name))).toEqual([])
  })

  it.each([[["--help"]], [["help", "sessions"]]])("answers %j without loading the library", async (words) => {
    const loaded = await loadedBy(...words)
    expect(loaded).toContain("/cli/src/main.ts\n")
    expect(loaded).not.toMatch(/node_modules|\/agent\/src\/|\/(run|repl|admin|demo|config)\//)
  })

  it("refuses a wrong option without loading the library", async () => {
    await expect(pawl.run(["--modle", "x"])).rejects.toMatchObject({ code: 2 })
    expect(pawl.loaded().own.join("\n")).not.toMatch(/\/agent\/src\/|\/(run|repl|admin|demo|config)\//)
  })

  it("lists the providers without loading their codecs", async () => {
    const loaded = await loadedBy("help", "models")
    expect(loaded).toContain("model/provider-table.ts\n")
    expect(loaded).not.toMatch(/\/wire\/|agent\/src\/index/)
  })

  it("loads no REPL, screen, demo, command, line editor, validator, MCP or provider for -p", async () => {
    const loaded = await loadedBy("-p", "x")
    expect(loaded).toContain("run/prompt.ts\n")
    expect(loaded).not.toMatch(
      /\/repl\/|\/src\/screen\/|pi-tui|\/demo\/|\/admin\/|line\/help|line-editor|ask-on-terminal|undici|\/wire\/(openai|anthropic)|\/mcp\/(?!names|schema-notes)|modelcontext|\/ajv\//,
    )
  })

  it("loads no validator for calls of tools whose schemas are plain", async () => {
    const [reads, matches] = ["type: 'string'", "pattern: '^y'"].map((field, at) => {
      const file = join(place.root, `calls-${at}.ts`)
      writeFileSync(
        file,
        `const own = { name: "look", description: "", effect: "read", run: () => "it", input: { type: "object", properties: { at: { ${field} } } } }
        export const tools = [own]
        const calls = [{ name: "look", arguments: { at: "yes" } }, { name: "read_file", arguments: { path: "plain.ts" } }]
        export default ({ results }) => results.length === 0 ? { calls } : "done"`,
      )
      return `scripted:${file}`
    })
    expect(await loadedBy("-p", "x", "--model", `${reads}`)).not.toMatch(/\/ajv\//)
    expect(await loadedBy("-p", "x", "--model", `${matches}`)).toMatch(/\/ajv\//)
  })

  it.each([
    ["openai:x", "wire/openai-chat.ts", "wire/anthropic"],
    ["anthropic:x", "wire/anthropic.ts", "wire/openai"],
  ])("loads only its own codec for %s", async (model, own, other) => {
    const loaded = await loadedBy("-p", "x", "--model", model)
    expect(loaded).toContain(`${own}\n`)
    expect(loaded).not.toContain(other)
    expect(loaded).not.toMatch(/\/repl\/|\/testing\/|\/mcp\/(?!names|schema-notes)|modelcontext|ai-sdk|\/ajv\//)
  })
})

describe("the compile cache", () => {
  // The suite's processes share a folder; this test checks the folder that a user would have.
  const own = { NODE_COMPILE_CACHE: undefined }
  const run = (cache: string) => place.spawned(["--help"], { env: { ...own, XDG_CACHE_HOME: cache } })

  it("is stored for the next start, readable only for the owner", async () => {
    const cache = join(place.root, "cache")
    expect((await run(cache)).code).toBe(0)
    expect(statSync(join(cache, "pawl")).mode & 0o777).toBe(0o700)
    expect(readdirSync(join(cache, "pawl"), { recursive: true }).length).toBeGreaterThan(5)
  })

  it("is not passed on to tools and their commands", async () => {
    const look = join(place.root, "look.ts")
    writeFileSync(
      look,
      `export const tools = [{ name: "look", description: "", input: { type: "object" }, effect: "read", run: () => process.env.NODE_COMPILE_CACHE ?? "nothing" }]
      export default ({ results }) => results[0]?.text ?? { calls: [{ name: "look", arguments: {} }] }`,
    )
    expect((await place.spawned(["-p", "x", "--model", `scripted:${look}`], { env: own })).stdout).toBe("nothing\n")
  })

  it("is not stored where others may write, where there is no room, or where a file is in the way", async () => {
    const shared = join(place.root, "shared")
    mkdirSync(join(shared, "pawl"), { recursive: true })
    chmodSync(join(shared, "pawl"), 0o777)
    const file = join(place.root, "file")
    writeFileSync(file, "")
    for (const cache of [shared, file, "/dev/null", "/proc/nowhere"]) {
      expect(await run(cache)).toMatchObject({ code: 0, stderr: "" })
    }
    expect(readdirSync(join(shared, "pawl"))).toEqual([])
  })
})
