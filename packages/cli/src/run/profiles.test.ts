// Profiles, dialects and fallbacks in scripts: real processes, and models that need each of them.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import type { Event } from "@pawl/agent"
import { type ModelServer, modelServer } from "@pawl/agent/testing"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { makePlace, type Place } from "../__fixtures__/pawl.ts"

const MANNERS = `scripted:${fileURLToPath(new URL("../__fixtures__/manners.ts", import.meta.url))}`

let place: Place

beforeEach(() => {
  place = makePlace()
})

afterEach(() => place.remove())

function writeProfile(name: string, profile: object): string {
  mkdirSync(join(place.home, "profiles"), { recursive: true })
  const path = join(place.home, "profiles", `${name}.json`)
  writeFileSync(path, JSON.stringify(profile))
  return path
}

async function sessionOf(...words: readonly string[]): Promise<string> {
  return JSON.parse((await place.pawl([...words, "--output-format", "json"])).stdout).session
}

async function profileOf(session: string): Promise<string> {
  return JSON.parse((await place.pawl(["sessions", "show", session, "--json"])).stdout).profile
}

describe("a turn whose tools end it", () => {
  const xml = (...words: readonly string[]) => place.pawl([...words, "--profile", "xml-tools", "--model", MANNERS])

  it("prints its last words, and its suggestions with numbers", async () => {
    expect(await xml("-p", "colour")).toMatchObject({
      code: 0,
      stdout: "Which?\n  1. red\n  2. blue\n",
      stderr: "Let me ask.\n",
    })
    expect((await xml("-c", "-p", "blue")).stdout).toBe("It is blue now.\n")
    const shown = await place.pawl(["sessions", "list", "--json"])
    const [{ id }] = JSON.parse(shown.stdout)
    expect((await place.pawl(["sessions", "show", id])).stdout).toMatch(
      /model +Let me ask\.\n.*\nmodel +Which\?\n {2}1\. red\n {2}2\. blue\nyou +blue\n.*\nmodel +It is blue now\.\n$/,
    )
  })

  it("has its suggestions in the JSON object, too", async () => {
    const { stdout } = await xml("-p", "colour", "--output-format", "json")
    expect(JSON.parse(stdout)).toMatchObject({ text: "Which?", outcome: "completed", suggestions: ["red", "blue"] })
  })
})

describe("an answer that is taken back", () => {
  it("stays out of a pipe, and is reported in one line", async () => {
    const words = ["-p", "chat", "--profile", "xml-tools", "--model", MANNERS]
    expect(await place.pawl(words)).toMatchObject({
      code: 0,
      stdout: "This counts.\n",
      stderr: "the answer was taken back: it calls no tool (no-tool-call)\n",
    })
    const log = readFileSync(join(place.home, "pawl.log"), "utf8").trimEnd().split("\n")
    expect(log.map((line) => JSON.parse(line))).toContainEqual(
      expect.objectContaining({ msg: "decision", what: "nudge", why: "no-tool-call", attempt: "1.1.1" }),
    )
    const [{ id }] = JSON.parse((await place.pawl(["sessions", "list", "--json"])).stdout)
    expect((await place.pawl(["sessions", "show", id])).stdout).toContain(
      "model  This does not count.\n       (taken back: no-tool-call)\n",
    )
  })

  it("because it was cut off stays out of a pipe, too", async () => {
    expect(await place.pawl(["-p", "break", "--model", MANNERS])).toMatchObject({
      code: 0,
      stdout: "All of it.\n",
      stderr: "the answer was taken back: it was cut off\n",
    })
  })

  it("is in the stream of events with everything else", async () => {
    const words = ["-p", "chat", "--profile", "xml-tools", "--model", MANNERS, "--output-format", "stream-json"]
    const types = (await place.pawl(words)).stdout.trimEnd().split("\n")
    const story = types.map((line) => (JSON.parse(line) as Event).type)
    const expected = ["loop-start", "text-start", "text-end", "no-tool-call", "answer-discarded", "nudge", "loop-end"]
    expect(story.filter((type) => expected.includes(type))).toEqual(expected)
  })
})

