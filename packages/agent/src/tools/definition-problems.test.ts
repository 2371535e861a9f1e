import { describe, expect, it } from "vitest"
import { createAgent } from "../agent/create-agent.ts"
import { scripted } from "../model/scripted.ts"
import { resultLimitProblems, toolProblems } from "./definition-problems.ts"

const fine = { name: "look", description: "Looks.", input: {}, run: () => "ok" }

describe("toolProblems", () => {
  it.each<[object | string, RegExp | undefined]>([
    [fine, undefined],
    [{ ...fine, contents: ["a"], timeoutMs: 5, fallback: "b" }, undefined],
    [{ ...fine, name: 5 }, /^tools\[0\]: name must be a text$/],
    [{ ...fine, name: "" }, /name must be a text/],
    [{ ...fine, description: undefined }, /^tools\[0\] \("look"\): description must be a text$/],
    [{ ...fine, run: undefined }, /run must be a function/],
    [{ ...fine, run: undefined, lastWords: () => ({ text: "x" }) }, undefined],
    [{ ...fine, contents: { a: 1 } }, /contents must be a list/],
    [{ ...fine, contents: "x" }, /contents must be a list/],
    [{ ...fine, timeoutMs: -1 }, /timeoutMs must be a number above 0/],
    [{ ...fine, maxResultChars: "9" }, /maxResultChars must be a number above 0/],
    [{ ...fine, fallback: 1 }, /fallback must be a tool's name/],
    [{ ...fine, needsApproval: true }, /^tools\[0\] \("look"\): write approval instead of needsApproval$/],
    [{ ...fine, requireApproval: true }, /write approval instead of requireApproval/],
    [{ ...fine, approval: true, needsApproval: true }, undefined],
    ["look", /made with tool/],
  ])("reports what is wrong with %j: %s", (tool, says) => {
    const problems = toolProblems([tool])
    if (says === undefined) expect(problems).toEqual([])
    else expect(problems.join("\n")).toMatch(says)
  })

  it("makes createAgent refuse a wrong tool, instead of failing in the middle of a turn", async () => {
    const tools = [{ ...fine, name: 5 }] as never
    await expect(createAgent({ model: scripted(() => "ok"), tools })).rejects.toMatchObject({
      code: "config-invalid",
      message: expect.stringContaining("name must be a text"),
    })
  })
})

it.each([
  [{ a: 1, b: null }, 0],
  [{ a: 0, b: -1, c: "9", d: {} }, 4],
])("resultLimitProblems finds in %j %i problems", (limits, count) => {
  expect(resultLimitProblems(limits as never)).toHaveLength(count)
})
