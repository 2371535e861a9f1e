// What the menu offers behind a slash.
import { describe, expect, it } from "vitest"
import { namesFor, wordsFor } from "./complete-input.ts"

const MENU = [
  { name: "/help", usage: "/help", summary: "show this help" },
  { name: "/model", usage: "/model [NAME]", summary: "show or change the model" },
]
const WORDS = [
  { text: "list", about: "show the changes" },
  { text: "last", about: "the newest" },
]

describe("names of commands", () => {
  it.each<[typed: string, names: readonly string[]]>([
    ["/", ["/help", "/model"]],
    ["/mo", ["/model"]],
    ["/MO", ["/model"]],
    ["/x", []],
  ])("for %j", (typed, names) => {
    expect(namesFor(typed, MENU).items.map(({ text }) => text)).toEqual(names)
  })

  it("come with what follows them", () => {
    expect(namesFor("/mo", MENU).items[0]?.about).toBe("[NAME] show or change the model")
  })
})

describe("arguments", () => {
  it.each<[line: string, begun: string, lines: readonly string[] | undefined]>([
    ["/undo ", "", ["/undo list", "/undo last"]],
    ["/undo li", "li", ["/undo list"]],
    ["/undo chan", "chan", ["/undo list"]],
    ["/undo list", "list", undefined],
    ["/undo x", "x", undefined],
  ])("for %j", (line, begun, lines) => {
    expect(wordsFor(line, begun, WORDS)?.items.map(({ text }) => text)).toEqual(lines)
  })
})
