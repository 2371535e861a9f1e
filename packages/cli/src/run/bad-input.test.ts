// Mistakes around a run: each is reported in one line that says what to do, with the right exit code, and nothing is lost.
import { spawnSync } from "node:child_process"
import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { BIN, type Ended, makePlace, type Place } from "../__fixtures__/pawl.ts"

let place: Place

beforeEach(() => {
  place = makePlace()
})

afterEach(() => place.remove())

function expectOneLine({ code, stdout, stderr }: Ended, exit: number, line: RegExp): void {
  expect({ code, stdout }).toEqual({ code: exit, stdout: "" })
  expect(stderr).toMatch(/^pawl: [^\n]*\n$/)
  expect(stderr).toMatch(line)
}

describe("arguments", () => {
  it.each<[string, readonly string[], number, RegExp]>([
    [
      "a prompt without quotes",
      ["-p", "What", "is", "this"],
      2,
      /"is" is not part of the prompt\. Put the whole prompt/,
    ],
    ["an empty folder", ["-p", "x", "--cwd", ""], 2, /--cwd needs a value: --cwd DIR\./],
    ["an unknown format", ["-p", "x", "--output-format", "yaml"], 2, /Use one of: text, json, stream-json\./],
    [
      "a script that does not exist",
      ["-p", "x", "--model", "scripted:/nope.ts"],
      42,
      /There is no script "\/nope\.ts"\. Check/,
    ],
    ["a misspelt profile", ["-p", "x", "--profile", "defualt"], 2, /no profile "defualt"\. Did you mean "default"\?/],
    ["no iterations", ["-p", "x", "--max-iterations", "0"], 2, /at least 1, but is "0"/],
    [
      "an invalid schema",
      ["-p", "x", "--output-schema", '{"type":"objekt"}'],
      42,
      /--output-schema is not a JSON Schema/,
    ],
    ["an incomplete schema", ["-p", "x", "--output-schema", '{"type":'], 42, /--output-schema is not a JSON object/],
    ["a schema that is a folder", ["-p", "x", "--output-schema", "."], 42, /cannot be read \(EISDIR\)/],
  ])("are refused: %s", async (_, words, exit, line) => {
    expectOneLine(await place.pawl(words), exit, line)
    expect(existsSync(join(place.home, "pawl.db"))).toBe(false)
  })
})

describe("a name that is wrong or missing", () => {
  it.each<[string, readonly string[], number, RegExp]>([
    ["a misspelt provider", ["-p", "x", "--model", "olama:qwen3"], 52, /Write "ollama:qwen3"\./],
    ["no session to show", ["show"], 2, /This folder has none yet\. Name one; "pawl sessions list"/],
  ])("is told what to write: %s", async (_, words, exit, line) => {
    expectOneLine(await place.pawl(words), exit, line)
  })
})

describe("a folder", () => {
  it("that was removed while a shell stands in it is named, and what to do", () => {
    const gone = join(place.work, "gone")
    mkdirSync(gone)
    const program = `process.chdir(${JSON.stringify(gone)}); require("fs").rmdirSync(${JSON.stringify(gone)}); process.argv.splice(1, 0, ""); import(${JSON.stringify(BIN)})`
    const env = { ...process.env, PAWL_HOME: place.home }
    const { status, stderr } = spawnSync(process.execPath, ["-e", program, "--", "-p", "x"], { env, encoding: "utf8" })
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: "pawl: The current folder does not exist any more. Change to another one with cd.\n",
    })
  })

  it.runIf(process.getuid?.() === 0)("that the user may not read is named, and what to do", async () => {
    const closed = join(place.work, "closed")
    mkdirSync(closed, { mode: 0o700 })
    for (const open of [join(place.work, ".."), place.work]) chmodSync(open, 0o755)
    const asNobody = (words: readonly string[], home: string) =>
      place.start(words, { uid: 65534, cwd: "/", env: { PAWL_HOME: home } }).ended
    const home = join(place.work, "open-home")
    mkdirSync(home, { mode: 0o777 })
    chmodSync(home, 0o777)
    expectOneLine(
      await asNobody(["-p", "x", "--cwd", closed], home),
      42,
      /closed" may not be read by this user\. Change/,
    )
    expectOneLine(
      await asNobody(["sessions"], join(closed, "home")),
      52,
      /config\.json" may not be read by this user\./,
    )
  })
})

