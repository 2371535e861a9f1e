import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { dateOf, dayAt, mondayOf, named, plusMonths, weekdayOf, zoneNamed } from "./calendar.ts"

const at = (iso: string) => Date.parse(iso)

describe("the calendar", () => {
  it.each([
    ["2026-11-15T12:00:00Z", "UTC", "Sunday, 2026-11-15"],
    ["2026-11-15T23:30:00Z", "Europe/Berlin", "Monday, 2026-11-16"],
    ["2026-11-15T03:00:00Z", "America/New_York", "Saturday, 2026-11-14"],
    ["2026-03-29T00:30:00Z", "Europe/Berlin", "Sunday, 2026-03-29"],
    ["2026-12-31T11:00:00Z", "Pacific/Kiritimati", "Friday, 2027-01-01"],
    ["1969-12-31T12:00:00Z", "UTC", "Wednesday, 1969-12-31"],
    ["2024-02-29T00:00:00Z", "UTC", "Thursday, 2024-02-29"],
    ["2026-11-15T23:30:00Z", "No/Such_Zone", "Sunday, 2026-11-15"],
  ])("returns the day of %s in %s: %s", (time, zone, expected) => {
    expect(named(dayAt(at(time), zone))).toBe(expected)
  })

  it("uses UTC for an unknown zone", () => {
    expect(zoneNamed("No/Such_Zone")).toBe("UTC")
    expect(zoneNamed("Europe/Berlin")).toBe("Europe/Berlin")
  })

  it.each([
    ["2026-01-31", 1, "2026-02-28"],
    ["2024-01-31", 1, "2024-02-29"],
    ["2026-11-15", 2, "2027-01-15"],
    ["2026-03-31", -1, "2026-02-28"],
    ["2024-02-29", 12, "2025-02-28"],
  ])("adds to %s %i months: %s", (from, months, expected) => {
    expect(dateOf(plusMonths(dayAt(at(from), "UTC"), months))).toBe(expected)
  })

  it("begins every week on the Monday on or before the day", () => {
    fc.assert(
      fc.property(fc.integer({ min: -30_000, max: 60_000 }), (day) => {
        const monday = mondayOf(day)
        expect(weekdayOf(monday)).toBe("Monday")
        expect(day - monday).toBeGreaterThanOrEqual(0)
        expect(day - monday).toBeLessThan(7)
      }),
    )
  })
})
