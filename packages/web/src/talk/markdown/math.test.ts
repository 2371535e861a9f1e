// What is maths in a text, and what is money.
import { describe, expect, it } from "vitest"
import { markdown } from "./marked.ts"
import { beginMath, withMath } from "./math.ts"

function formulasIn(text: string): readonly string[] {
  beginMath()
  const found: string[] = []
  withMath(markdown.parse(text, { async: false }), ({ tex, isBlock }) => {
    found.push(isBlock ? `block ${tex}` : tex)
    return ""
  })
  return found
}

describe("maths", () => {
  it.each([
    ["$e^{i\\pi}$ and \\(a_b\\)", ["e^{i\\pi}", "a_b"]],
    ["It costs $5 and $10.", []],
    ["$$\n\\int_0^1 x\n$$", ["block \\int_0^1 x"]],
    ["\\[ x_1 \\]", ["block x_1"]],
    ["$$\nnever closed\n\nwords\n\n$$\ny\n$$", ["block y"]],
    ["In a line $$x$$ too", ["x"]],
    ["`$x$` is code", []],
    ["```\n$x$\n```", []],
    ["$ x $", []],
    ["a \\$5 b", []],
    ["![$x$](https://evil.example/a.png)", []],
  ])("%j has %j", (text, expected) => {
    expect(formulasIn(text)).toEqual(expected)
  })

  it("a text cannot name a formula that is set aside", () => {
    expect(withMath('<span data-math="0"></span>', () => "drawn")).toBe('<span data-math="0"></span>')
  })
})
