import { describe, expect, it } from "vitest"
import { foldFacts } from "../../kernel/state/fold.ts"
import { type AnAnswer, aCall, answered, asked, opened, said, stamp } from "../../testing/fact-builders.ts"
import { plainWords, rationaleFor } from "./rationale.ts"

const rationale = (answer: AnAnswer) =>
  rationaleFor("a", foldFacts(stamp([opened(), said("go"), asked(), answered({ ...answer, calls: [aCall("a")] })])))

describe("M15: the rationale of a call", () => {
  it.each<[string, AnAnswer, object]>([
    ["is what the model says beside it", { text: "It is due today." }, { rationale: "It is due today." }],
    ["is its thinking when it says nothing", { reasoning: [{ text: "Due." }] }, { rationale: "Due." }],
    ["says so when the model gives none", { text: " \n" }, { rationale: "None was given." }],
    ["says so when the model gives markup only", { text: "<b></b>" }, { rationale: "None was given." }],
  ])("%s", (_, answer, expected) => {
    expect(rationale(answer)).toEqual(expected)
  })

  it("prefers what the model says in the call itself to what stands beside all calls", () => {
    const calls = [{ ...aCall("a"), rationale: "It is <b>due</b>, see https://evil.example/x" }]
    const facts = [opened(), said("go"), asked(), answered({ text: "I call it.", calls })]
    expect(rationaleFor("a", foldFacts(stamp(facts)))).toEqual({ rationale: "It is due , see [link]" })
  })

  it("is never taken from the answer of another call", () => {
    expect(rationaleFor("b", foldFacts(stamp([opened(), said("go")])))).toEqual({})
  })

  it.each([
    ["See [the form](https://evil.example/x) now", "See the form now"],
    ["Go to https://evil.example/a?b=c or www.evil.example.", "Go to [link] or [link]"],
    ["javascript:alert(1) it", "[link] it"],
    ["<b>Bold</b> <script>alert(1)</script><img src=x>move", "Bold move"],
    ["a\u001b[31mred\u0007\u202e\nb", "a [31mred b"],
    ["## Title\n**because** 3 < 4", "Title because 3 < 4"],
    ["x".repeat(400), `${"x".repeat(297)}...`],
  ])("is reduced to plain words: %j", (text, words) => {
    expect(plainWords(text)).toBe(words)
  })
})
