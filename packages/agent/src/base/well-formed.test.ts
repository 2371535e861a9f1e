// Repairs half characters everywhere, and changes nothing else.
import fc from "fast-check"
import { describe, expect, it, vi } from "vitest"
import { wellFormed, wellFormedJson, wholeCharacters } from "./well-formed.ts"

describe("wellFormed", () => {
  it.each<[string, unknown, unknown]>([
    ["a high half", "a\ud83d", "a\ufffd"],
    ["a low half", "\ude00b", "\ufffdb"],
    ["halves in the wrong order", "\ude00\ud83d", "\ufffd\ufffd"],
    ["a whole one", "😀", "😀"],
    ["NUL", "a\0b", "a\ufffdb"],
    ["a value", { a: ["x", { b: "\ud83d" }] }, { a: ["x", { b: "\ufffd" }] }],
    ["a key", { "\ud83d": 1 }, { "\ufffd": 1 }],
    ["two keys that meet", { "\ud83d": 1, "\ud83e": 2 }, { "\ufffd": 1, "\ufffd\ufffd": 2 }],
    ["a key that meets a good one", { "\ud83d": 1, "\ufffd": 2 }, { "\ufffd\ufffd": 1, "\ufffd": 2 }],
    ["a key that is no property", JSON.parse('{"__proto__":"\\ud83d"}'), JSON.parse('{"__proto__":"\ufffd"}')],
    ["no text", [1, true, null, undefined], [1, true, null, undefined]],
  ])("repairs %s", (_, given, whole) => {
    expect(wellFormed(given)).toEqual(whole)
    expect(Object.keys(Object(wellFormed(given)))).toEqual(Object.keys(Object(whole)))
  })

  it("keeps NUL where it may be intended", () => {
    expect(wellFormed({ content: "a\0\ud83d" }, wholeCharacters)).toEqual({ content: "a\0\ufffd" })
  })

  it("returns the same value when nothing is wrong, and leaves bytes unchanged", () => {
    const good = { a: [{ b: "😀" }], bytes: new Uint8Array([1]) }
    expect(wellFormed(good)).toBe(good)
    const bad = { ...good, c: "\ud83d" }
    expect(wellFormed(bad).bytes).toBe(good.bytes)
    expect(wellFormed(bad).a).toBe(good.a)
  })

  it.each<[string, object]>([
    ["good text", { a: ["x", { b: "\\ud83d in words" }], "😀": "😀" }],
    ["half characters", { a: "\ud83d", "\ude00": ["x\ude00"] }],
    ["NUL", { a: ["a\0b"] }],
  ])("wellFormedJson writes %s as wellFormed makes it", (_, given) => {
    expect(wellFormedJson(given)).toBe(JSON.stringify(wellFormed(given)))
  })

  it("wellFormedJson does not walk through good data", () => {
    const looks = vi.spyOn(String.prototype, "isWellFormed")
    wellFormedJson({ a: ["x", { b: "y" }] })
    expect(looks).not.toHaveBeenCalled()
    looks.mockRestore()
  })

  it("makes no list of entries when nothing is wrong", () => {
    const made = [vi.spyOn(Object, "entries"), vi.spyOn(Object, "fromEntries"), vi.spyOn(Array.prototype, "entries")]
    wellFormed({ a: [{ b: "text" }, ["more"]], c: { d: 1 } })
    const counts = made.map(({ mock }) => mock.calls.length)
    for (const each of made) each.mockRestore()
    expect(counts).toEqual([0, 0, 0])
  })

  it("visits each value once, however deep the fault is", () => {
    let looks = 0
    const deep = Array.from({ length: 200 }).reduce((inner: unknown) => ({ inner }), "\ud83d")
    wellFormed(deep, (text) => {
      looks += 1
      return text.toWellFormed()
    })
    expect(looks).toBe(201)
  })

  it("gives JSON that parses to the same value, for any input (property)", () => {
    const unit = fc.constantFrom("a", "\0", "\ud83d", "\ude00", "😀", '"', "\\")
    const given = fc.letrec((tie) => ({
      value: fc.oneof(
        fc.string({ unit }),
        fc.integer(),
        fc.array(tie("value")),
        fc.dictionary(fc.string({ unit }), tie("value")),
      ),
    })).value
    fc.assert(
      fc.property(given, (value) => {
        const whole = wellFormed(value)
        const json = JSON.stringify(whole)
        expect(json.isWellFormed() && !/\\u(?:d[89a-f]|0000)/i.test(json.replaceAll("\\\\", ""))).toBe(true)
        expect(wellFormed(whole)).toBe(whole)
        expect(json.length >= 0 && countIn(whole)).toBe(countIn(value))
      }),
      { numRuns: 200 },
    )
  })
})

function countIn(value: unknown): number {
  if (typeof value !== "object" || value === null) return 1
  return 1 + Object.values(value).reduce((sum: number, each) => sum + countIn(each), 0)
}
