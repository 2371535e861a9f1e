import type { Change } from "@pawl/client"
import { describe, expect, it } from "vitest"
import { canForce, type FileReport, groupsOf, isPutBack, spanOf } from "./undo-plan.ts"

const file = (path: string, outcome: FileReport["outcome"], isLost?: boolean): FileReport => ({
  path,
  outcome,
  ...(isLost !== undefined && { isLost }),
})

describe("groupsOf", () => {
  it("names first what is put back, and leaves out empty groups", () => {
    const files = [file("a", "skipped"), file("b", "restored"), file("c", "removed"), file("d", "restored")]
    expect(groupsOf(files).map((group) => [group.outcome, group.files.map(({ path }) => path)])).toEqual([
      ["restored", ["b", "d"]],
      ["removed", ["c"]],
      ["skipped", ["a"]],
    ])
    expect(files.filter(isPutBack)).toHaveLength(3)
    expect(groupsOf([])).toEqual([])
  })
})

describe("canForce", () => {
  it.each<[files: readonly FileReport[], expected: boolean]>([
    [[], false],
    [[file("a", "restored")], false],
    [[file("a", "skipped")], true],
    [[file("a", "skipped", true)], false],
    [[file("a", "skipped", true), file("b", "skipped")], true],
    [[file("a", "failed")], false],
  ])("of %j is %s", (files, expected) => expect(canForce(files)).toBe(expected))
})

describe("spanOf", () => {
  const change = (id: string, files: Change["files"]): Change => ({
    id,
    kind: "call",
    tool: "edit_file",
    turn: 1,
    seq: 1,
    at: 1,
    root: "/",
    files,
    skipped: {},
    folders: [],
  })
  const changes = [
    change("1", { a: { before: null, after: "h1" } }),
    change("2", { a: { before: "h1", after: "h2" }, b: { before: "x", after: null } }),
    change("3", { a: { before: "h2" } }),
  ]

  it.each<[ids: readonly string[], path: string, expected: object | undefined]>([
    [["1"], "a", { before: null, after: "h1" }],
    [["2", "1"], "a", { before: null, after: "h2" }],
    [["2"], "b", { before: "x", after: null }],
    [["2", "3"], "a", { before: "h1" }],
    [["1"], "b", undefined],
    [[], "a", undefined],
    [["1"], "constructor", undefined],
  ])("of %j for %s is %j", (ids, path, expected) => expect(spanOf(changes, ids, path)?.file).toEqual(expected))
})
