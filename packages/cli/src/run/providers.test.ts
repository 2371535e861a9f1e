// `pawl -p` against a local model server that uses the real wire formats.
import { call, type ModelServer, modelServer, type Script } from "@pawl/agent/testing"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { makePlace, type Place } from "../__fixtures__/pawl.ts"

const script: Script = ({ said, results }) => {
  if (said === "badkey") return { error: { class: "auth", code: "401", message: "invalid key" } }
  if (said === "tool" && results.length === 0) return { text: "Let me try.", calls: [call("nothing")] }
  return results.length > 0 ? "It did not work." : `You said: ${said}`
}

let server: ModelServer
let place: Place

beforeAll(async () => {
  server = await modelServer({ script })
})

afterAll(() => server.close())

beforeEach(() => {
  place = makePlace()
})

afterEach(() => place.remove())

const environment = () => ({
  OPENAI_API_KEY: "key-for-openai",
  OPENAI_BASE_URL: server.openai,
  ANTHROPIC_API_KEY: "key-for-anthropic",
  ANTHROPIC_BASE_URL: server.anthropic,
})

describe.each(["openai:some-model", "anthropic:some-model"])("%s", (model) => {
  const pawl = (...words: readonly string[]) => place.pawl([...words, "--model", model], { env: environment() })

  it("answers, and continues in the next process", async () => {
    expect(await pawl("-p", "hello")).toMatchObject({ code: 0, stdout: "You said: hello\n", stderr: "" })
    const { code, stdout, stderr } = await pawl("-c", "-p", "tool")
    expect({ code, stdout }).toEqual({ code: 0, stdout: "It did not work.\n" })
    expect(stderr).toMatch(/^Let me try\.\n/)
  })

  it("exits 41 when the key is refused, in one line without the key", async () => {
    const { code, stdout, stderr } = await pawl("-p", "badkey")
    expect({ code, stdout }).toEqual({ code: 41, stdout: "" })
    expect(stderr).toMatch(/^pawl: The turn failed: [^\n]*Check the key[^\n]*\n$/)
    expect(stderr).not.toContain("key-for-")
  })
})

describe("a model", () => {
  it("that cannot be reached fails the run, and the prompt is kept", async () => {
    const env = { ...environment(), OPENAI_BASE_URL: "http://127.0.0.1:9/v1" }
    const { code, stdout, stderr } = await place.pawl(["-p", "hello", "--model", "openai:x"], { env })
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" })
    expect(stderr).toMatch(/^pawl: The turn failed: [^\n]*\(ECONNREFUSED\)[^\n]*pawl doctor[^\n]*\n$/)
    expect((await place.pawl(["sessions", "list"])).stdout).toMatch(/failed +1 +hello/)
  })

  it.each([
    ["openai:x", { OPENAI_API_KEY: "" }, /OPENAI_API_KEY/],
    ["unknown:x", {}, /provider/],
  ])("%s that cannot be used is a configuration error", async (model, env, line) => {
    const ended = await place.pawl(["-p", "hello", "--model", model], { env: { ...environment(), ...env } })
    expect(ended).toMatchObject({ code: 52, stdout: "" })
    expect(ended.stderr).toMatch(/^pawl: [^\n]*\n$/)
    expect(ended.stderr).toMatch(line)
  })
})