describe("a session", () => {
  it("keeps the profile it was opened with, and says so when the user names another", async () => {
    const id = await sessionOf("-p", "hello", "--profile", "terminal")
    const note = `pawl: Session ${id} keeps the profile it was opened with, terminal; chat-service applies to new sessions only.\n`
    const words = ["--profile", "chat-service"]
    expect(await place.pawl(["-c", "-p", "x", ...words])).toMatchObject({ stdout: "You said: x\n", stderr: note })
    expect((await place.pawl(["-r", id, "-p", "x", ...words])).stderr).toBe(note)
    expect((await place.pawl(["-c", "-p", "x", "--profile", "terminal"])).stderr).toBe("")
    // A profile from the environment leads to no note.
    expect((await place.pawl(["-c", "-p", "x"], { env: { PAWL_PROFILE: "chat-service" } })).stderr).toBe("")
    expect(await profileOf(id)).toBe("terminal")
  })

  it("keeps a user-defined profile, by name and by file, and warns when it no longer exists", async () => {
    const path = writeProfile("brief", { base: "chat-service", maxIterations: 2 })
    const run = (...words: readonly string[]) => place.pawl([...words, "--model", MANNERS])
    // The model calls an unknown tool until this profile's limit stops it.
    const calls = ({ stderr }: { readonly stderr: string }) => stderr.match(/There is no tool "nothing"/g)?.length
    const first = await run("-p", "go", "--profile", "brief")
    expect(first.code).toBe(53)
    expect(calls(first)).toBe(2)
    expect(calls(await run("-c", "-p", "go"))).toBe(2)
    expect(calls(await run("-c", "-p", "go", "--max-iterations", "1"))).toBe(1)
    const elsewhere = join(place.root, "elsewhere.json")
    writeFileSync(elsewhere, JSON.stringify({ name: "brief", base: "chat-service", maxIterations: 3 }))
    renameSync(path, `${path}.gone`)
    expect(calls(await run("-c", "-p", "go", "--profile", elsewhere))).toBe(3)
    const [warning] = (await run("-c", "-p", "go", "--profile", "chat-service")).stderr.split("\n")
    expect(warning).toMatch(
      /^pawl: Session \S+ was opened with profile "brief", which no longer exists; it behaves like chat-service\. Put the file back at ".*brief\.json", or pass it with --profile\.$/,
    )
  })
})

describe("models in a chain", () => {
  let good: ModelServer
  let busy: ModelServer

  beforeAll(async () => {
    good = await modelServer({ script: ({ said }) => `You said: ${said}` })
    busy = await modelServer({ script: () => ({ error: { class: "config", code: "404", message: "no such model" } }) })
  })

  afterAll(async () => {
    await good.close()
    await busy.close()
  })

  const env = () => ({ OPENAI_API_KEY: "key", OPENAI_BASE_URL: busy.openai, LMSTUDIO_BASE_URL: good.openai })

  it("are reported in one line on stderr when they take over", async () => {
    const words = ["-p", "hello", "--model", "openai:gone", "--fallback", "lmstudio:here"]
    const ended = await place.pawl(words, { env: env() })
    expect(ended).toMatchObject({ code: 0, stdout: "You said: hello\n" })
    expect(ended.stderr).toMatch(
      /^model: lmstudio:here is asked instead of openai:gone \([^\n]*no such model[^\n]*\)\n$/,
    )
    const log = readFileSync(join(place.home, "pawl.log"), "utf8")
    expect(log).toMatch(/"model":"openai:gone".*"outcome":"error".*"msg":"model-call"/)
    expect(log).toMatch(/"model":"lmstudio:here".*"outcome":"ok".*"msg":"model-call"/)
  })

  it("can be set in the environment and the configuration, too", async () => {
    const words = ["-p", "hello", "--model", "openai:gone"]
    expect((await place.pawl(words, { env: { ...env(), PAWL_FALLBACKS: "lmstudio:a" } })).stdout).toContain("hello")
    writeFileSync(join(place.work, ".pawl.json"), JSON.stringify({ fallbacks: ["openai:gone-too", "lmstudio:a"] }))
    await place.pawl(["config", "trust"])
    const { code, stderr } = await place.pawl(words, { env: env() })
    expect(code).toBe(0)
    expect(stderr.split("\n").map((line) => line.replace(/ \(.*/, ""))).toEqual([
      "model: openai:gone-too is asked instead of openai:gone",
      "model: lmstudio:a is asked instead of openai:gone-too",
      "",
    ])
  })

  it("are checked by the doctor one by one, and so is the profile", async () => {
    const path = writeProfile("brief", { base: "terminal" })
    const words = ["doctor", "--model", "lmstudio:a", "--fallback", "unknown:x", "--fallback", "openai:x"]
    const { code, stdout } = await place.pawl([...words, "--profile", "brief"], {
      env: { ...env(), OPENAI_API_KEY: "" },
    })
    expect(code).toBe(1)
    expect(stdout).toContain(`\nok    profile brief (${path})\n`)
    expect(stdout).toMatch(/^\w+ +model lmstudio:a: /m)
    expect(stdout).toMatch(/^fail +"unknown:x" names no model/m)
    expect(stdout).toMatch(/^fail +Provider "openai" needs a key/m)
  })

  it("are asked in the configured dialect", async () => {
    const before = good.requests.length
    const words = ["-p", "hello", "--model", "lmstudio:a"]
    await place.pawl(words, { env: env() })
    await place.pawl([...words, "--dialect", "hermes"], { env: env() })
    await place.pawl(words, { env: { ...env(), PAWL_DIALECT: "bracket" } })
    const [native, hermes, bracket] = good.requests.slice(before)
    expect(native?.body.tools).toBeDefined()
    for (const request of [hermes, bracket]) expect(request?.body.tools).toBeUndefined()
    expect(hermes?.raw).toContain("<tool_call>")
    expect(bracket?.raw).not.toContain("<tool_call>")
  })
})
