import { expect, it } from "vitest"
import { environmentText } from "./environment.ts"

const time = Date.parse("2026-11-15T23:30:00Z")

it("environmentText has the date in the user's zone, the locale, the platform and the working folder", () => {
  const all = { time, zone: "Europe/Berlin", locale: "de-DE", platform: "linux", workspace: "/work" }
  expect(environmentText(all)).toBe(
    "Today: Monday, 2026-11-16 (time zone Europe/Berlin)\nLocale: de-DE\nPlatform: linux\nWorking folder: /work",
  )
})

it("environmentText leaves out unknown values", () => {
  expect(environmentText({ time, zone: "UTC" })).toBe("Today: Sunday, 2026-11-15 (time zone UTC)")
})

it("environmentText is the same all day, so that prompt caches stay valid", () => {
  const texts = [0, 1, 3600_000, 23 * 3600_000].map((ms) =>
    environmentText({ time: Date.parse("2026-11-15") + ms, zone: "UTC" }),
  )
  expect(new Set(texts).size).toBe(1)
})
