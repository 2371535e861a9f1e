// Escaped text decodes to the original, character by character, and every character in it is visible.
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { folded, writtenParts } from "../folded.ts"
import { columnsOf, escaped, piecesOf, rowsOf, unescaped, visibleJson, visibleValue, wordWrapped } from "./visible.ts"

/** Any UTF-16, lone surrogates too, and often deceptive characters. */
const TRICKS = [
  "\\",
  "\\n",
  "\n",
  "\r",
  "\u001b[31m",
  "\u200b",
  "\u202e",
  "\u2066",
  "\ud83d",
  "\udc00",
  "…",
  "\u00a0",
  " ",
]
const unit = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code))
const text = fc
  .array(fc.oneof(unit, fc.constantFrom(...TRICKS), fc.string({ unit: "binary" })))
  .map((all) => all.join(""))
// Without a backslash: V8 13.6 reads the key "k\n" as "k\" once an object had that key (JSON.parse itself is wrong there).
const key = text.map((each) => each.replaceAll("\\", "/"))

describe("escaped", () => {
  it.each([
    ["git status -s 2>/dev/null \u001b[; $! ./a", "git status -s 2>/dev/null \\u001b[; $! ./a"],
    ["a\nb\tc\r", "a\\nb\\tc\\r"],
    ["find . -name \\*.ts", "find . -name \\\\*.ts"],
    ["a literal \\n", "a literal \\\\n"],
    ["zero\u200bwidth\u2060\ufeff", "zero\\u200bwidth\\u2060\\ufeff"],
    ["\u202ebidi\u2069", "\\u202ebidi\\u2069"],
    ["no\u00a0break\u3000wide\u2800braille", "no\\u00a0break\\u3000wide\\u2800braille"],
    ["cp א - > 10 > ב", "cp \\u05d0 - > 10 > \\u05d1"],
    ["ل \u0661 ﷲ 𞤀 𐤀", "\\u0644 \\u0661 \\ufdf2 \\ud83a\\udd00 \\ud802\\udd00"],
    ["blank \u{1d159}\u{13441}\u{16fe4}\u3164", "blank \\ud834\\udd59\\ud80d\\udc41\\ud81b\\udfe4\\u3164"],
    ["lone \ud83d here", "lone \\ud83d here"],
    ["tags \u{e0041}", "tags \\udb40\\udc41"],
    ["\u0301 on nothing", "\\u0301 on nothing"],
    ["left out … 3 more", "left out \\u2026 3 more"],
    [`a${" ".repeat(10)}b`, `a${" ".repeat(8)}\\u0020\\u0020b`],
    ["naïve Ünïcode, 漢字, नमस्ते, 😀", "naïve Ünïcode, 漢字, नमस्ते, 😀"],
  ])("writes %j as %j", (given, shown) => {
    expect(escaped(given)).toBe(shown)
    expect(unescaped(shown)).toBe(given)
  })

  it("decodes to its input, and shows every character", () => {
    fc.assert(
      fc.property(text, (given) => {
        const shown = escaped(given)
        expect(unescaped(shown)).toBe(given)
        expect(shown).not.toMatch(/(?! )[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800…]/u)
      }),
    )
  })
})

describe("JSON", () => {
  it("has the same value when it is made visible", () => {
    fc.assert(
      fc.property(fc.dictionary(key, fc.oneof(text, fc.array(text), fc.integer())), (given) => {
        const value = JSON.parse(JSON.stringify(given))
        expect(JSON.parse(visibleValue(value))).toEqual(value)
        expect(visibleValue(value)).not.toMatch(/(?! )[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}…]/u)
        const pretty = visibleJson(JSON.stringify(value, undefined, 2))
        expect(JSON.parse(pretty)).toEqual(value)
        expect(pretty).not.toMatch(/(?![ \n])[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/u)
      }),
    )
  })
})

