import { describe, expect, it } from "vitest"
import { TAXONOMY } from "../base/taxonomy.ts"
import { type Part, plainText } from "../contracts/content.ts"
import { failed } from "./failures.ts"
import { ToolFailure } from "./tool.ts"

const made = (message: string, fields: object = {}) => Object.assign(new Error(message), fields)

function told(error: unknown, given = {}) {
  const call = { tool: { name: "send" }, arguments: given, roots: ["/work/space"] }
  const { code = "", content, outcome } = failed(call, error)
  return { code, outcome, words: plainText(content as readonly Part[]) }
}

describe("M6: failed, the result for what a tool throws", () => {
  it.each<[string, unknown, string]>([
    ["a file that is not there", made("ENOENT: no such file, open '/etc/x/y'", { code: "ENOENT" }), "file-failed"],
    ["Python's error class", made("FileNotFoundError: [Errno 2] No such file"), "file-failed"],
    ["Python's errno", made("[Errno 13] denied"), "permission-denied"],
    ["a file that may not be read", made("EACCES: permission denied", { code: "EACCES" }), "permission-denied"],
    ["status 403", made("Forbidden", { status: 403 }), "permission-denied"],
    ["status 401 of a response", made("no", { response: { status: 401 } }), "authentication-failed"],
    ["status 401 in words", made("Request failed with status code 401"), "authentication-failed"],
    ["a nested cause", made("fetch failed", { cause: made("x", { code: "ECONNREFUSED" }) }), "network-failed"],
    ["a host name that is not found", made("getaddrinfo ENOTFOUND db.internal.example"), "network-failed"],
    ["a bug in the tool", new TypeError("x is not a function"), "tool-failed"],
    ["a number that is not a status", made("there were 401 rows, and 403 more"), "tool-failed"],
    ["a string instead of an error", "EXIT", "tool-failed"],
    ["nothing", undefined, "tool-failed"],
  ])("has the code of the kind of error: %s", (_, error, code) => {
    expect(told(error).code).toBe(code)
    expect(TAXONOMY[code]?.level).toBe("tool")
  })

  it("words each kind differently and says what to do", () => {
    const words = ["ENOENT", "EACCES", "ECONNREFUSED"].map((code) => told(made("it broke.", { code })).words)
    const all = [...words, told(made("it broke.", { status: 401 })).words, told(made("it broke.")).words]
    expect(new Set(all).size).toBe(5)
    expect(all[0]).toBe(
      'Tool "send" failed: a file or folder could not be used (it broke). Check the path, then call again.',
    )
    expect(all[4]).toBe('Tool "send" failed: it broke.')
  })

  it("contains no path, URL, key or stack line that is not in the model's arguments", () => {
    const message =
      "no /srv/app/a.txt, /data/b.txt for sk-abcdefgh1234 at https://in.example/x\n    at f (/srv/app/x.js:1:2)"
    expect(told(made(message), { list: [{ path: "/data/b.txt" }] }).words).toBe(
      'Tool "send" failed: no [path], /data/b.txt for [redacted] at [url]',
    )
  })

  it("keeps the message and code of a ToolFailure, cleaned like any other", () => {
    const failure = new ToolFailure("quota", "Nothing is left in /var/lib/quota/x.", "timeout")
    expect(told(failure)).toEqual({ code: "quota", outcome: "timeout", words: "Nothing is left in [path]." })
  })

  it("shows a command's output unchanged", () => {
    const printed = new ToolFailure("c", "/usr/lib/x.js:3\n    at f (/usr/lib/x.js:3:1)", "error", { isOutput: true })
    expect(told(printed).words).toBe(printed.message)
  })
})
