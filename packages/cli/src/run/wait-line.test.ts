import { describe, expect, it } from "vitest"
import { type Wait, waitText } from "./wait-line.ts"

const wait: Wait = { message: "The provider limits the rate.", since: 10_000 }

describe("waitText", () => {
  it.each<[string, Wait, number, number, string]>([
    [
      "counts down to a time that is known",
      { ...wait, until: 14_500 },
      10_000,
      80,
      "model: The provider limits the rate. (again in 5 s)",
    ],
    [
      "counts up when that time has passed",
      { ...wait, until: 14_500 },
      20_000,
      80,
      "model: The provider limits the rate. (asking again, 10 s)",
    ],
    ["counts up otherwise", wait, 12_100, 80, "model: The provider limits the rate. (asking again, 3 s)"],
    [
      "shortens the message and not the time",
      { ...wait, until: 11_000 },
      10_000,
      40,
      "model: The provider li... (again in 1 s)",
    ],
    [
      "stays on one line",
      { ...wait, message: "a\n\u001b[31mb", until: 11_000 },
      10_000,
      80,
      "model: a b (again in 1 s)",
    ],
  ])("%s", (_, given, now, width, text) => {
    expect(waitText(given, now, width)).toBe(text)
    expect(text.length).toBeLessThanOrEqual(width)
  })
})
