// Facts in a list: what they say in one line, and how they are found.
import type { Fact } from "@pawl/client"
import { describe, expect, it } from "vitest"
import { filtered, lineOf, typesIn } from "./fact-filter.ts"

const fact = (seq: number, type: Fact["type"], more: object = {}): Fact => ({ v: 1, seq, at: seq, type, ...more })

const LOG = [
  fact(1, "turn-started", { input: [{ type: "text", text: "Rename  the\nfile" }] }),
  fact(2, "tool-started", { name: "rename", arguments: { path: "a.txt" } }),
  fact(3, "tool-finished", { name: "rename", outcome: "error", content: [{ type: "text", text: "No such file." }] }),
  fact(4, "model-failed", { attempt: "1.1.1", error: { code: "x", message: "It is down." } }),
  fact(5, "model-answered", { attempt: "1.1.2", text: "", calls: [{ name: "look" }, { name: "pay" }] }),
]

describe("facts in a list", () => {
  it.each([
    [0, "Rename the file"],
    [1, 'rename · {"path":"a.txt"}'],
    [2, "rename · error · No such file."],
    [3, "1.1.1 · It is down."],
    [4, "1.1.2 · look, pay"],
  ])("says in one line what fact %d tells", (index, line) => {
    expect(lineOf(LOG[index] as Fact)).toBe(line)
  })

  it("shortens a long line", () => {
    expect(lineOf(fact(1, "question-asked", { question: "why ".repeat(100) }))).toMatch(/^.{139}…$/)
  })

  it.each([
    [{ type: "", text: "" }, [1, 2, 3, 4, 5]],
    [{ type: "tool-started", text: "" }, [2]],
    [{ type: "", text: "FILE such" }, [3]],
    [{ type: "tool-started", text: "such" }, []],
    [{ type: "", text: "#4" }, [4]],
  ])("finds %j", (filter, seqs) => {
    expect(filtered(LOG, filter).map(({ seq }) => seq)).toEqual(seqs)
  })

  it("knows which types there are", () => {
    expect(typesIn(LOG)).toEqual(["model-answered", "model-failed", "tool-finished", "tool-started", "turn-started"])
  })
})
