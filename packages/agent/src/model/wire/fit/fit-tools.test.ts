// fitTools and withOwnNames: tools as sent, and calls converted back.
import { describe, expect, it } from "vitest"
import type { Answer } from "../../../contracts/answer.ts"
import type { ToolDefinition } from "../../../contracts/model.ts"
import { changesOf, fitTool, fitTools, withOwnNames } from "./fit-tools.ts"
import { ANTHROPIC, GEMINI, OPENAI } from "./rules.ts"

const inputSchema = {
  type: "object",
  properties: {
    "filter[id]": { type: "string" },
    where: { type: "array", items: { type: "object", properties: { $top: { type: "number" } } } },
  },
  required: ["filter[id]"],
}
const tool: ToolDefinition = { name: "find.it", description: "Finds.", inputSchema }

function answer(name: string, given: Answer["calls"][number]["arguments"]): Answer {
  return { kind: "answer", text: "", reasoning: [], calls: [{ name, arguments: given }], problems: [], stop: "end" }
}

describe("property names that a provider does not accept", () => {
  it("are changed when sent, at every depth, and restored in a call", () => {
    const { schema } = fitTool(tool, ANTHROPIC)
    const [filter = "", where = ""] = Object.keys(schema?.properties ?? {})
    expect(filter).toMatch(/^filter_id__[0-9a-f]{8}$/)
    expect(where).toBe("where")
    expect(schema?.required).toEqual([filter])
    const [top = ""] = /_top_[0-9a-f]{8}/.exec(JSON.stringify(schema)) ?? []
    const called = withOwnNames(answer("find.it", { [filter]: "x", where: [{ [top]: 1 }] }), [tool], ANTHROPIC)
    expect(called).toMatchObject({ calls: [{ arguments: { "filter[id]": "x", where: [{ $top: 1 }] } }] })
  })

  it("are accepted when a model writes the original names", () => {
    const given = { "filter[id]": "x", where: [] }
    expect(withOwnNames(answer("find.it", given), [tool], ANTHROPIC)).toMatchObject({ calls: [{ arguments: given }] })
    expect(withOwnNames(answer("other", given), [tool], ANTHROPIC)).toMatchObject({ calls: [{ arguments: given }] })
  })
})

describe("a tool description", () => {
  it("that is too long continues in the schema's description", () => {
    const words = Array.from({ length: 400 }, (_, at) => `word${at}`).join(" ")
    const long = { ...tool, description: words }
    const { description = "", schema } = fitTool(long, OPENAI)
    expect(description.length).toBeLessThanOrEqual(1024)
    expect(`${description.replace(" [More is said with its parameters.]", "")} ${schema?.description}`).toBe(words)
    expect(changesOf(long, OPENAI)).toContain("the end of its description is moved to its schema")
    expect(fitTool(long, ANTHROPIC).description).toBe(words)
  })

  it("that is empty is omitted", () => {
    expect(fitTool({ ...tool, description: " " }, ANTHROPIC)).not.toHaveProperty("description")
  })
})

it("a tool without parameters has no schema for Gemini, and an empty one for others", () => {
  const nothing = { ...tool, inputSchema: {} }
  expect(fitTool(nothing, GEMINI).schema).toBeUndefined()
  expect(fitTools([nothing], ANTHROPIC)).toMatchObject([{ schema: { type: "object", properties: {} } }])
})
