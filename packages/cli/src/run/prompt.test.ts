// `pawl -p` in scripts: real processes, a real database, every format and every exit code.
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Event } from "@pawl/agent"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { makePlace, type Place } from "../__fixtures__/pawl.ts"

let place: Place

beforeEach(() => {
  place = makePlace()
})

afterEach(() => place.remove())

function jsonOf(stdout: string) {
  return JSON.parse(stdout) as {
    text: string
    outcome: string
    session: string
    usage: object
    error: object | null
    output?: unknown
  }
}

describe("pawl -p", () => {
  it("X27: prints the answer and nothing else", async () => {
    expect(await place.pawl(["-p", "hello"])).toMatchObject({ code: 0, stdout: "You said: hello\n", stderr: "" })
  })

  it.each([
    ["plan", "plan-only"],
    ["edits", "denied"],
  ])("sends the turn in the approval mode %s, and nobody is there to approve the rest", async (mode, code) => {
    const { stdout } = await place.pawl(["-p", "note x", "--approve", mode, "--output-format", "stream-json"])
    const events = stdout.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line) as Event]))
    expect(events.find(({ type }) => type === "turn-start")).toMatchObject({ approval: mode })
    expect(events.find(({ type }) => type === "tool-error")).toMatchObject({ code })
  })

  it("appends piped input, and accepts it without a prompt", async () => {
    const both = await place.pawl(["-p", "Review this"], { stdin: "the diff\n" })
    expect(both.stdout).toBe("You said: Review this\n\nthe diff\n")
    expect((await place.pawl(["-p"], { stdin: "only this" })).stdout).toBe("You said: only this\n")
    expect((await place.pawl([], { stdin: "without -p" })).stdout).toBe("You said: without -p\n")
  })

  it("prints one object with --output-format json", async () => {
    const { code, stdout, stderr } = await place.pawl(["-p", "hello", "--output-format", "json"])
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
    expect(jsonOf(stdout)).toEqual({
      text: "You said: hello",
      outcome: "completed",
      usage: expect.objectContaining({ inputTokens: 1 }),
      session: expect.stringMatching(/^[0-9a-z]{26}$/),
      trace: expect.stringMatching(/^[0-9a-z]{26}$/),
      error: null,
    })
    const failed = await place.pawl(["-p", "broken", "--output-format", "json"])
    expect(failed.code).toBe(1)
    expect(jsonOf(failed.stdout)).toMatchObject({
      outcome: "failed",
      error: { code: "400", message: "the request was refused" },
    })
  })

  it("prints every event as a line with --output-format stream-json", async () => {
    const { code, stdout } = await place.pawl(["-p", "note x", "--approve", "auto", "--output-format", "stream-json"])
    const events = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Event & { session: string })
    expect(code).toBe(0)
    expect(new Set(events.map(({ session }) => session)).size).toBe(1)
    const story = [
      "turn-start",
      "iteration-start",
      "answer-end",
      "tool-call",
      "tool-result",
      "iteration-start",
      "answer-end",
      "turn-end",
    ]
    expect(events.map(({ type }) => type).filter((type) => story.includes(type))).toEqual(story)
    expect(readFileSync(place.notes, "utf8")).toBe("x\n")
  })

  it("shows tools on stderr, and without a terminal refuses calls that need an approval, with a reason for the model", async () => {
    const { code, stdout, stderr } = await place.pawl(["-p", "note x"])
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: 'note: "note" has to be allowed by somebody, and nobody is here.\n',
    })
    expect(stderr).toContain("denied")
    expect(existsSync(place.notes)).toBe(false)
  })

  it("keeps the model's thinking out of stdout, and out of stderr without a terminal", async () => {
    expect(await place.pawl(["-p", "think hard"])).toMatchObject({
      code: 0,
      stdout: "I thought about hard.\n",
      stderr: "",
    })
    const { stdout } = await place.pawl(["-p", "think hard", "--output-format", "stream-json"])
    expect(stdout).toContain('"type":"thinking-delta"')
  })

  it("shows no short wait, and no wait that does not happen", async () => {
    expect(await place.pawl(["-p", "flaky"])).toMatchObject({ code: 0, stdout: "You said: flaky\n", stderr: "" })
    expect(await place.pawl(["-p", "limited"])).toMatchObject({ code: 0, stdout: "You said: limited\n", stderr: "" })
    const busy = join(place.root, "busy.ts")
    const error = { class: "rate-limit", code: "429", message: "too many requests" }
    writeFileSync(busy, `export default () => (${JSON.stringify({ error, retryAfterMs: 77_000 })})\n`)
    const once = await place.pawl(["-p", "x", "--profile", "xml-tools", "--model", `scripted:${busy}`])
    expect(once.code).toBe(1)
    expect(once.stderr).toMatch(/^pawl: The turn failed: too many requests\. .*\n$/)
  })

  it("X27: answers questions itself when there is no terminal", async () => {
    expect((await place.pawl(["-p", "ask which"])).stdout).toBe(
      "ask: Nobody is here to answer. Decide yourself, and say what you assumed.\n",
    )
  })

  it("accepts a prompt of ten megabytes, if the model has room for it", async () => {
    const words = ["-p", "length", "--window", "20000000"]
    const { code, stdout } = await place.pawl(words, { stdin: "x".repeat(10 * 1024 * 1024) })
    expect({ code, stdout }).toEqual({ code: 0, stdout: `${10 * 1024 * 1024 + 8} characters\n` })
  })

  it.each<[string, readonly string[], number, RegExp]>([
    ["an empty prompt", ["-p", " "], 42, /^pawl: The prompt is empty\. Write pawl -p "\.\.\.", or pipe the text in\.$/],
    [
      "nothing at all, though there is a model",
      [],
      2,
      /^pawl: There is no prompt: the input is empty, and no terminal/,
    ],
    [
      "options without a prompt",
      ["-c"],
      2,
      /^pawl: There is no prompt: .* Write pawl -p "\.\.\.", or pipe the prompt in\.$/,
    ],
    ["an unknown option", ["-p", "x", "--modle", "y"], 2, /there is no option "--modle"\. Did you mean "--model"\?/],
    [
      "an unknown profile",
      ["-p", "x", "--profile", "wild"],
      2,
      /There is no profile "wild"\. Use one of: default, chat-service, local-desktop, xml-tools, structured-react, terminal\./,
    ],
    [
      "an unknown dialect",
      ["-p", "x", "--dialect", "wild"],
      2,
      /--dialect cannot be "wild"\. Use one of: native, xml,/,
    ],
    [
      "a fallback without a name",
      ["-p", "x", "--fallback", "gpt"],
      52,
      /"gpt" names no model\. Expected provider:name/,
    ],
    ["an invalid number", ["-p", "x", "--max-iterations", "many"], 2, /must be a whole number/],
    ["words beside the prompt", ["-p", "x", "--", "y"], 2, /Put the whole prompt into quotes/],
    [
      "a missing workspace",
      ["-p", "x", "--cwd", "/nowhere/at/all"],
      42,
      /The workspace "\/nowhere\/at\/all" does not exist\. Create it/,
    ],
    ["a model without a name", ["-p", "x", "--model", "gpt"], 52, /"gpt" names no model\. Expected provider:name/],
    ["an invalid key", ["-p", "badkey"], 41, /The turn failed: invalid key Bearer \[redacted\]\. Check the key/],
    ["a wrong configuration of the model", ["-p", "badconfig"], 52, /there is no such model\. Check the model's name/],
    [
      "a refused request",
      ["-p", "broken"],
      1,
      /The turn failed: the request was refused\. See what happened with "pawl sessions show/,
    ],
    [
      "a missing session",
      ["-p", "x", "-r", "missing"],
      42,
      /^pawl: There is no session "missing"\. Run "pawl sessions list" to see the sessions\.$/,
    ],
    ["nothing to continue", ["-p", "x", "-c"], 42, /There is no session to continue in/],
    ["both -c and -r", ["-p", "x", "-c", "-r", "y"], 2, /exclude each other/],
    ["a missing schema", ["-p", "x", "--output-schema", "none.json"], 42, /There is no file "none\.json"/],
    [
      "missing servers",
      ["-p", "x", "--mcp-config", "none.json"],
      42,
      /There is no file ".*none\.json" for --mcp-config/,
    ],
  ])("X27: says in one line what is wrong with %s, and exits accordingly", async (_, words, code, line) => {
    const ended = await place.pawl(words)
    expect(ended.code).toBe(code)
    // A profile may have closing text for the reader of the answer.
    expect(ended.stdout).toMatch(/^(The model .*\n)?$/)
    expect(ended.stderr.trimEnd().split("\n")).toEqual([expect.stringMatching(line)])
    expect(ended.stderr).toMatch(/^pawl: /)
    expect(ended.stderr).not.toMatch(/\n\s+at /)
  })

  it("stops at the iteration limit with 53", async () => {
    const loop = join(place.root, "loop.ts")
    writeFileSync(loop, 'export default () => ({ calls: [{ name: "nothing", arguments: {} }] })\n')
    const { code, stderr } = await place.pawl(["-p", "x", "--model", `scripted:${loop}`, "--max-iterations", "2"])
    expect(code).toBe(53)
    expect(stderr.trimEnd().split("\n").at(-1)).toMatch(
      /^pawl: The turn failed: Max tool iterations reached\. Raise --max-iterations, or go on with: pawl -r \S+ -p "Go on\."$/,
    )
  })

  it("refuses bytes that are not UTF-8", async () => {
    const ended = await place.pawl(["-p", "x"], { stdin: Buffer.from([0x61, 0xff, 0xfe]) })
    expect(ended).toMatchObject({
      code: 42,
      stdout: "",
      stderr: expect.stringMatching(/^pawl: The piped input is not valid UTF-8\. .*\n$/),
    })
  })

  it("says how to get a model when there is none (T28)", async () => {
    const ended = await place.pawl(["-p", "x"], { env: { PAWL_MODEL: "" } })
    expect(ended).toMatchObject({
      code: 52,
      stdout: "",
      stderr: expect.stringMatching(/^pawl: No model is configured\. .*PAWL_MODEL.*pawl help models.*\n$/),
    })
  })

  it("refuses an .mcp.json that it cannot read", async () => {
    writeFileSync(join(place.work, ".mcp.json"), '{"servers": {}}')
    const ended = await place.pawl(["-p", "x"])
    expect(ended).toMatchObject({
      code: 52,
      stderr: expect.stringMatching(
        /^pawl: The MCP servers in ".*\.mcp\.json" cannot be used: it has no object "mcpServers"\. Expected .*\n$/,
      ),
    })
  })

  it("makes folders and files readable only for the owner, and keeps secrets out of the log", async () => {
    await place.pawl(["-p", "badkey my-very-secret-key"], { env: { SOME_API_KEY: "my-very-secret-key" } })
    expect(statSync(place.home).mode & 0o777).toBe(0o700)
    for (const file of ["pawl.db", "pawl.log"]) expect(statSync(join(place.home, file)).mode & 0o777).toBe(0o600)
    const lines = readFileSync(join(place.home, "pawl.log"), "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line))
    expect(lines.map(({ msg }) => msg)).toEqual(["turn-start", "model-call", "error", "turn-end"])
    expect(new Set(lines.map(({ trace }) => trace)).size).toBe(1)
    expect(JSON.stringify(lines)).not.toMatch(/abcdefghijklmnop|my-very-secret-key/)
  })
})

