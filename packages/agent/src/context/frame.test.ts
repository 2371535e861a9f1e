import { describe, expect, it, vi } from "vitest"
import type { Section } from "../contracts/context.ts"
import type { ToolDefinition } from "../contracts/model.ts"
import { addCounts, countText } from "../tokens/counts.ts"
import { countTools } from "../tokens/message-counts.ts"
import { type Framed, frameMaker } from "./frame.ts"

const tools = (...names: readonly string[]): readonly ToolDefinition[] =>
  names.map((name) => ({ name, description: "", inputSchema: { type: "object" } }))
const sections = (text: string): readonly Section[] => [{ name: "instructions", text, place: "system" }]
const framed: Framed = {
  definitions: tools("a", "b"),
  tools: tools("a"),
  all: undefined,
  sections: sections("Be kind."),
  date: "",
}

describe("the frame of a request", () => {
  it("is what it is made of, whatever the one before was", () => {
    const frameOf = frameMaker(undefined)
    const changes: readonly Partial<Framed>[] = [
      {},
      { sections: sections("Be brief.") },
      { tools: tools("a", "b") },
      { definitions: tools("a") },
      { all: tools("a", "b") },
      { date: "[Today is Monday.]" },
      {},
    ]
    for (const change of changes) {
      const given = { ...framed, ...change }
      expect(frameOf(given)).toEqual(frameMaker(undefined)(given))
    }
  })

  it("is the same object as long as nothing changes, so that nothing is written, hashed or counted again", () => {
    const frameOf = frameMaker(undefined)
    const first = frameOf(framed)
    const written = vi.spyOn(JSON, "stringify")
    expect(frameOf({ ...framed })).toBe(first)
    expect(written).not.toHaveBeenCalled()
    written.mockRestore()
  })

  it("counts the prompt as it is sent, with the date", () => {
    const { counts, front } = frameMaker(undefined)({ ...framed, date: "[Today is Monday.]", all: tools("a", "b") })
    const system = countText("Be kind.\n\n[Today is Monday.]")
    expect(front).toBe("[Today is Monday.]")
    expect(counts).toEqual({
      system,
      tools: countTools(tools("a")),
      systemAndTools: addCounts(system, countTools(tools("a"))),
      all: countTools(tools("a", "b")),
    })
  })
})
