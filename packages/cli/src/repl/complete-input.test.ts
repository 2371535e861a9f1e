// What the menu offers behind a slash and behind an @.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { mentionsIn } from "../run/mentions.ts"
import { fuzzyFiles, namesFor, wordsFor } from "./complete-input.ts"

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

describe("files behind an @", () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "pawl-menu-"))
    mkdirSync(join(folder, "deep dir"))
    writeFileSync(join(folder, "deep dir", "my file.txt"), "x")
    writeFileSync(join(folder, "plain.txt"), "x")
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it.each<[before: string, of: string, first: string]>([
    ["look @plain", "@plain", "@plain.txt"],
    ["look @my", "@my", '@"deep dir/my file.txt"'],
    ['look @"deep dir/my f', '@"deep dir/my f', '@"deep dir/my file.txt"'],
    ["look @deep", "@deep", '@"deep dir/'],
  ])("for %j", (before, of, first) => {
    expect(fuzzyFiles(before, folder)).toMatchObject({ of, items: expect.arrayContaining([{ text: first }]) })
  })

  it("are read again as what was chosen", () => {
    const chosen = fuzzyFiles("@my", folder)?.items[0]?.text ?? ""
    expect(mentionsIn(`look ${chosen} please`)).toHaveLength(1)
  })
})
