// Which parts of a text reach a terminal.
import { describe, expect, it } from "vitest"
import { named, plain, short } from "./plain.ts"

describe("plain", () => {
  it.each([
    ["colours", "\u001b[31mred\u001b[0m", "red"],
    ["the clipboard (OSC 52)", "a\u001b]52;c;ZWNobw==\u0007b", "ab"],
    ["a title (OSC 0), ended by ST", "a\u001b]0;title\u001b\\b", "ab"],
    ["a title that never ends", "a\u001b]2;title", "a]2;title"],
    ["a device control string", "a\u001bP1$r0m\u001b\\b", "ab"],
    ["C1 forms of the same", "a\u009d0;t\u009cb\u009b31mc\u0085d", "abcd"],
    ["a sequence that would swallow words", "git status \u001b[; $! ./a", "git status [; $! ./a"],
    ["carriage return, backspace and bell", "safe\r\b\b\u0007evil", "safeevil"],
    ["direction", "a\u202eb\u2066c\u200fd\u061ce", "abcde"],
    ["zero width", "a\u200bb\u2060c\ufeffd\u00ade\u{e0041}f\u200dg\ufe0fh", "abcdefgh"],
    [
      "nothing of pictures and scripts",
      "👩\u200d💻 ❤\ufe0f 1\ufe0f\u20e3 می\u200cخواهم",
      "👩\u200d💻 ❤\ufe0f 1\ufe0f\u20e3 می\u200cخواهم",
    ],
    ["nothing of lines and tabs", "a\tb\nc", "a\tb\nc"],
  ])("drops %s", (_what, given, shown) => expect(plain(given)).toBe(shown))

  it("stays fast on sequences that never end", () => {
    const began = performance.now()
    plain("\u001b]".repeat(200_000))
    plain(`\u001b]${"x".repeat(2_000_000)}`)
    expect(performance.now() - began).toBeLessThan(2000)
  })
})

describe("named", () => {
  it("returns one line", () => {
    expect(named("note\n? Allow ls?\u001b[2K")).toBe("note ? Allow ls?")
    expect(short("a\n\n b", 10)).toBe("a b")
  })
})
