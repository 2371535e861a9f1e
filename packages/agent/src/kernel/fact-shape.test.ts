import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { FACT_VERSION, type Fact } from "../contracts/fact.ts"
import { repairedFact, shapeProblem } from "./fact-shape.ts"

const golden = readFileSync(new URL("../registry/__fixtures__/facts-v1.jsonl", import.meta.url), "utf8")
  .split("\n")
  .filter(Boolean)
  .map((line) => JSON.parse(line) as Fact)

const stamped = { v: FACT_VERSION, seq: 7, at: 1 }

describe("shapeProblem", () => {
  it("accepts every golden fact", () => {
    expect(golden.flatMap((fact) => shapeProblem(fact, fact.type) ?? [])).toEqual([])
    for (const fact of golden) expect(repairedFact(fact, fact.type)).toBe(fact)
  })

  it.each([
    [{ type: "question-asked", call: "a", suggestions: [] }, '"question" of question-asked must be a string'],
    [{ type: "question-asked", call: "a", question: "?", suggestions: [1] }, '"suggestions" .* a list of strings'],
    [{ type: "tool-finished", call: "a", name: "t", outcome: "ok", content: [{ type: "text" }], ms: 1 }, '"content"'],
    [{ type: "tool-finished", call: "a", name: "t", outcome: "ok", content: [], ms: 1, ends: {} }, '"ends"'],
    [{ type: "turn-cancelled", turn: 1, command: "c", by: 7 }, '"by" of turn-cancelled must be a string'],
  ] as const)("says what is wrong with %j", (fact, says) => {
    expect(shapeProblem({ ...stamped, ...fact }, fact.type)).toMatch(new RegExp(says))
  })
})

describe("mended, for a malformed fact in a log", () => {
  it("repairs the fact as far as its type requires, and keeps the original", () => {
    const fact = {
      ...stamped,
      type: "question-asked",
      call: "a",
      suggestions: ["x", 1],
      otherwise: 5,
      more: "kept",
    } as const
    const whole = repairedFact(fact, fact.type)
    expect(whole).toEqual({
      ...stamped,
      type: "question-asked",
      call: "a",
      question: "",
      suggestions: ["x"],
      more: "kept",
      malformed: JSON.stringify(fact),
    })
    expect(shapeProblem(whole, fact.type)).toBeUndefined()
  })

  it("repairs the fact whatever it lacks", () => {
    for (const { v, seq, at, type } of golden) {
      const bare = { v, seq, at, type }
      expect(shapeProblem(repairedFact(bare, type), type), type).toBeUndefined()
    }
  })
})
