// countText on texts of all kinds, and what must hold for every text.
import fc from "fast-check"
import { describe, expect, it, vi } from "vitest"
import { addCounts, type Counts, countBytes, countText, countTexts, noCounts } from "./counts.ts"

const FEATURES = Object.keys(noCounts) as readonly (keyof Counts)[]

/** Any string, including lone surrogates, and mixed texts as people write them. */
const anyText = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.array(fc.integer({ min: 0, max: 0xffff })).map((codes) => String.fromCharCode(...codes)),
  fc
    .array(
      fc.constantFrom("the ", "readFile", "größer", "\n  ", "42", "3.14", '"},{', "----", "中文", "😀", "привет", "\t"),
    )
    .map((pieces) => pieces.join("")),
)

describe("countText", () => {
  it.each<[string, Partial<Counts>]>([
    ["", {}],
    [" ", { breaks: 1 }],
    [" one", { words: 1, breaks: 1 }],
    ["one two", { words: 2 }],
    ["readFile", { words: 2 }],
    ["read_file", { words: 2, marks: 1 }],
    ["中文字", { wide: 3 }],
    ["こんにちは", { wide: 5 }],
    ["한국어", { wide: 3 }],
    ["，。", { wide: 2 }],
    ["да", { other: 2 }],
    ["ναι", { other: 6 }],
    ["😀", { other: 6 }],
    ["\ud83d", { other: 3 }],
    ["2024", { numbers: 1, digits: 3 }],
    ["1,000", { numbers: 2, digits: 2, marks: 1 }],
    ["a\nb", { words: 2, breaks: 1 }],
    ["a\n    b", { words: 2, breaks: 2 }],
    ["a\n\n\nb", { words: 2, breaks: 1.25 }],
    ["a  b   c", { words: 3, breaks: 2 }],
    [";", { marks: 1 }],
    ['"},', { marks: 2 }],
    ["=========", { marks: 2 }],
    ["“…”", { marks: 3 }],
  ])("counts the pieces of %j", (text, counts) => {
    expect({ ...countText(text), splits: 0 }).toEqual({ ...noCounts, ...counts })
  })

  it("expects many splits in unusual words, and few in usual ones", () => {
    const splits = (text: string) => countText(text).splits
    expect(splits("information")).toBeLessThan(0.6)
    expect(splits("Wohnungsbaugesellschaft")).toBeGreaterThan(1.5)
    expect(splits("xqzvkjwpfb")).toBeGreaterThan(3)
    expect(splits("größer")).toBeGreaterThan(splits("grober"))
    expect(splits("WORD")).toBe(splits("word"))
  })

  it("never returns negative counts or NaN", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const counts = countText(text)
        for (const feature of FEATURES) expect(counts[feature]).toBeGreaterThanOrEqual(0)
      }),
    )
  })

  it("counts two halves like the whole, except where they meet", () => {
    fc.assert(
      fc.property(anyText, anyText, (a, b) => {
        const [sum, whole] = [addCounts(countText(a), countText(b)), countText(a + b)]
        for (const feature of FEATURES) expect(Math.abs(sum[feature] - whole[feature])).toBeLessThanOrEqual(2)
      }),
    )
  })

  it("returns larger counts for longer text", () => {
    fc.assert(
      fc.property(anyText, anyText, (a, b) => {
        const [short, long] = [countText(a), countText(a + b)]
        for (const feature of FEATURES) expect(long[feature]).toBeGreaterThanOrEqual(short[feature])
      }),
    )
  })

  it("is exact for a text of a megabyte", () => {
    const line = "The quick brown fox, 2024: größer 中文\n"
    const [one, many] = [countText(line), countText(line.repeat(25_000))]
    for (const feature of FEATURES) expect(many[feature]).toBe(one[feature] * 25_000)
  })
})

describe("counts", () => {
  it("add up, starting from noCounts", () => {
    fc.assert(
      fc.property(anyText, anyText, (a, b) => {
        const [x, y] = [countText(a), countText(b)]
        expect(addCounts(x, noCounts)).toEqual(x)
        expect(addCounts(x, y)).toEqual(addCounts(y, x))
      }),
    )
  })

  it("of countBytes grow with the size", () => {
    expect(countBytes(0)).toEqual(noCounts)
    for (const feature of FEATURES) expect(countBytes(2000)[feature]).toBeCloseTo(2 * countBytes(1000)[feature])
  })
})

describe("countTexts", () => {
  it("is exactly the sum of what each text counts alone, and makes no lists of sums", () => {
    const made = vi.spyOn(globalThis, "Float64Array")
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "grapheme" })), fc.nat(), (texts, fixed) => {
        const counts = countTexts(texts, fixed)
        expect(counts).toEqual(texts.map(countText).reduce(addCounts, { ...countText(""), fixed }))
      }),
    )
    const times = made.mock.calls.length
    made.mockRestore()
    expect(times).toBe(0)
  })
})
