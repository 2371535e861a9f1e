import { describe, expect, it } from "vitest"
import type { Answer } from "../contracts/answer.ts"
import { type ModelRequest, noBlobs } from "../contracts/model.ts"
import { withWrittenCalls } from "./written-calls.ts"

const CALL = '{"name": "read_file", "arguments": {"path": "a"}}'
const inputSchema = { type: "object", properties: { path: { type: "string" } } }
const request = (...names: readonly string[]): ModelRequest => ({
  system: "",
  messages: [],
  tools: names.map((name) => ({ name, description: "", inputSchema })),
  blobs: noBlobs,
})

async function writtenIn(text: string, more: Partial<Answer> = {}, asked = request("read_file"), wanted = "native") {
  const answer: Answer = { kind: "answer", text, reasoning: [], calls: [], problems: [], stop: "end", ...more }
  const model = withWrittenCalls({ name: "m", ask: async () => answer }, wanted)
  const how = { signal: new AbortController().signal, onText: () => {}, onReasoning: () => {} }
  const reply = await model.ask(asked, how)
  return reply.kind === "answer" ? reply.written : undefined
}

describe("withWrittenCalls", () => {
  it("reports a call that ends the answer, in any form, and the form that is wanted", async () => {
    expect(await writtenIn(CALL)).toEqual({ name: "read_file", form: "json", wanted: "native" })
    const fenced = `\`\`\`\n<tool_call>${CALL}</tool_call>\n\`\`\``
    expect(await writtenIn(fenced, {}, request("read_file"), "hermes")).toMatchObject({ form: "hermes" })
  })

  it("reports a call of a server's tool by the tool's own name", async () => {
    const spelled = CALL.replace("read_file", "files.read_file")
    expect(await writtenIn(spelled, {}, request("files__read_file"))).toMatchObject({ name: "files__read_file" })
  })

  it.each<[string, string, Partial<Answer>, ModelRequest]>([
    ["that was cut off, because it is continued", CALL, { stop: "max-tokens" }, request("read_file")],
    ["that has a real call", CALL, { calls: [{ name: "read_file", arguments: {} }] }, request("read_file")],
    ["that has a problem", CALL, { problems: [{ code: "x", message: "x" }] }, request("read_file")],
    ["where no tools are offered", CALL, {}, request()],
    ["where other tools are offered", CALL, {}, request("write_file")],
    ["in prose", "I read it.", {}, request("read_file")],
  ])("reports no call for an answer %s", async (_name, text, more, asked) => {
    expect(await writtenIn(text, more, asked)).toBeUndefined()
  })
})
