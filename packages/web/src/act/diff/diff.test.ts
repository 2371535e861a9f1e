import { describe, expect, it } from "vitest"
import { compare } from "./compare.ts"
import { changeCount, type Hunk, previewDiff, withoutBlankRows } from "./diff-lines.ts"
import { changedParts, sideRows, unifiedRows } from "./rows.ts"

const SIGNS = { same: " ", removed: "-", added: "+" } as const
const shown = (hunks: readonly Hunk[]) =>
  hunks.map(({ lines }) => lines.map(({ kind, text }) => SIGNS[kind] + text).join("|")).join(" @@ ")

describe("compare", () => {
  it.each([
    ["", "", ""],
    ["a\n", "a\n", ""],
    ["", "a\nb\n", "+a|+b"],
    ["a\nb\n", "", "-a|-b"],
    ["a\nb\nc\n", "a\nx\nc\n", " a|-b|+x| c"],
    ["a\nb\nc\n", "a\nc\n", " a|-b| c"],
    ["a\nc\n", "a\nb\nc\n", " a|+b| c"],
    ["a\nb\nc\nd\n", "x\nb\nc\ny\n", "-a|+x| b| c|-d|+y"],
    ["1\n2\n3\n4\n5\n6\n7\n8\n9\n", "x\n2\n3\n4\n5\n6\n7\n8\ny\n", "-1|+x| 2| 3| 4 @@  6| 7| 8|-9|+y"],
    ["a\n\nb", "a\nb", " a|-| b"],
  ])("of %j and %j is %j", (before, after, expected) => expect(shown(compare(before, after))).toBe(expected))

  it("numbers the lines of both sides", () => {
    const [hunk] = compare("a\nb\nc\nd\n", "a\nc\nd\ne\n")
    expect(hunk?.lines.map(({ before, after }) => [before, after])).toEqual([
      [1, 1],
      [2, undefined],
      [3, 2],
      [4, 3],
      [undefined, 4],
    ])
  })

  it.each([
    ["a\nb\nc\nd\ne\n", "b\na\ne\nd\n"],
    ["x\nx\ny\n", "x\ny\ny\nx\n"],
    [`${"same\n".repeat(50)}old\n`, `new\n${"same\n".repeat(50)}`],
    ["a\nb\n".repeat(2500), "b\nc\n".repeat(2500)],
  ])("turns the one text into the other", (before, after) => {
    const lines = compare(before, after).flatMap((hunk) => hunk.lines)
    const [old, now] = [before.split("\n"), after.split("\n")]
    for (const { kind, text, before: at, after: to } of lines) {
      if (kind !== "added") expect(old[(at ?? 0) - 1]).toBe(text)
      if (kind !== "removed") expect(now[(to ?? 0) - 1]).toBe(text)
    }
    const { added, removed } = changeCount([{ lines }])
    expect(added - removed).toBe(now.length - old.length)
  })
})

describe("previewDiff", () => {
  it("reads title, lines and notes of an edit", () => {
    const preview = "Edit poem.txt\n@@ -1,2 +1,2 @@\n-Roses are red\n+Roses are blue\n Violets\n(can be undone)"
    const found = previewDiff(preview)
    expect(found).toMatchObject({ title: "Edit poem.txt", notes: ["(can be undone)"] })
    expect(shown(found?.hunks ?? [])).toBe("-Roses are red|+Roses are blue| Violets")
    expect(found?.hunks[0]?.lines.at(-1)).toMatchObject({ before: 2, after: 2 })
  })

  it.each([
    ["$ ls", undefined],
    ["Replace a\n(no change)\n(can be undone)", undefined],
    ["Create a.md\n@@ -0,0 +1,1 @@\n+hello\n\\ No newline at end of file", "+hello"],
    ["Edit a\n@@ -1 +1 @@\n-a\n+b\n@@ -9 +9 @@\n-c\n+d", "-a|+b @@ -c|+d"],
    ["Edit a\n@@ -1 +1 @@\n-@@ -1 +1 @@\n+(can be undone)", "-@@ -1 +1 @@|+(can be undone)"],
  ])("of %j is %j", (preview, expected) => {
    const found = previewDiff(preview)
    expect(found && shown(found.hunks)).toBe(expected)
  })

  it("shows what a cut preview says of the rest", () => {
    expect(previewDiff("Create a\n@@ -0,0 +1,9 @@\n+a\n... 12 more characters of changes.")?.notes).toEqual([
      "... 12 more characters of changes.",
    ])
  })
})

describe("rows", () => {
  const hunks = compare("a\nb one\nc\n", "a\nb two\nnew\nc\n")

  it("put the old beside the new", () => {
    const rows = sideRows(hunks).map((row) =>
      row.kind === "gap" ? "gap" : `${row.left?.line.text ?? ""} | ${row.right?.line.text ?? ""}`,
    )
    expect(rows).toEqual(["a | a", "b one | b two", " | new", "c | c"])
  })

  it("of one column show what is removed before what is added", () => {
    const rows = unifiedRows(hunks).map((row) => (row.kind === "gap" ? "gap" : SIGNS[row.line.kind] + row.line.text))
    expect(rows).toEqual([" a", "-b one", "+b two", "+new", " c"])
  })

  it("have a gap between two hunks", () => {
    const far = compare("1\n2\n3\n4\n5\n6\n7\n8\n9\n", "x\n2\n3\n4\n5\n6\n7\n8\ny\n")
    expect(sideRows(far).filter(({ kind }) => kind === "gap")).toHaveLength(1)
    expect(unifiedRows(far).filter(({ kind }) => kind === "gap")).toHaveLength(1)
  })

  it.each([
    ["b one", "b two", [2, 5], [2, 5]],
    ["let a = 1", "let a = 10", [9, 9], [9, 10]],
    ["aa", "aaa", [2, 2], [2, 3]],
    ["alpha", "omega", undefined, undefined],
  ])("mark what changed from %j to %j", (a, b, left, right) => {
    const marks = changedParts(a, b)?.map(({ from, to }) => [from, to])
    expect(marks).toEqual(left === undefined ? undefined : [left, right])
  })
})

it("long runs of blank lines of one kind are counted, shorter ones stay", () => {
  const preview = `Edit a.txt\n@@ -1,2 +1,9 @@\n a\n${"+\n".repeat(40)}+rm -rf ~\n-\n-\n-\n+\n b`
  expect(shown(withoutBlankRows(previewDiff(preview)?.hunks ?? []))).toBe(" a|+⏎ ×40|+rm -rf ~|-|-|-|+| b")
})
