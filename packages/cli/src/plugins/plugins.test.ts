import { execFileSync } from "node:child_process"
import { appendFileSync, existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { makePlace, type Place } from "../__fixtures__/pawl.ts"
import { startInside, startPty } from "../__fixtures__/pty.ts"
import { templateFor } from "./template.ts"

const KEY = "a-key-of-some-length"

let place: Place
beforeEach(() => {
  place = makePlace()
})
afterEach(() => place.remove())

/** Installs the template where plugins are found. */
function withPlugin(folder = join(place.home, "plugins/hello")): void {
  mkdirSync(folder, { recursive: true })
  for (const [file, text] of Object.entries(templateFor("hello"))) writeFileSync(join(folder, file), text)
}

const settingsFile = () => join(place.home, "plugin-settings/hello.json")

describe("pawl plugins", () => {
  it("new: writes a plugin that passes its own test and its own check", async () => {
    const { code, stdout } = await place.pawl(["plugins", "new", "my-hello"])
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining("pawl --plugin ./my-hello") })
    const folder = join(place.work, "my-hello")
    const { NODE_OPTIONS: _, NODE_TEST_CONTEXT: _context, ...env } = process.env
    const tested = execFileSync(process.execPath, ["--test"], { cwd: folder, env, encoding: "utf8" })
    expect(tested).toMatch(/pass 2\n[\s\S]*fail 0/)
    const checked = await place.pawl(["plugins", "check", "./my-hello"])
    expect(checked).toMatchObject({ code: 0, stderr: "" })
    expect(checked.stdout).toMatch(/my-hello__sign {2}standby: the setting "key" is not set .*PAWL_PLUGIN_MY_HELLO_KEY/)
    expect(readFileSync(join(folder, "README.md"), "utf8")).toContain("PAWL_PLUGIN_MY_HELLO_KEY")
    expect((await place.pawl(["plugins", "new", "my-hello"])).code).toBe(42)
    expect((await place.pawl(["plugins", "new", "My Hello"])).code).toBe(42)
    expect((await place.pawl(["plugins", "new", "../evil"])).code).toBe(42)
    expect(existsSync(join(place.root, "evil"))).toBe(false)
  })

  it("M22: reveal is the only command that prints a secret; the environment wins over the stored value", async () => {
    withPlugin()
    expect(await place.pawl(["plugins", "reveal", "hello", "key"])).toMatchObject({ code: 42, stdout: "" })
    await place.pawl(["plugins", "set", "hello", "key", "-"], { stdin: `${KEY}\n` })
    expect(await place.pawl(["plugins", "reveal", "hello", "key"])).toMatchObject({
      code: 0,
      stdout: `${KEY}\n`,
      stderr: "",
    })
    const env = { PAWL_PLUGIN_HELLO_KEY: "another-key-than-that" }
    const json = await place.pawl(["plugins", "reveal", "hello", "key", "--json"], { env })
    expect(JSON.parse(json.stdout)).toBe("another-key-than-that")
    expect((await place.pawl(["plugins", "reveal", "hello", "greeting"])).stdout).toBe("Hello\n")
    const unknown = await place.pawl(["plugins", "reveal", "hello", "nothing"])
    expect([unknown.code, unknown.stderr]).toEqual([42, expect.stringContaining('has no setting "nothing"')])
    expect((await place.pawl(["plugins", "reveal", "hello"])).code).toBe(2)
  })

  it("M14, M22: list shows what is on standby and where settings come from, without secrets", async () => {
    withPlugin()
    const before = await place.pawl(["plugins"])
    expect(before.stdout).toContain(
      'hello__sign  standby: the setting "key" is not set (environment: PAWL_PLUGIN_HELLO_KEY)',
    )
    expect(before.stdout).toContain("greeting Hello  (default; PAWL_PLUGIN_HELLO_GREETING)")
    const set = await place.pawl(["plugins", "set", "hello", "key", "-"], { stdin: `${KEY}\n` })
    expect(set).toMatchObject({ code: 0, stdout: '"key" of hello is stored.\n', stderr: "" })
    expect(statSync(settingsFile()).mode & 0o777).toBe(0o600)
    const env = { PAWL_PLUGIN_HELLO_GREETING: "Moin" }
    const after = await place.pawl(["plugins", "list"], { env })
    expect(after.stdout).toMatch(/^hello 0\.1\.0 {2}ready/)
    expect(after.stdout).toContain("greeting Moin  (environment; ")
    expect(after.stdout).toContain("key ********  (stored; ")
    const json = await place.pawl(["plugins", "list", "--json"], { env })
    expect(JSON.parse(json.stdout)[0].settings[0]).toMatchObject({ name: "greeting", from: "environment" })
    expect(before.stdout + after.stdout + json.stdout).not.toContain(KEY)
    await place.pawl(["plugins", "unset", "hello", "key"])
    expect(JSON.parse(readFileSync(settingsFile(), "utf8"))).toEqual({})
  })

  it.each([
    [["key", "********"], {}, /cannot have that value: that is the mask/],
    [["key", "abc"], {}, /at least 6 characters/],
    [["key", KEY], { PAWL_PLUGIN_HELLO_KEY: KEY }, /is locked: the environment variable PAWL_PLUGIN_HELLO_KEY/],
    [["colour", "red"], {}, /no setting "colour"\. It has: greeting, key/],
    [["key", "-"], {}, /Stdin is empty/],
  ])("M22: set refuses %j with %j", async (words, env, why) => {
    withPlugin()
    const { code, stderr } = await place.pawl(["plugins", "set", "hello", ...words], { env })
    expect({ code, stderr }).toEqual({ code: 42, stderr: expect.stringMatching(why) })
    expect(stderr).not.toContain(KEY)
  })

  it("set asks for a secret without showing it", async () => {
    withPlugin()
    const pty = startPty(place, ["plugins", "set", "hello", "key"])
    await pty.see("key: ")
    pty.type(`${KEY}\r`)
    expect(await pty.ended).toBe(0)
    expect(pty.raw()).not.toContain(KEY)
    expect(JSON.parse(readFileSync(settingsFile(), "utf8"))).toEqual({ key: KEY })
  })

  it("M23: reports a broken plugin with its reason and line, and the others work", async () => {
    withPlugin()
    writeFileSync(join(place.home, "plugins/bad.mjs"), "\nexport default {\n")
    writeFileSync(join(place.home, "plugins/_helper.mjs"), "broken(")
    const { code, stdout } = await place.spawned(["plugins"])
    expect(code).toBe(0)
    expect(stdout).toMatch(/broken {2}\S+plugins\/bad\.mjs\n {2}SyntaxError: .* \(line [34]\)/)
    expect(stdout).toContain("hello__greet")
    expect(stdout).not.toContain("_helper")
    const turn = await place.spawned(["-p", "Hello."])
    expect(turn).toMatchObject({ code: 0, stdout: "You said: Hello.\n" })
    expect(turn.stderr).toMatch(/^pawl: The plugin "\S+bad\.mjs" is broken, so its tools are missing: SyntaxError/)
    const checked = await place.pawl(["plugins", "check", join(place.home, "plugins/bad.mjs")])
    expect(checked.code).toBe(1)
  })

  it("M23: refuse to start with two plugins of one name, and name both", async () => {
    withPlugin()
    withPlugin(join(place.home, "plugins/other"))
    const { code, stderr } = await place.pawl(["-p", "Hello."])
    expect({ code, stderr }).toEqual({
      code: 52,
      stderr: expect.stringMatching(
        /Two plugins are named "hello": \S+plugins\/hello\/index.mjs and \S+plugins\/other/,
      ),
    })
  })

  it("load a project's plugins only when trusted, and until they change", async () => {
    const folder = join(place.work, ".pawl/plugins/hello")
    withPlugin(folder)
    appendFileSync(join(folder, "index.mjs"), '\nprocess.stderr.write("loaded\\n")\n')
    const before = await place.pawl(["-p", "Hello."])
    expect(before.stderr).toBe(
      'pawl: These plugins of the project stay off until you trust them with "pawl plugins trust": hello\n',
    )
    expect((await place.pawl(["plugins"])).stdout).toMatch(/^hello {2}not trusted/)
    expect(await place.pawl(["plugins", "trust"])).toMatchObject({
      code: 0,
      stdout: "Trusted, until they change: hello.\n",
    })
    expect((await place.spawned(["-p", "Hello."])).stderr).toBe("loaded\n")
    appendFileSync(join(folder, "index.mjs"), "// another line\n")
    expect((await place.pawl(["-p", "Hello."])).stderr).toMatch(/stay off/)
    symlinkSync("/etc/hosts", join(folder, "link"))
    expect(await place.pawl(["plugins", "trust"])).toMatchObject({
      code: 52,
      stderr: expect.stringMatching(/not a plain file/),
    })
  })

  it("cannot be named in a project's configuration, only in the user's", async () => {
    withPlugin(join(place.work, "hello"))
    writeFileSync(join(place.work, ".pawl.json"), '{"plugins": ["./hello"]}')
    expect(await place.pawl(["-p", "Hello."])).toMatchObject({
      code: 52,
      stderr: expect.stringMatching(/sets plugins: \.\/hello, which a project may not decide/),
    })
    writeFileSync(join(place.work, ".pawl.json"), "{}")
    mkdirSync(place.home, { recursive: true })
    writeFileSync(join(place.home, "config.json"), '{"plugins": ["../work/hello"]}')
    expect((await place.pawl(["plugins"])).stdout).toContain("hello__greet")
    expect((await place.pawl(["plugins", "--plugin", "./hello"])).stdout).toContain("hello__greet")
  })

  it("M14: end a tool's standby in the REPL as soon as another process sets its setting", async () => {
    withPlugin()
    const pty = startInside(place)
    await pty.see("> ")
    pty.type("/plugins\r")
    await pty.see("hello__sign  standby")
    pty.type("/tools\r")
    await pty.see("hello__greet")
    await place.pawl(["plugins", "set", "hello", "key", "-"], { stdin: KEY })
    pty.type("/plugins\r")
    await pty.see(/hello 0\.1\.0 {2}ready/)
    pty.type("/tools\r")
    await pty.see("hello__sign")
    pty.type("/exit\r")
    expect(await pty.ended).toBe(0)
    expect(pty.raw()).not.toContain(KEY)
  })

  it.each([
    ["a rejected promise", "Promise.reject(new Error(key))", 0, "A promise was rejected without a handler"],
    ["a timer that throws", "setTimeout(() => { throw new Error(key) })", 1, "Stopped by an uncaught error"],
  ])("%s is reported in one line, without the secret", async (_, stray, exit, told) => {
    const folder = join(place.home, "plugins")
    mkdirSync(folder, { recursive: true })
    const settings = '{ type: "object", properties: { key: { type: "string", secret: true } } }'
    const run = `run(_, { settings }) { const key = settings.key.reveal(); ${stray}; return new Promise((done) => setTimeout(done, 50, "ran")) }`
    const tool = `{ name: "stray", description: "d", input: {}, effect: "read", needs: ["settings.key"], ${run} }`
    writeFileSync(
      join(folder, "stray.mjs"),
      `export default { name: "stray", settings: ${settings}, tools: [${tool}] }`,
    )
    const model = join(place.root, "model.mjs")
    writeFileSync(
      model,
      'export default ({ results }) => (results.length === 0 ? { calls: [{ name: "stray__stray", arguments: {} }] } : results[0].text)',
    )
    await place.pawl(["plugins", "set", "stray", "key", "-"], { stdin: KEY })
    const { code, stdout, stderr } = await place.spawned(["-p", "Go.", "--model", `scripted:${model}`])
    expect(code).toBe(exit)
    expect(stderr).toMatch(new RegExp(`pawl: ${told}, probably in a plugin: \\[redacted\\]\\.`))
    expect(stderr + stdout).not.toContain(KEY)
    expect(stderr).not.toMatch(/\n\s+at /)
  })

  it("reports a tool that ends the process, and does not exit 0", async () => {
    const model = withTool("exits", "run() { process.exit(0) }")
    const { code, stdout, stderr } = await place.spawned(["-p", "Go.", "--model", model])
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" })
    expect(stderr).toMatch(/^pawl: This process was ended during its work, .*continue it with "pawl resume"\.\n$/)
    expect((await place.pawl(["sessions", "list"])).stdout).toContain("Go.")
  })

  it("shows no secret that is inside a list", async () => {
    const token = '{ type: "string", secret: true }'
    const settings = `{ type: "object", properties: { all: { type: "array", items: { type: "object", properties: { token: ${token} } } } } }`
    const model = withTool("listed", "run(_, { settings }) { return settings.all[0].token.reveal() }", settings)
    const env = { PAWL_PLUGIN_LISTED_ALL: JSON.stringify([{ token: KEY }]) }
    const list = await place.pawl(["plugins"], { env })
    expect(list.stdout).toContain("all ********")
    const turn = await place.pawl(["-p", "Go.", "--model", model], { env })
    expect(turn.stdout).toBe("[redacted]\n")
    expect(list.stdout + turn.stderr).not.toContain(KEY)
  })
})

/** A plugin with one tool, and a model that calls it once. */
function withTool(name: string, run: string, settings = '{ type: "object" }'): string {
  const folder = join(place.home, "plugins")
  mkdirSync(folder, { recursive: true })
  const tool = `{ name: "go", description: "d", input: {}, effect: "read", needs: ["settings"], ${run} }`
  writeFileSync(
    join(folder, `${name}.mjs`),
    `export default { name: "${name}", settings: ${settings}, tools: [${tool}] }`,
  )
  const model = join(place.root, "model.mjs")
  const call = `{ calls: [{ name: "${name}__go", arguments: {} }] }`
  writeFileSync(model, `export default ({ results }) => (results.length === 0 ? ${call} : results[0].text)`)
  return `scripted:${model}`
}
