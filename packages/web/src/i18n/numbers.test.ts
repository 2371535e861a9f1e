// Numbers as readers of each language write them.
import { afterEach, describe, expect, it } from "vitest"
import { duration } from "./durations.ts"
import { count, percent, short, usd } from "./numbers.ts"
import { sizeWords } from "./size-words.ts"
import { day } from "./times.ts"
import { type Language, languageSource, t } from "./words.ts"

const english = languageSource.get()
afterEach(() => languageSource.set(english))

const NOON = new Date(2026, 2, 4, 12).getTime()

const WRITTEN: readonly (readonly [string, () => string, Readonly<Record<Language, string>>])[] = [
  ["a count", () => count(1_234_567), { en: "1,234,567", de: "1.234.567" }],
  ["a count where there is little room", () => short(12_345), { en: "12.3K", de: "12.345" }],
  ["a large count where there is little room", () => short(3_400_000), { en: "3.4M", de: "3,4 Mio." }],
  ["a share", () => percent(0.125), { en: "13%", de: "13 %" }],
  ["a small share", () => percent(0.004), { en: "0.4%", de: "0,4 %" }],
  ["a share that is hardly there", () => percent(0.00001), { en: "< 0.1%", de: "< 0,1 %" }],
  ["an amount", () => usd(1234.5), { en: "$1,234.50", de: "1.234,50 $" }],
  ["a small amount", () => usd(0.0123), { en: "$0.0123", de: "0,0123 $" }],
  ["a size", () => sizeWords(1530), { en: "1.5 kB", de: "1,5 kB" }],
  ["a time", () => duration(340), { en: "0.3 s", de: "0,3 s" }],
  ["a day", () => day(NOON), { en: "Mar 4, 2026", de: "04.03.2026" }],
  ["a number among words", () => t("app.sessionOf", { name: 1234.5 }).slice(11, 18), { en: "1,234.5", de: "1.234,5" }],
]

describe.each(["en", "de"] as const)("in the language %s", (language) => {
  it.each(WRITTEN.map(([what, write, words]) => [what, words[language], write] as const))(
    "%s is %s",
    (_, expected, write) => {
      languageSource.set({ ...english, language })
      expect(write().replaceAll(/\s/g, " ")).toBe(expected)
    },
  )
})
