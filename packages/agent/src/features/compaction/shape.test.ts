import { describe, expect, it } from "vitest"
import { assistant, entriesOf, note, result, shape, turns, user, words } from "../../context/__fixtures__/shapes.ts"
import { stateAfter } from "../../kernel/rules/__fixtures__/state-after.ts"
import { aCall, answered, approvalRequested, asked, nudged, said, toolFinished } from "../../testing/fact-builders.ts"
import { callOf, clip, cutsOf, isUser, oneLine, shapeOf, tokensAt, withDrops, withMasks } from "./shape.ts"

const two = [aCall("a"), aCall("b")]
const working = [said("go"), asked(), answered({ calls: two })]

describe("places to cut", () => {
  it.each([
    { name: "nothing was said", drafts: [], cuts: [] },
    { name: "one turn is over", drafts: turns(1), cuts: [1, 3] },
    { name: "two turns are over", drafts: turns(2), cuts: [1, 3, 4, 5, 7] },
    { name: "the user has spoken since: all of it may go", drafts: [...turns(1), said("next", 2)], cuts: [1, 3, 4] },
    { name: "calls are open: their answer stays", drafts: [...working, toolFinished("a")], cuts: [1] },
    { name: "an approval is pending", drafts: [...working, toolFinished("a"), approvalRequested("b")], cuts: [1] },
  ])("when $name", ({ drafts, cuts }) => {
    expect(cutsOf(stateAfter(drafts))).toEqual(cuts)
  })

  it("never stand between a call and its result", () => {
    const state = stateAfter([...turns(4), ...working.slice(0, 0)])
    for (const cut of cutsOf(state)) expect(state.history.items[cut]?.role).not.toBe("tool")
  })
})

describe("a shape", () => {
  it("numbers messages through the session: after the dropped ones the settled, then open results, then waiting input", () => {
    const state = {
      ...stateAfter([...turns(1), said("go", 2), asked("2.1.1"), answered({ calls: two }, "2.1.1")]),
      dropped: 7,
    }
    const { entries } = shapeOf(state, () => 3)
    expect(entries.map(({ at, message }) => `${at} ${message.role}`)).toEqual([
      "7 user",
      "8 assistant",
      "9 tool",
      "10 assistant",
      "11 user",
      "12 assistant",
      "13 tool",
      "14 tool",
    ])
  })

  it("holds waiting nudges, which are no user messages", () => {
    const { entries } = shapeOf(stateAfter([said("go"), nudged()]), () => 3)
    expect(entries.map(({ message }) => isUser(message))).toEqual([true, false])
  })

  it("only ever drops more", () => {
    const given = shape([user("a"), assistant("b"), user("c")])
    const once = withDrops(given, 2, "lines", "first")
    expect(once).toMatchObject({ drops: 2, summary: "lines", done: ["first"] })
    expect(withDrops(once, 1, "model", "second")).toBe(once)
  })

  it("names a strategy only if it had an effect", () => {
    const given = shape([user("a b c")])
    expect(withMasks(given, new Map(), "none")).toBe(given)
    const masked = withMasks(given, new Map([[0, { parts: [], tokens: 1 }]]), "some")
    expect([masked.done, tokensAt(given, 0), tokensAt(masked, 0), tokensAt(masked, 9)]).toEqual([["some"], 3, 1, 0])
  })
})

describe("a shorter text", () => {
  const left = (count: number) => `[${count}]`
  it.each([
    { given: "short", most: 5, expected: "short" },
    { given: "0123456789", most: 5, expected: "0123\n[5]\n9" },
    { given: "0123456789", most: 1, expected: "0\n[9]\n" },
  ])("of $given with $most characters", ({ given, most, expected }) => {
    expect(clip(given, most, left)).toBe(expected)
  })

  it.each([3, 4, 5, 6, 7])("is never half a character, cut at %i", (most) => {
    expect(clip("😀😀😀😀😀", most, left).isWellFormed()).toBe(true)
    expect(oneLine("😀😀😀😀😀", most).isWellFormed()).toBe(true)
  })

  it("on one line has single blanks, and shows that it was cut", () => {
    expect(oneLine(" one\n\ttwo  three ", 50)).toBe("one two three")
    expect(oneLine(words(50), 9)).toBe("word word…")
  })
})

describe("the call of a result", () => {
  it("is the newest of that id", () => {
    const entries = entriesOf([
      assistant("", ["a", "old"]),
      result("a", "x"),
      note("go on"),
      assistant("", ["a", "new"], ["b", "other"]),
    ])
    expect(callOf(entries, result("a", "x"))?.name).toBe("new")
    expect(callOf(entries, result("z", "x"))).toBeUndefined()
  })
})
