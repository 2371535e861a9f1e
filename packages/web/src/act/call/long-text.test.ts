// What of a long text is shown to a person who decides.
import { describe, expect, it } from "vitest"
import { cutText, withoutBlankRuns } from "./long-text.ts"

describe("runs of blank room", () => {
  it.each([
    ["ls\n\n\nrm", "ls\n\n\nrm"],
    [`ls${"\n".repeat(41)}rm -rf ~`, "ls\n⏎ ×40\nrm -rf ~"],
    [`ls\n${" \t\n".repeat(40)}rm`, "ls\n⏎ ×40\nrm"],
    [`ls\r\n${"\r\n".repeat(40)}rm`, "ls\r\n⏎ ×40\nrm"],
    [`${"\n".repeat(40)}rm`, "⏎ ×40\nrm"],
    [`rm${"\n".repeat(40)}`, "rm\n⏎ ×40"],
    [`ls${" ".repeat(900)}; rm`, "ls␣ ×900; rm"],
    [`    indented\n\tcode`, `    indented\n\tcode`],
  ])("%j is shown as %j", (text, shown) => expect(withoutBlankRuns(text)).toBe(shown))
})

describe("the end of a text that is too long", () => {
  it.each([
    ["abc", 3, { shown: "abc", hiddenLines: 0, hiddenChars: 0 }],
    ["abcd", 3, { shown: "abc", hiddenLines: 1, hiddenChars: 1 }],
    ["abc\nd\ne", 3, { shown: "abc", hiddenLines: 3, hiddenChars: 4 }],
  ])("of %j, %d characters are shown", (text, most, cut) => expect(cutText(text, most)).toEqual(cut))
})
