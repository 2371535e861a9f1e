import { describe, expect, it } from "vitest"
import type { ToolDefinition } from "../../contracts/model.ts"
import { rescuedAnswer } from "./rescue-call.ts"

const aTool = (name: string, required: readonly string[], optional: readonly string[] = []): ToolDefinition => ({
  name,
  description: "",
  inputSchema: {
    type: "object",
    properties: Object.fromEntries([...required, ...optional].map((key) => [key, { type: "string" }])),
    required,
  },
})

const tools = [aTool("read_file", ["path"]), aTool("move_file", ["from", "to"]), aTool("delete_file", ["path"])]
const said = (raw: string) => `error parsing tool call: raw='${raw}', err=unexpected end of JSON input`

describe("rescuedAnswer, for a call that the server refused to parse (L16),", () => {
  it.each([
    ["with its name", '{"name":"read_file","arguments":{"path":"a.txt"}', "read_file", { path: "a.txt" }],
    ["with a trailing comma", '{"name":"read_file","parameters":{"path":"a",}}', "read_file", { path: "a" }],
    ["whose arguments fit one tool", '{"from":"a","to":"b"', "move_file", { from: "a", to: "b" }],
  ])("makes a call %s", (_name, raw, name, args) => {
    expect(rescuedAnswer(said(raw), tools)).toMatchObject({ calls: [{ name, arguments: args }], problems: [] })
  })

  it.each([
    ["its arguments fit two tools", '{"path":"a"}'],
    ["its arguments fit none", '{"colour":"red"}'],
    ["it cannot be repaired", '{"path": [}'],
  ])("returns a problem when %s", (_name, raw) => {
    expect(rescuedAnswer(said(raw), tools)).toMatchObject({ calls: [], problems: [{ code: "malformed-json" }] })
  })

  it("returns undefined for other errors", () => {
    expect(rescuedAnswer("model runner has unexpectedly stopped", tools)).toBeUndefined()
  })
})
