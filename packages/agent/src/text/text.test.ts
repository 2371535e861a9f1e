// Words as searches see them: what folding keeps, what beginnings find, and that the groups of stop words hold together.
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { fold, isAscii, withoutAccents } from "./fold.ts"
import { beginningOf } from "./stem.ts"
import { type StopWordGroup, stopWords } from "./stop-words.ts"

const GROUPS: readonly StopWordGroup[] = [
  "english",
  "englishDeeds",
  "german",
  "germanDeeds",
  "germanOrNot",
  "germanOrThings",
  "french",
  "spanish",
  "schema",
]

describe("folding", () => {
  it.each([
    ["Größe", "grosse"],
    ["STRASSE", "strasse"],
    ["Cafe\u0301", "cafe"],
    ["Crème Brûlée", "creme brulee"],
    ["विन्यास", "विन्यास"],
    ["프록시", "프록시"],
    ["plain ASCII", "plain ascii"],
  ])("%s is %s", (text, folded) => {
    expect(fold(text)).toBe(folded)
  })

  it("without accents alone, the places of letters stay", () => {
    expect(withoutAccents("Straße über")).toBe("straße uber")
  })

  it("changes nothing that is folded already", () => {
    fc.assert(fc.property(fc.string({ unit: "grapheme" }), (text) => fold(fold(text)) === fold(text)))
  })

  it("sees what is ASCII", () => {
    expect(["", "a\u007f", "ä", "a\u0080"].map(isAscii)).toEqual([true, true, false, false])
  })
})

describe("a beginning", () => {
  it.each([
    ["settings", "sett"],
    ["files", "file"],
    ["einstellungen", "einstellung"],
    ["kindern", "kinder"],
    ["js", "js"],
  ])("of %s is %s", (word, beginning) => {
    expect(beginningOf(word)).toBe(beginning)
  })

  it("is one of its word, always", () => {
    fc.assert(fc.property(fc.string({ unit: "grapheme", minLength: 1 }), (word) => word.startsWith(beginningOf(word))))
  })
})

describe("stop words", () => {
  it.each(GROUPS)("of %s are folded, as those that are held against them", (group) => {
    expect([...stopWords(group)].filter((word) => fold(word) !== word || word === "")).toEqual([])
  })

  it.each([
    ["english", "englishDeeds"],
    ["german", "germanDeeds"],
    ["german", "germanOrNot"],
    ["german", "germanOrThings"],
  ] as const)("of %s are none of %s: whoever leaves one out keeps the other", (one, other) => {
    expect([...stopWords(one)].filter((word) => stopWords(other).has(word))).toEqual([])
  })

  it("of several groups are those of each", () => {
    const both = stopWords("english", "german")
    expect(["the", "der"].every((word) => both.has(word))).toBe(true)
    expect(both.has("les")).toBe(false)
  })
})
