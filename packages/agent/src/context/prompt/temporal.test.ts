import { afterEach, describe, expect, it, vi } from "vitest"
import { temporalNote } from "./temporal.ts"

const SUNDAY = Date.parse("2026-11-15T10:00:00Z")
const note = (text: string, time = SUNDAY) => temporalNote(text, time, "UTC")

describe("temporalNote", () => {
  it("has today's date, and every day of this week and the next (L28)", () => {
    expect(note("Put the meeting on next Tuesday")).toBe(
      "[Today is Sunday, 2026-11-15. Tomorrow is Monday, 2026-11-16. Yesterday was Saturday, 2026-11-14. " +
        "This week: Mon 2026-11-09, Tue 2026-11-10, Wed 2026-11-11, Thu 2026-11-12, Fri 2026-11-13, Sat 2026-11-14, Sun 2026-11-15. " +
        "Next week: Mon 2026-11-16, Tue 2026-11-17, Wed 2026-11-18, Thu 2026-11-19, Fri 2026-11-20, Sat 2026-11-21, Sun 2026-11-22. " +
        "Last week: 2026-11-02 to 2026-11-08.]",
    )
  })

  it("uses the user's time zone (L28)", () => {
    const late = Date.parse("2026-12-31T23:30:00Z")
    expect(temporalNote("until tomorrow", late, "Europe/Berlin")).toContain("Tomorrow is Saturday, 2027-01-02.")
    expect(temporalNote("until tomorrow", late, "America/New_York")).toContain("Tomorrow is Friday, 2027-01-01.")
  })

  it.each([
    "What is due today?",
    "TOMORROW, please",
    "Yesterday's notes",
    "Remind me tonight.",
    "the report of last month",
    "plans for this year",
    "next  week",
    "over the coming weekend",
    "on Friday",
    "every Mondays",
    "Monday-Friday",
    "today/tomorrow",
    "in 3 days",
    "two weeks ago",
    "What day is it?",
    "…tomorrow",
    "(heute)",
    "Was steht heute an?",
    "Morgen um acht.",
    "bis übermorgen",
    "gestern",
    "nächste Woche",
    "im nächsten Monat",
    "letztes Jahr",
    "am Montag",
    "montags",
    "in drei Tagen",
    "vor einer Woche",
    "Welcher Tag ist es?",
    "on \u017funday",
    "in two wee\u212as",
  ])("is made for %j (L28)", (text) => {
    expect(note(text)).toMatch(/^\[Today is Sunday, 2026-11-15\. .*\]$/)
  })

  it.each([
    "",
    "Rename the screenshots",
    "Open todayfile.txt",
    "Open today.txt",
    "Read notes/today/list.md",
    "Read C:\\today\\list.md",
    "the branch fix-tomorrow",
    "the branch tomorrow-fix",
    "call is_today()",
    "mail me@monday.com",
    "Morgenstern und Sonntagsbraten",
    "Guten Morgen!",
    "Die Heutegasse",
    "Make this weekly",
    "the last file in the next folder",
    "in 3 files",
    "a day in the life",
    "Add a date column",
    "vor Ort",
  ])("is not made for %j (L28)", (text) => {
    expect(note(text)).toBeUndefined()
  })

  it.each([
    ["in 3 days", '"in 3 days" is Wednesday, 2026-11-18.'],
    ["In Two Weeks", '"In Two Weeks" is Sunday, 2026-11-29.'],
    ["in a month", '"in a month" is Tuesday, 2026-12-15.'],
    ["10 days ago", '"10 days ago" is Thursday, 2026-11-05.'],
    ["a week from now", '"a week from now" is Sunday, 2026-11-22.'],
    ["in zwei Jahren", '"in zwei Jahren" is Wednesday, 2028-11-15.'],
    ["vor zehn Tagen", '"vor zehn Tagen" is Thursday, 2026-11-05.'],
    ["übermorgen", '"übermorgen" is Tuesday, 2026-11-17.'],
    ["the day before yesterday", '"day before yesterday" is Friday, 2026-11-13.'],
  ])("computes the date of %j", (text, expected) => {
    expect(note(text)).toContain(expected)
  })

  it("searches only the start and the end of a very long text", () => {
    const book = "lorem ipsum ".repeat(100_000)
    expect(note(`Today's book: ${book}`)).toBeDefined()
    expect(note(`${book} Summarise it by tomorrow.`)).toBeDefined()
    expect(note(`${book}today${book}`)).toBeUndefined()
  })
})

describe("the patterns of temporalNote", () => {
  afterEach(() => vi.restoreAllMocks())

  it("are made for the first text that may mention a day: they take longer to make than a request to build", async () => {
    const own: string = "./temporal.ts?fresh"
    const { temporalNote: fresh }: typeof import("./temporal.ts") = await import(own)
    const made = vi.spyOn(globalThis, "RegExp")
    expect(fresh("Rename the screenshots", SUNDAY)).toBeUndefined()
    expect(made).not.toHaveBeenCalled()
    expect(fresh("Open todayfile.txt", SUNDAY)).toBeUndefined()
    expect(made).toHaveBeenCalledTimes(6)
    expect(fresh("Open mondayfile.txt", SUNDAY)).toBeUndefined()
    expect(made).toHaveBeenCalledTimes(6)
  })
})
