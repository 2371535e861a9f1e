// Limits through the real command, against a model server that keeps every request body.
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { call, type ModelServer, modelServer, type Script } from "@pawl/agent/testing"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { makePlace, type Place } from "../__fixtures__/pawl.ts"
import { startInside } from "../__fixtures__/pty.ts"

const FILE = "a line of the file that is read here\n".repeat(1500)

const script: Script = ({ said, results, request }) => {
  const isTyped = request.answerSchema !== undefined || request.system.includes("FinalResponse")
  if (said.startsWith("read") && results.length === 0) return { calls: [call("read_file", { path: "long.txt" })] }
  return isTyped ? JSON.stringify({ type: "FinalResponse", answer: "Fine." }) : "Fine."
}

let server: ModelServer
let place: Place

beforeAll(async () => {
  server = await modelServer({ script })
})

afterAll(() => server.close())

beforeEach(() => {
  place = makePlace()
  mkdirSync(join(place.home, "profiles"), { recursive: true })
  writeFileSync(join(place.work, "long.txt"), FILE)
})

afterEach(() => place.remove())

const env = () => ({ OPENAI_API_KEY: "k", OPENAI_BASE_URL: server.openai, PAWL_MODEL: "openai:some-model" })

async function bodies(words: readonly string[], stdin = "") {
  const before = server.requests.length
  const ended = await place.pawl(words, { env: env(), stdin })
  return { ...ended, sent: server.requests.slice(before) }
}

const configure = (file: string, value: object) => writeFileSync(join(place.home, file), JSON.stringify(value))

describe("the result of a built-in tool", () => {
  it("X3: is cut with the notice, and the user is warned", async () => {
    const { code, stderr, sent } = await bodies(["-p", "read"])
    expect(code).toBe(0)
    expect(sent.at(-1)?.raw).toContain("[OUTPUT TRUNCATED: Showing 40000 of 55499 characters from read_file]")
    expect(stderr).toContain("[cut: 40000 of 55499 characters shown to the model]")
  })

  it("X4: has the limit of the configuration, or of a user-defined profile", async () => {
    configure("config.json", { resultLimits: { "read*": 1000 } })
    expect((await bodies(["-p", "read"])).stderr).toContain("[cut: 1000 of 55499 characters")
    configure("config.json", { resultLimits: { read_file: null } })
    const whole = await bodies(["-p", "read"])
    expect(whole.stderr).not.toContain("[cut:")
    expect(whole.sent.at(-1)?.raw.split("a line of the file")).toHaveLength(1501)
    configure("config.json", {})
    configure("profiles/mine.json", { base: "terminal", resultLimits: { read_file: 700 } })
    expect((await bodies(["-p", "read", "--profile", "mine"])).stderr).toContain("[cut: 700 of 55499 characters")
  })
})

describe("a request", () => {
  it("M11: has at most as many characters as the profile allows, however long the conversation is", async () => {
    configure("profiles/mine.json", { base: "structured-react", context: { maxChars: 60_000 } })
    for (let turn = 1; turn <= 5; turn++) {
      const said = `Message ${turn}. ${'keep "this" line\n'.repeat(1500)}`
      const { code, sent } = await bodies([...(turn === 1 ? ["--profile", "mine"] : ["-c"]), "-p"], said)
      expect(code).toBe(0)
      for (const { raw } of sent) expect(raw.length).toBeLessThanOrEqual(60_000)
      expect(sent.at(-1)?.raw).toContain(`Message ${turn}. keep`)
    }
  })

  it("L4: has no tools when they leave too little room to go on, even if it is the first", async () => {
    configure("profiles/mine.json", { base: "local-desktop", offer: "all" })
    const budgetAt = async (window: number) => {
      const options = ["--profile", "mine", "--window", String(window), "--output-format", "stream-json"]
      const { stdout, sent } = await bodies(["-p", "hello", ...options])
      const events = stdout.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line)]))
      return { budget: events.find(({ type }) => type === "context-budget").budget, sent }
    }
    const { budget: used, sent: roomy } = await budgetAt(32_768)
    expect(roomy.some(({ body }) => Array.isArray(body.tools) && body.tools.length > 0)).toBe(true)
    // A small window keeps a quarter and a twentieth free; half of the eighth that is needed remains.
    const window = Math.round((used.system + used.tools + used.history) / (1 - 1 / 4 - 1 / 20 - 1 / 16))
    const { budget, sent } = await budgetAt(window)
    expect(budget.remaining).toBeGreaterThanOrEqual(0)
    expect(budget.remaining).toBeLessThan(window / 8)
    expect(sent.length).toBeGreaterThan(0)
    for (const { body } of sent) expect(body.tools ?? []).toEqual([])
  })
})

it("/compact says that there is nothing to condense, and changes nothing", async () => {
  const pty = startInside(place, [], { env: env() })
  await pty.see("\n> ")
  pty.type("hello\r")
  await pty.see("Fine.")
  await pty.see("> ")
  const before = server.requests.length
  pty.type("/compact\r")
  await pty.see("nothing to condense")
  pty.type("\u0004")
  expect(await pty.ended).toBe(0)
  expect(server.requests.length).toBe(before)
})
