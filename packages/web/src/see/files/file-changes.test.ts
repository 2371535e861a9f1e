// Changes of files in words.
import type { Change } from "@pawl/client"
import { describe, expect, it } from "vitest"
import { byTurn, canUndo, filesOf } from "./file-changes.ts"

describe("changed files", () => {
  it.each([
    [{ before: null, after: "a" }, "created"],
    [{ before: "a", after: "b" }, "changed"],
    [{ before: "a", after: null }, "removed"],
    [{ before: "a" }, "unknown"],
  ])("%j is %s", (file, outcome) => {
    expect(filesOf({ files: { "x.txt": file } })).toMatchObject([{ path: "x.txt", outcome, isUndone: false }])
  })

  it("can be undone while one of the files is as the call left it", () => {
    const undone = { before: "a", after: "b", undone: "restore:1" }
    const done = { before: "a", after: "b" }
    expect(canUndo({ kind: "call", files: { a: undone, b: done } })).toBe(true)
    expect(canUndo({ kind: "call", files: { a: undone } })).toBe(false)
    expect(canUndo({ kind: "restore", files: { a: done } })).toBe(false)
    expect(canUndo({ kind: "call", files: {} })).toBe(false)
  })

  it("stand by turn, newest first", () => {
    const change = (id: string, turn: number): Change => ({
      id,
      turn,
      kind: "call",
      tool: "write_file",
      seq: 1,
      at: 1,
      root: "/",
      files: {},
      skipped: {},
      folders: [],
    })
    const turns = byTurn([change("a", 1), change("b", 1), change("c", 3)])
    expect(turns.map(({ turn, own }) => [turn, own.map(({ id }) => id)])).toEqual([
      [3, ["c"]],
      [1, ["b", "a"]],
    ])
  })
})
