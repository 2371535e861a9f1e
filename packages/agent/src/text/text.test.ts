// Words as searches use them: normalised text, beginnings of words, and the groups of stop words.
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { isAscii, normalise, withoutAccents } from "./normalise.ts"
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

describe("fold", () => {
  it.each([
    ["Größe", "grosse"],
    ["STRASSE", "strasse"],
    ["Cafe\u0301", "cafe"],
    ["Crème Brûlée", "creme brulee"],
    ["विन्यास", "विन्यास"],
    ["프록시", "프록시"],
    ["plain ASCII", "plain ascii"],
  ])("normalises %s to %s", (text, folded) => {
    expect(normalise(text)).toBe(folded)
  })

  it("withoutAccents keeps the positions of letters", () => {
    expect(withoutAccents("Straße über")).toBe("straße uber")
  })

  it("does not change normalised text", () => {
    fc.assert(fc.property(fc.string({ unit: "grapheme" }), (text) => normalise(normalise(text)) === normalise(text)))
  })

  it("isAscii recognises ASCII", () => {
    expect(["", "a\u007f", "ä", "a\u0080"].map(isAscii)).toEqual([true, true, false, false])
  })
})

describe("beginningOf", () => {
  it.each([
    ["settings", "sett"],
    ["files", "file"],
    ["einstellungen", "einstellung"],
    ["kindern", "kinder"],
    ["js", "js"],
  ])("gives for %s %s", (word, beginning) => {
    expect(beginningOf(word)).toBe(beginning)
  })

  it("always gives a prefix of the word", () => {
    fc.assert(fc.property(fc.string({ unit: "grapheme", minLength: 1 }), (word) => word.startsWith(beginningOf(word))))
  })
})

describe("stopWords", () => {
  it.each(GROUPS)("of %s are normalised, like the words they are compared with", (group) => {
    expect([...stopWords(group)].filter((word) => normalise(word) !== word || word === "")).toEqual([])
  })

  it.each([
    ["english", "englishDeeds"],
    ["german", "germanDeeds"],
    ["german", "germanOrNot"],
    ["german", "germanOrThings"],
  ] as const)(
    "of %s do not overlap with %s, so that a search can leave out one group and keep the other",
    (one, other) => {
      expect([...stopWords(one)].filter((word) => stopWords(other).has(word))).toEqual([])
    },
  )

  it("of several groups are the words of each", () => {
    const both = stopWords("english", "german")
    expect(["the", "der"].every((word) => both.has(word))).toBe(true)
    expect(both.has("les")).toBe(false)
  })
})
