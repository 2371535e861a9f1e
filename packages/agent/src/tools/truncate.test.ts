import { describe, expect, it } from "vitest"
import { text } from "../contracts/content.ts"
import { limitFor, truncate } from "./truncate.ts"

const ok = (...texts: readonly string[]) => ({ outcome: "ok", content: texts.map(text) }) as const

describe("truncate", () => {
  it("leaves a result within the limit unchanged", () => {
    expect(truncate("read", ok("abc", "de"), { limit: 5 })).toEqual(ok("abc", "de"))
  })

  it("cuts a result above the limit, adds a notice that says how much is shown, and keeps the full text (X3, L2)", () => {
    const result = truncate("read", ok("x".repeat(60_000)), { limit: 6000 })
    expect(result.content).toEqual([
      text("x".repeat(6000)),
      text("[OUTPUT TRUNCATED: Showing 6000 of 60000 characters from read]"),
    ])
    expect(result.full).toEqual({ text: "x".repeat(60_000), cut: { shown: 6000, total: 60_000 } })
  })

  it("cuts a result in the middle, with the same notice (X3)", () => {
    const long = `begin ${"x".repeat(900)} end`
    const result = truncate("run", ok(long), { limit: 90, at: "middle", advice: (shown) => `[On: ${shown}]` })
    const [head, tail, notice] = result.content.map((part) => (part.type === "text" ? part.text : ""))
    expect(head).toBe(long.slice(0, 30))
    expect(tail).toBe(`[... 820 characters left out ...]\n${long.slice(-60)}`)
    expect(notice).toBe("[OUTPUT TRUNCATED: Showing 90 of 910 characters from run]\n[On: 30]")
    expect(result.full).toEqual({ text: long, cut: { shown: 90, total: 910 } })
  })

  it("never splits a character", () => {
    const middle = truncate("run", ok("🎉".repeat(20)), { limit: 15, at: "middle" })
    expect(JSON.stringify(middle.content)).not.toMatch(/\\ud[89a-f]/)
    const { content, full } = truncate("read", ok("ab🎉cd"), { limit: 3 })
    expect(content[0]).toEqual(text("ab"))
    expect(full?.cut).toEqual({ shown: 2, total: 6 })
  })

  it("cuts several parts where the limit falls, and keeps images", () => {
    const image = { type: "blob", hash: "h", mime: "image/png", size: 1 } as const
    const { content } = truncate(
      "read",
      { outcome: "ok", content: [text("abc"), image, text("def"), text("ghi")] },
      { limit: 4 },
    )
    expect(content.slice(0, 3)).toEqual([text("abc"), image, text("d")])
  })

  it("makes text well-formed Unicode", () => {
    expect(truncate("read", ok("a\ud800b"), { limit: 10 }).content).toEqual([text("a\ufffdb")])
  })
})

describe("limitFor", () => {
  it.each([
    ["read_file", 1],
    ["mcp__read", 2],
    ["mcp__fs__read", 3],
    ["other", 9],
  ])("gives for %s %i: the exact name, then the longest prefix, then the default (X4)", (tool, expected) => {
    expect(limitFor(tool, { read_file: null }, 9)).toBe(tool === "read_file" ? Number.POSITIVE_INFINITY : 9)
    expect(limitFor(tool, { read_file: 1, "read*": 5, "mcp__*": 2, "mcp__fs__*": 3 }, 9)).toBe(expected)
  })
})
