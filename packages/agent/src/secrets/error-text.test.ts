import { describe, expect, it } from "vitest"
import { errorText, toolErrorText } from "./error-text.ts"

describe("T20: errorText, for the error of a turn", () => {
  it.each([
    [
      "a Bearer token, a key and a URL",
      "Bearer abcdefgh123 with sk-abcdefgh123 at https://llm.example/v1?k=1",
      "Bearer [redacted] with [redacted] at [url]",
    ],
    ["a URL in brackets", "refused (http://10.0.0.1:8080/x). Try later.", "refused ([url]). Try later."],
    ["a URL of any scheme", "wss://a.example and postgres://ada:pw@db:5432/x", "[url] and [url]"],
    ["a quoted URL", 'no answer from "https://a.example/b"', 'no answer from "[url]"'],
    [
      "nothing when there is nothing to remove",
      "HTTP 429: slow down, and/or wait.",
      "HTTP 429: slow down, and/or wait.",
    ],
  ])("removes %s", (_, message, clean) => {
    expect(errorText(message)).toBe(clean)
  })

  it("returns at most 500 characters", () => {
    expect(errorText("x".repeat(501))).toBe(`${"x".repeat(499)}…`)
    expect(errorText("x".repeat(500))).toBe("x".repeat(500))
  })
})

describe("M6: toolErrorText, for the error of a tool", () => {
  const around = { roots: ["/work/space"], known: ["/data/in.csv", "https://a.example/b", "/srv/shared"] }

  it.each([
    ["a path elsewhere", "open '/etc/my app/key.pem'", "open '[path]'"],
    ["a path without quotes", "cannot read /opt/app/x.js:3:4 now", "cannot read [path] now"],
    ["a Windows path", "open 'C:\\Users\\ada\\x.txt' or D:\\a\\b.txt", "open '[path]' or [path]"],
    ["a path in the home folder", "see ~/.ssh/id_rsa", "see [path]"],
    ["a file URL", "in file:///opt/app/y.js:3:4", "in [path]"],
    ["a URL", "GET https://internal.example:8443/v1 failed", "GET [url] failed"],
    ["a key", "key sk-abcdefgh123 is wrong", "key [redacted] is wrong"],
    [
      "stack lines",
      "Broken\n    at f (/opt/a.js:1:2)\n    at async file:///opt/b.js:3:4\n    at new Map (<anonymous>)",
      "Broken",
    ],
    ["a path out of the workspace", "open '/work/space/../secret'", "open '[path]'"],
    ["a path with a similar beginning as the workspace", "open '/work/spaceship/x'", "open '[path]'"],
    [
      "a Python traceback",
      'Traceback (most recent call last):\n  File "/opt/a.py", line 3, in f\n    open(x)\n    ~~~~^^^\nFileNotFoundError: [Errno 2] No such file',
      "FileNotFoundError: [Errno 2] No such file",
    ],
  ])("removes %s", (_, message, clean) => {
    expect(toolErrorText(message, around)).toBe(clean)
  })

  it.each([
    ["paths in the workspace", "open '/work/space/a b.txt' in /work/space/src/x.ts:3"],
    ["a path that the model named", "no such file: /data/in.csv"],
    ["a path in a folder that the model named", "no such file: /srv/shared/a/b.txt"],
    ["a URL that the model named", "GET https://a.example/b: 404"],
    ["words that look like paths or stack lines", "and/or, 1/2, GET /users: 404, \nat noon (or later)\nat least two"],
  ])("keeps %s", (_, message) => {
    expect(toolErrorText(message, around)).toBe(message)
  })

  it("takes linear time", () => {
    for (const piece of ["/", "a/", "'/", "file://", "\\", "    at f (", "https://"]) {
      // With quadratic time it would take minutes, and the test's own time limit would end it.
      expect(toolErrorText(piece.repeat(1_000_000)), piece).toBeTypeOf("string")
    }
  })
})