describe("--output-schema", () => {
  const schema = '{"type":"object","required":["n"],"properties":{"n":{"type":"integer"}}}'
  const script = (replies: readonly string[]) => {
    const path = join(place.root, "json.ts")
    const body = `const replies = ${JSON.stringify(replies)}
      export default ({ messages }) => replies[messages.filter(({ role }) => role === "assistant").length]`
    writeFileSync(path, body)
    return ["--model", `scripted:${path}`]
  }

  it("prints the JSON that fits", async () => {
    const ended = await place.pawl(["-p", "x", "--output-schema", schema, ...script(['```json\n{"n": 1}\n```'])])
    expect(ended).toMatchObject({ code: 0, stdout: '{\n  "n": 1\n}\n', stderr: "" })
  })

  it("asks again, at most twice, and then gives up with 1", async () => {
    writeFileSync(join(place.work, "schema.json"), schema)
    const words = ["-p", "x", "--output-schema", "schema.json", "--output-format", "json"]
    const second = await place.pawl([...words, ...script(["no", '{"n": 2}'])])
    expect(second.code).toBe(0)
    expect(jsonOf(second.stdout).output).toEqual({ n: 2 })
    const never = await place.pawl([...words, ...script(["no", '{"n": "x"}', '{"n": "two"}', '{"n": 2}'])])
    expect(never).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /^pawl: The turn failed: The model did not give an answer that fits the output schema, although it was asked 3 times: n: must be integer, and is string\..*\n$/,
      ),
    })
    expect(jsonOf(never.stdout)).toMatchObject({ outcome: "failed", error: { code: "output-invalid" } })
  })
})

describe("a data folder", () => {
  it.skipIf(process.getuid?.() !== 0)("that cannot be written is a configuration error", async () => {
    mkdirSync(place.home, { mode: 0o555 })
    chmodSync(place.root, 0o755)
    const ended = await place.spawned(["-p", "x"], { uid: 65534 })
    expect(ended).toMatchObject({
      code: 52,
      stdout: "",
      stderr: expect.stringMatching(/^pawl: The data folder ".*" cannot be written \(EACCES\)\. .*PAWL_HOME.*\n$/),
    })
  })

  it("with a damaged database stays unchanged", async () => {
    mkdirSync(place.home)
    writeFileSync(join(place.home, "pawl.db"), "this is no database at all".repeat(100))
    const ended = await place.pawl(["-p", "x"])
    expect(ended).toMatchObject({
      code: 52,
      stdout: "",
      stderr: expect.stringMatching(/^pawl: The file ".*pawl\.db" is not a store of Pawl's, or is damaged.*\n$/),
    })
    expect(readFileSync(join(place.home, "pawl.db"), "utf8")).toMatch(/^this is no database/)
  })
})
