import { describe, expect, it } from "vitest"
import { visible } from "./visible.ts"

describe("visible", () => {
  it.each([
    ["rm \u202egpj.exe", "rm \\u202egpj.exe"],
    ["a\u200bb", "a\\u200bb"],
    ["a\u0008b\u001b[2K", "a\\u0008b\\u001b[2K"],
    ["a\rb", "a\\u000db"],
    ["\ufeffa", "\\ufeffa"],
    ["tab\tand\nline", "tab\tand\nline"],
    ["👩‍💻 שלום مرحبا", "👩‍💻 שלום مرحبا"],
  ])("writes %j as %j", (text, shown) => expect(visible(text)).toBe(shown))
})
