// What the real command shows to the model and the user: errors, traces, disabled tools, and the language.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { call, type ModelServer, modelServer, type Script } from "@pawl/agent/testing"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { makePlace, type Place } from "../__fixtures__/pawl.ts"

const script: Script = ({ said, results }) => {
  const [first] = results
  if (first !== undefined) return `I was told: ${first.text}`
  if (said === "fail") return { calls: [call("odd__fail")] }
  if (said === "refuse") return { error: { class: "auth", code: "401", message: "no https://llm.internal.example/x" } }
  if (said.includes("which"))
    return "<tool><tool_name>ask_question</tool_name><arguments><question>Which?</question><suggestions><item>A</item></suggestions></arguments></tool>"
  return "Hello."
}

/** A tool that fails with private details. */
const PLUGIN = `export default {
  name: "odd",
  version: "1.0.0",
  settings: { type: "object", properties: { key: { type: "string" } }, required: ["key"] },
  tools: [
    {
      name: "fail", description: "Fails.", input: { type: "object" }, effect: "read",
      run() { throw Object.assign(new Error("ENOENT: no such file, open '/srv/app/hidden.txt'"), { code: "ENOENT" }) },
    },
    { name: "sign", description: "Signs.", input: { type: "object" }, needs: ["settings.key"], run: () => "signed" },
  ],
}
`

let server: ModelServer
let place: Place

beforeAll(async () => {
  server = await modelServer({ script })
})

afterAll(() => server.close())

beforeEach(() => {
  place = makePlace()
  mkdirSync(join(place.home, "plugins"), { recursive: true })
  writeFileSync(join(place.home, "plugins/odd.mjs"), PLUGIN)
})

afterEach(() => place.remove())

const pawl = (words: readonly string[], more: Readonly<Record<string, string>> = {}) => {
  const env = { OPENAI_API_KEY: "key-for-openai", OPENAI_BASE_URL: server.openai, LC_ALL: "C", ...more }
  return place.pawl([...words, "--model", "openai:m"], { env })
}

async function logLines(): Promise<readonly Record<string, unknown>[]> {
  const path = (await place.pawl(["config", "path"])).stdout.match(/\S+pawl\.log/)?.[0] ?? ""
  return readFileSync(path, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>)
}

describe("pawl -p", () => {
  it("M6, M1: shows an error without internal details; with --debug the log file has them, with stack and trace", async () => {
    const { stdout } = await pawl(["-p", "fail", "--output-format", "json", "--debug"])
    const { text, trace } = JSON.parse(stdout) as { readonly text: string; readonly trace: string }
    expect(text).toContain("a file or folder could not be used (ENOENT: no such file, open '[path]')")
    const lines = await logLines()
    const failure = lines.find(({ msg }) => msg === "tool-failure")
    expect(failure).toMatchObject({ tool: "odd__fail", code: "file-failed", trace })
    expect(JSON.stringify(failure)).toMatch(/hidden\.txt.*plugins\/odd\.mjs:\d+/)
    expect(lines.filter((line) => line.trace === trace).map(({ msg }) => msg)).toContain("turn-end")
  })

  it("M6: keeps errors that tools threw out of the log file without --debug", async () => {
    await pawl(["-p", "fail"])
    expect(JSON.stringify(await logLines())).not.toContain("hidden.txt")
  })

  it("T20, M1: shows and stores no address for a refused turn, and has the trace in the JSON object", async () => {
    const ended = await pawl(["-p", "refuse", "--output-format", "json", "--profile", "chat-service"])
    const { error, trace, session } = JSON.parse(ended.stdout) as Record<string, string>
    expect(error).toMatchObject({ message: expect.stringContaining("[url]") })
    const facts = (await place.pawl(["show", session ?? "", "--facts"])).stdout
    expect(facts).toContain("model-failed")
    expect(ended.stderr + ended.stdout + facts).not.toContain("internal.example")
    expect((await place.pawl(["trace", trace ?? ""])).stdout).toContain(`trace ${trace}`)
  })

  it("M1: prints the trace with every event of a stream", async () => {
    const { stdout } = await pawl(["-p", "hello", "--output-format", "stream-json"])
    const traces = stdout
      .trim()
      .split("\n")
      .map((line) => (JSON.parse(line) as { readonly trace?: string }).trace)
    expect(new Set(traces).size).toBe(1)
    expect(traces[0]).toMatch(/^\S{20,}$/)
  })

  it("M14: tells the model which tools are on standby, with the exact name of the variable", async () => {
    await pawl(["-p", "hello"])
    const sent = server.requests.at(-1)?.raw ?? ""
    expect(sent).toMatch(
      /odd__sign: disabled, because the setting .{1,2}key.{1,2} is not set \(environment: PAWL_PLUGIN_ODD_KEY\)/,
    )
    await pawl(["-p", "hello"], { PAWL_PLUGIN_ODD_KEY: "set-it-is" })
    expect(server.requests.at(-1)?.raw).not.toContain("disabled, because")
  })

  it("F10: shows suggestions, and has them in the JSON object", async () => {
    const asked = ["-p", "which", "--profile", "xml-tools"]
    // The ending tool is not shown apart from its text.
    expect(await pawl(asked)).toMatchObject({ stdout: "Which?\n  1. A\n", stderr: "" })
    expect(JSON.parse((await pawl([...asked, "--output-format", "json"])).stdout)).toMatchObject({ suggestions: ["A"] })
  })

  it("T19: uses the default language of a German locale for the model, with environment and namespace hint", async () => {
    await pawl(["-p", "hello", "--profile", "chat-service"], { LC_ALL: "de_DE.UTF-8" })
    const sent = server.requests.at(-1)?.raw ?? ""
    expect(sent).toContain("Du bist ein hilfreicher Assistent.")
    expect(sent).not.toContain("You are a helpful assistant")
    expect(sent).toMatch(/<environment>.*There are: odd|There are: odd.*<environment>/)
  })
})
