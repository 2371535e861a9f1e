// How long something took or may take, in words.
import { describe, expect, it } from "vitest"
import { countdown, duration, exactDuration } from "./durations.ts"

describe("duration", () => {
  it.each([
    [0, "0 s"],
    [0.2, "1 ms"],
    [42, "42 ms"],
    [340, "0.3 s"],
    [9949, "9.9 s"],
    [9950, "10 s"],
    [59_400, "59 s"],
    [59_600, "1 min"],
    [125_000, "2 min 5 s"],
    [3_600_000, "1 h"],
    [5_400_000, "1 h 30 min"],
  ])("writes %i ms as %s", (ms, words) => expect(duration(ms)).toBe(words))
})

describe("countdown", () => {
  it.each([
    [-5, "0:00"],
    [1, "0:01"],
    [272_000, "4:32"],
    [3_725_000, "1:02:05"],
  ])("writes %i ms as %s", (ms, words) => expect(countdown(ms)).toBe(words))
})

describe("exactDuration", () => {
  it.each([
    [0, "0 ms"],
    [850, "850 ms"],
    [2449, "2.4 s"],
    [185_000, "3 min 5 s"],
    [3_900_000, "1 h 5 min"],
  ])("writes %i ms as %s", (ms, words) => expect(exactDuration(ms)).toBe(words))
})
