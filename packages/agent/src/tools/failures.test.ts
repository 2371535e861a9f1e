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

describe("M6: what a tool throws", () => {
  it.each<[string, unknown, string]>([
    ["a file that is not there", made("ENOENT: no such file, open '/etc/x/y'", { code: "ENOENT" }), "file-failed"],
    ["Python's words for it", made("FileNotFoundError: [Errno 2] No such file"), "file-failed"],
    ["Python's number for it", made("[Errno 13] denied"), "permission-denied"],
    ["a file that may not be read", made("EACCES: permission denied", { code: "EACCES" }), "permission-denied"],
    ["status 403", made("Forbidden", { status: 403 }), "permission-denied"],
    ["status 401 of a response", made("no", { response: { status: 401 } }), "authentication-failed"],
    ["status 401 in words", made("Request failed with status code 401"), "authentication-failed"],
    ["a cause deep down", made("fetch failed", { cause: made("x", { code: "ECONNREFUSED" }) }), "network-failed"],
    ["a name that is not found", made("getaddrinfo ENOTFOUND db.internal.example"), "network-failed"],
    ["a mistake in its code", new TypeError("x is not a function"), "tool-failed"],
    ["a number that is no status", made("there were 401 rows, and 403 more"), "tool-failed"],
    ["no error at all", "EXIT", "tool-failed"],
    ["nothing", undefined, "tool-failed"],
  ])("is told by its kind: %s", (_, error, code) => {
    expect(told(error).code).toBe(code)
    expect(TAXONOMY[code]?.level).toBe("tool")
  })

  it("differs in words from kind to kind, and says what to do", () => {
    const words = ["ENOENT", "EACCES", "ECONNREFUSED"].map((code) => told(made("it broke.", { code })).words)
    const all = [...words, told(made("it broke.", { status: 401 })).words, told(made("it broke.")).words]
    expect(new Set(all).size).toBe(5)
    expect(all[0]).toBe(
      'Tool "send" failed: a file or folder could not be used (it broke). Check the path, then call again.',
    )
    expect(all[4]).toBe('Tool "send" failed: it broke.')
  })

  it("has no path, address, key or stack in it that the model did not write itself", () => {
    const message =
      "no /srv/app/a.txt, /data/b.txt for sk-abcdefgh1234 at https://in.example/x\n    at f (/srv/app/x.js:1:2)"
    expect(told(made(message), { list: [{ path: "/data/b.txt" }] }).words).toBe(
      'Tool "send" failed: no [path], /data/b.txt for [redacted] at [url]',
    )
  })

  it("keeps its own words and code when it is a ToolFailure, cleaned like all others", () => {
    const failure = new ToolFailure("quota", "Nothing is left in /var/lib/quota/x.", "timeout")
    expect(told(failure)).toEqual({ code: "quota", outcome: "timeout", words: "Nothing is left in [path]." })
  })

  it("is shown as it is when it is what a command printed", () => {
    const printed = new ToolFailure("c", "/usr/lib/x.js:3\n    at f (/usr/lib/x.js:3:1)", "error", { isOutput: true })
    expect(told(printed).words).toBe(printed.message)
  })
})
