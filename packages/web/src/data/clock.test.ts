// How far the clock of the server is ahead of this one.
import { expect, it } from "vitest"
import { offsetAfter } from "./clock.ts"

const NOW = Date.parse("2026-03-01T12:00:00Z")

it.each([
  ["no header", 0, null, 0],
  ["a header that is no date", 7, "soon", 7],
  ["the same second", 0, "Sun, 01 Mar 2026 12:00:00 GMT", 0],
  ["an answer that took a second", 0, "Sun, 01 Mar 2026 11:59:59 GMT", 0],
  ["a device that is three hours slow", 0, "Sun, 01 Mar 2026 15:00:00 GMT", 3 * 3_600_000],
  ["a device that is a minute fast", 0, "Sun, 01 Mar 2026 11:59:00 GMT", -60_000],
  ["much the same as before", 3_600_000, "Sun, 01 Mar 2026 12:59:59 GMT", 3_600_000],
  ["a device that was set right since", 3_600_000, "Sun, 01 Mar 2026 12:00:00 GMT", 0],
] as const)("%s", (_what, before, date, after) => expect(offsetAfter(before, date, NOW)).toBe(after))