describe("an .mcp.json", () => {
  it.each([
    ['{"mcpServers": ', /cannot be used: Unexpected end of JSON input\. Correct it/],
    ["[]", /it holds no JSON object/],
    ['{"mcpServers": []}', /it has no object "mcpServers"\. Expected \{"mcpServers"/],
  ])("with %s is a configuration error", async (text, line) => {
    writeFileSync(join(place.work, ".mcp.json"), text)
    const ended = await place.pawl(["-p", "x"])
    expectOneLine(ended, 52, line)
    expect(ended.stderr).toContain(`"${join(place.work, ".mcp.json")}"`)
  })

  it("with unusable entries stops nothing: each is reported once, and list, logs and remove work", async () => {
    const mcpServers = {
      number: 5,
      empty: {},
      words: { command: "x", args: "y" },
      far: { url: "ftp://x" },
      old: { type: "sse", url: "http://x" },
      unset: { command: "x", env: { K: "$" + "{NO_SUCH}" } },
      "my srv": { command: "no-such-program" },
      my_srv: { command: "no-such-program" },
    }
    writeFileSync(join(place.work, ".mcp.json"), JSON.stringify({ mcpServers }))
    const untrusted = await place.pawl(["-p", "x"])
    expect(untrusted).toMatchObject({ code: 0, stdout: "You said: x\n" })
    expect((await place.pawl(["mcp", "trust"])).code).toBe(0)
    const reasons = [
      /number"? .*it must be an object/,
      /empty"? .*it needs a "command" \(a program\) or a "url"/,
      /words"? .*"args" must be a list of strings/,
      /far"? .*"url" must be an http or https address/,
      /old"? .*not "sse"/,
      /unset"? .*"env\.K" needs the environment variable NO_SUCH, which is not set/,
      /my_srv"? .*another server is also called "my_srv"/,
    ]
    const ran = await place.pawl(["-p", "x"])
    expect(ran).toMatchObject({ code: 0, stdout: "You said: x\n" })
    const listed = await place.pawl(["mcp", "list"])
    expect(listed.code).toBe(0)
    for (const reason of reasons) {
      expect(ran.stderr.split("\n").filter((line) => reason.test(line))).toHaveLength(1)
      expect(listed.stdout).toMatch(reason)
    }
    expect((await place.pawl(["mcp", "logs", "old"])).code).toBe(0)
    expect((await place.pawl(["mcp", "remove", "old"])).code).toBe(0)
    expect((await place.pawl(["mcp", "list"])).stdout).not.toContain("sse")
  })
})

describe("MCP servers that fail", () => {
  it("are reported with the reason, and stop nothing", async () => {
    const dies = { command: process.execPath, args: ["-e", 'console.error("no licence"); process.exit(3)'] }
    const mcpServers = { gone: { command: "no-such-program" }, dies, away: { url: "http://127.0.0.1:1/mcp" } }
    const path = join(place.root, "servers.json")
    writeFileSync(path, JSON.stringify({ mcpServers }))
    const reasons = [
      /gone"?:? could not be started: the program "no-such-program" was not found; install it/,
      /dies"?:? could not be started: it ended with exit code 3\. It wrote: no licence/,
      /away"?:? could not be started: /,
    ]
    const probed = await place.pawl(["mcp", "probe", "--mcp-config", path])
    const ran = await place.pawl(["-p", "x", "--mcp-config", path])
    expect(probed).toMatchObject({ code: 1, stderr: "" })
    expect(ran).toMatchObject({ code: 0, stdout: "You said: x\n" })
    for (const reason of reasons) {
      expect(probed.stdout).toMatch(reason)
      expect(ran.stderr).toMatch(reason)
    }
  })
})

describe("folders", () => {
  it("are refused by name if they are files", async () => {
    const file = join(place.root, "file")
    writeFileSync(file, "")
    for (const home of [file, join(file, "inside")]) {
      const ended = await place.pawl(["-p", "x"], { env: { PAWL_HOME: home } })
      expectOneLine(ended, 52, /"[^"]*file" is a file\. Set PAWL_HOME to a folder\./)
    }
  })

  it("are not created in the workspace when HOME is empty", async () => {
    const env = { HOME: "", PAWL_HOME: "", XDG_CACHE_HOME: "" }
    expect((await place.pawl(["config", "path"], { env })).stdout).toMatch(/^user +\//)
    expect(readdirSync(place.work)).toEqual([])
  })

  it.skipIf(process.getuid?.() !== 0)(
    "are unknown without HOME, for a user that the system does not know",
    async () => {
      chmodSync(place.root, 0o755)
      const env = { HOME: undefined, PAWL_HOME: undefined, XDG_CACHE_HOME: undefined }
      expectOneLine(
        await place.spawned(["-p", "x"], { uid: 54_321, env }),
        52,
        /No home folder is known: HOME is not set\. Set/,
      )
    },
  )

  it.skipIf(!existsSync("/proc/self"))("fail at once where they can never be created", async () => {
    expectOneLine(await place.pawl(["-p", "x"], { env: { PAWL_HOME: "/proc/nowhere" } }), 52, /cannot be written/)
  })
})

describe("a configuration", () => {
  it("with an unknown key is refused, with where to look", async () => {
    mkdirSync(place.home)
    writeFileSync(join(place.home, "config.json"), '{"modle": "a:b"}')
    expectOneLine(
      await place.pawl(["-p", "x"]),
      52,
      /config\.json" cannot be used: .*"modle"\. Run "pawl config schema"/,
    )
  })
})

describe.skipIf(spawnSync("mkfifo", ["--version"]).status !== 0)("a pipe where a file should be", () => {
  it.each([
    ["the project's configuration", () => join(place.work, ".pawl.json"), []],
    ["the user's configuration", () => join(place.home, "config.json"), []],
    ["the project's servers", () => join(place.work, ".mcp.json"), []],
    ["a profile", () => join(place.home, "profiles", "slow.json"), ["--profile", "slow"]],
  ])("is refused without waiting: %s", async (_, pathOf, words) => {
    mkdirSync(join(place.home, "profiles"), { recursive: true })
    const path = pathOf()
    expect(spawnSync("mkfifo", [path]).status).toBe(0)
    const ended = await place.spawned(["-p", "x", ...words])
    expectOneLine(ended, 52, /cannot be used: it is a named pipe and not a file\. Correct it/)
    expect(ended.stderr).toContain(`"${path}"`)
  })

  it.each([
    [
      "the user's base",
      () => join(place.home, "config.json"),
      "/dev/zero",
      /"\/dev\/zero" cannot be used: it is a device/,
    ],
    [
      "a project's base",
      () => join(place.work, ".pawl.json"),
      "pipe.json",
      /pipe\.json" cannot be used: it is a named pipe/,
    ],
    // A project may not even name one.
    [
      "a project's base elsewhere",
      () => join(place.work, ".pawl.json"),
      "/dev/zero",
      /its base "\/dev\/zero" is outside/,
    ],
  ])("is refused without waiting as a base, and so is a device: %s", async (_, pathOf, base, line) => {
    mkdirSync(place.home, { recursive: true })
    expect(spawnSync("mkfifo", [join(place.work, "pipe.json")]).status).toBe(0)
    writeFileSync(pathOf(), JSON.stringify({ base }))
    expectOneLine(await place.spawned(["-p", "x"]), 52, line)
  })
})

describe("the output", () => {
  const shell = (program: string) => {
    const { NODE_OPTIONS: _, ...inherited } = process.env
    const env = { ...inherited, ...place.base, PAWL: `${process.execPath} ${BIN}` }
    return spawnSync("bash", ["-c", program], { env, cwd: place.work, encoding: "utf8" })
  }

  it("may lose its reader: that stops nothing, and is no error", async () => {
    const { stdout, stderr } = shell('$PAWL -p "note x" --approve auto < /dev/null | true; echo "exit $PIPESTATUS"')
    expect({ stdout, stderr: stderr.replace(/\d+ ms/, "") }).toEqual({
      stdout: "exit 0\n",
      stderr: 'tool note text="x"\n  -> noted x ()\n',
    })
    expect((await place.pawl(["sessions", "list"])).stdout).toMatch(/idle +1 +note x\n$/)
  })

  it.skipIf(!existsSync("/dev/full"))("on a full disk is reported in one line, and the turn is kept", async () => {
    const { status, stderr } = shell("$PAWL -p hello < /dev/null > /dev/full")
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: expect.stringMatching(/^pawl: The output cannot be written \(ENOSPC\)\. Free some space\. .*\n$/),
    })
    expect((await place.pawl(["sessions", "list"])).stdout).toMatch(/idle +1 +hello\n$/)
  })
})