describe("a long text", () => {
  it("is shown completely when there is room for it", () => {
    expect(folded("a".repeat(90), 90)).toEqual({ text: "a".repeat(90), isFolded: false })
  })

  it("keeps its beginning and its end, and says how much is left out", () => {
    const { text: shown, isFolded } = folded(`begin${"x".repeat(10_000)}end`, 90, { hint: "; type v to see all" })
    expect(isFolded).toBe(true)
    expect(shown).toMatch(/^beginx{55} … 9,918 more characters; type v to see all … x{27}end$/)
  })

  it("is cut between characters, never inside one or its escape", () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 12, max: 60 }), (given, most) => {
        for (const { text: shown, isFolded } of [folded(given, most, { as: "text" }), folded(escaped(given), most)]) {
          const [head = "", tail = ""] = shown.split(/ … [\d,]+ more characters … /)
          if (!isFolded) expect(shown).toBe(escaped(given))
          expect(escaped(given).startsWith(head)).toBe(true)
          expect(escaped(given).endsWith(tail)).toBe(true)
          expect(given.startsWith(unescaped(head))).toBe(true)
          expect(given.endsWith(unescaped(tail))).toBe(true)
          expect(head.length + tail.length).toBeLessThanOrEqual(most)
        }
      }),
    )
  })

  it("says how many of the original characters are left out", () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 12, max: 60 }), (given, most) => {
        const { text: shown, isFolded } = folded(given, most, { as: "text" })
        if (!isFolded) return
        const [head = "", tail = ""] = shown.split(/ … [\d,]+ more characters … /)
        const left = given.length - unescaped(head).length - unescaped(tail).length
        expect(shown).toContain(` … ${left} more characters … `)
      }),
    )
  })

  it("is the same in parts as in one piece, wherever it is cut", () => {
    const long = fc.tuple(text, fc.constantFrom("a", "\\", "😀", "\u0301", "  ", "\n", "é\u200b"), text)
    fc.assert(
      fc.property(long, fc.integer({ min: 16_370, max: 16_400 }), ([before, unit, after], length) => {
        const given = before + unit.repeat(length) + after
        expect([...writtenParts(given, "text")].join("")).toBe(escaped(given))
        const json = JSON.stringify(given)
        expect([...writtenParts(json, "json")].join("")).toBe(visibleValue(given))
        for (const part of writtenParts(json, "json")) expect(piecesOf(part).at(-1)).not.toBe("\\")
      }),
      { numRuns: 60 },
    )
  })

  it("is the same in rows", () => {
    fc.assert(
      fc.property(text, (given) => {
        const rows = rowsOf(escaped(given), 20)
        expect(unescaped(rows.join(""))).toBe(given)
        for (const row of rows) expect(columnsOf(row)).toBeLessThanOrEqual(20)
      }),
    )
  })

  it("keeps words together in rows where possible, and omits nothing", () => {
    expect(rowsOf("one two three", 8, { atSpaces: true })).toEqual(["one two ", "three"])
    expect(rowsOf("a ".concat("b".repeat(20)), 10, { atSpaces: true })).toEqual([
      `a ${"b".repeat(8)}`,
      "b".repeat(10),
      "bb",
    ])
    fc.assert(
      fc.property(text, (given) => {
        const rows = rowsOf(escaped(given), 20, { atSpaces: true })
        expect(unescaped(rows.join(""))).toBe(given)
        for (const row of rows) expect(columnsOf(row)).toBeLessThanOrEqual(20)
      }),
    )
  })

  it.each([
    ["ASCII", "abcd", ["abcd"]],
    ["letters that are twice as wide", "\u6f22\u5b57\u6f22", ["\u6f22\u5b57", "\u6f22"]],
    ["pictures", "\u{1f600}\u{1f600}\u{1f600}", ["\u{1f600}\u{1f600}", "\u{1f600}"]],
  ])("has rows that fit the width a terminal draws: %s", (_what, given, rows) => {
    expect(rowsOf(given, 4)).toEqual(rows)
  })
})

it("breaks lines between words, keeps those that fit, and leaves what is indented below its line", () => {
  expect(wordWrapped("one two three\n\n  four five six\n  exactly12", 11)).toBe(
    "one two\nthree\n\n  four\n    five\n    six\n  exactly12",
  )
})
