// Keys on the tabs of the panel.
import { describe, expect, it } from "vitest"
import { tabAfter } from "./tab-choice.ts"

describe("the tabs", () => {
  it.each([
    ["context", "ArrowRight", false, "tasks"],
    ["cost", "ArrowRight", false, "context"],
    ["context", "ArrowLeft", false, "cost"],
    ["context", "ArrowLeft", true, "tasks"],
    ["context", "ArrowRight", true, "cost"],
    ["files", "Home", false, "context"],
    ["files", "End", false, "cost"],
    ["files", "x", false, undefined],
  ] as const)("from %s, %s (right to left: %s) leads to %s", (tab, key, isRightToLeft, next) => {
    expect(tabAfter(tab, key, isRightToLeft)).toBe(next)
  })
})
