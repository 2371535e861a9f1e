// The tools that change files or list them: write_file, edit_file, move_file, delete_file, list_directory.
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { bench } from "./__fixtures__/use-tools.ts"

const failure = (code: string, message: RegExp) =>
  expect.objectContaining({ code, message: expect.stringMatching(message) })

describe("write_file", () => {
  it("creates a file with its folders, then replaces it, and says which", async () => {
    const { use, path } = bench()
    expect(await use("write_file", { path: "a/b/ü.txt", content: "zażółć" })).toBe("Created a/b/ü.txt (10 bytes).")
    expect(await use("write_file", { path: "a/b/ü.txt", content: "" })).toBe("Replaced a/b/ü.txt (0 bytes).")
    expect(readFileSync(path("a/b/ü.txt"), "utf8")).toBe("")
    expect(readdirSync(path("a/b"))).toEqual(["ü.txt"])
  })

  it("keeps the mode of the file it replaces", async () => {
    const { use, path } = bench()
    writeFileSync(path("run.sh"), "old")
    chmodSync(path("run.sh"), 0o751)
    await use("write_file", { path: "run.sh", content: "new" })
    expect(statSync(path("run.sh")).mode & 0o777).toBe(0o751)
  })

  it("leaves nothing behind when it cannot write", async () => {
    const { use, path } = bench()
    mkdirSync(path("folder"))
    writeFileSync(path("file"), "")
    await expect(use("write_file", { path: "folder", content: "" })).rejects.toEqual(failure("file-kind", /a folder/))
    await expect(use("write_file", { path: "file/x", content: "" })).rejects.toEqual(failure("file-kind", /"file"/))
    const long = "n".repeat(300)
    await expect(use("write_file", { path: long, content: "" })).rejects.toEqual(failure("path-invalid", /too long/))
    expect(readdirSync(path(".")).sort()).toEqual(["file", "folder"])
  })

  it("shows the approver a diff of the change", async () => {
    const { preview, path } = bench()
    writeFileSync(path("f"), "one\ntwo\nthree\n")
    expect(await preview("write_file", { path: "f", content: "one\n2\nthree\n" })).toBe(
      "Replace f\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n three",
    )
    expect(await preview("write_file", { path: "new/f", content: "hi\n" })).toBe("Create new/f\n@@ -0,0 +1,1 @@\n+hi")
  })
})

describe("edit_file", () => {
  it.each([
    { name: "one match", before: "a\nb\nc\n", old: "b", now: "B", after: "a\nB\nc\n" },
    {
      name: "several lines in a CRLF file",
      before: "a\r\nb\r\nc\r\n",
      old: "a\nb",
      now: "x\ny",
      after: "x\r\ny\r\nc\r\n",
    },
    { name: "one line in a CRLF file", before: "a\r\nb\r\n", old: "b", now: "x\ny", after: "a\r\nx\r\ny\r\n" },
    { name: "CRLF in old_text for a file without", before: "a\nb\n", old: "a\r\nb", now: "x\r\ny", after: "x\ny\n" },
    { name: "a byte order mark", before: "\uFEFFa\nb", old: "a", now: "c", after: "\uFEFFc\nb" },
    { name: "text that looks like a pattern", before: "a.*b", old: ".*", now: "$&$1", after: "a$&$1b" },
    { name: "removal", before: "a\nb\n", old: "b\n", now: "", after: "a\n" },
  ])("replaces a passage: $name", async ({ before, old, now, after }) => {
    const { use, path } = bench()
    writeFileSync(path("f.txt"), before)
    chmodSync(path("f.txt"), 0o640)
    expect(await use("edit_file", { path: "f.txt", old_text: old, new_text: now })).toMatch(/^Edited f\.txt at line \d/)
    expect(readFileSync(path("f.txt"), "utf8")).toBe(after)
    expect(statSync(path("f.txt")).mode & 0o777).toBe(0o640)
  })

  it.each([
    { name: "nothing like it", before: "a\nb\n", old: "zzz", code: "edit-missing", says: /Nothing there is like it/ },
    {
      name: "other spacing",
      before: "x\nif (a) {\n    b()\n}\n",
      old: "if (a) {\n  b()\n}",
      code: "edit-missing",
      says: /spacing differs.*lines are 2-4:\nif \(a\) \{\n {4}b\(\)/s,
    },
    {
      name: "a line much like it",
      before: "one\nthe quick brown fox jumps\nthree\n",
      old: "the quick red fox jumps",
      code: "edit-missing",
      says: /nearest lines are 2-3:\nthe quick brown/,
    },
    {
      name: "two matches",
      before: "a\nb\na\n",
      old: "a",
      code: "edit-ambiguous",
      says: /2 times.*lines 1, 3\).*more of the/,
    },
    { name: "matches that overlap", before: "aaa", old: "aa", code: "edit-ambiguous", says: /2 times/ },
    { name: "many matches", before: "a\n".repeat(500), old: "a", code: "edit-ambiguous", says: /100 or more times/ },
    { name: "no change", before: "a", old: "a", now: "a", code: "edit-empty", says: /the same/ },
  ])("changes nothing and says what to do: $name (F19)", async ({ before, old, now = "new", code, says }) => {
    const { use, path } = bench()
    writeFileSync(path("f"), before)
    await expect(use("edit_file", { path: "f", old_text: old, new_text: now })).rejects.toEqual(failure(code, says))
    expect(readFileSync(path("f"), "utf8")).toBe(before)
  })

  it("changes no file that is not UTF-8", async () => {
    const { use, path } = bench()
    const latin = Buffer.from("caf\xe9 a", "latin1")
    writeFileSync(path("f"), latin)
    await expect(use("edit_file", { path: "f", old_text: "a", new_text: "b" })).rejects.toMatchObject({
      code: "file-binary",
    })
    expect(readFileSync(path("f"))).toEqual(latin)
  })

  it("shows the approver a diff of the change", async () => {
    const { preview, path } = bench()
    writeFileSync(path("f"), `${"x\n".repeat(10)}old\n${"y\n".repeat(10)}`)
    expect(await preview("edit_file", { path: "f", old_text: "old", new_text: "new" })).toBe(
      "Edit f\n@@ -8,7 +8,7 @@\n x\n x\n x\n-old\n+new\n y\n y\n y",
    )
  })
})

describe("move_file", () => {
  it("moves files and folders, creates missing folders, and keeps the content", async () => {
    const { use, path } = bench()
    mkdirSync(path("d"))
    writeFileSync(path("d/a b.txt"), "1")
    expect(await use("move_file", { from: "d/a b.txt", to: "x/y/c.txt" })).toBe("Moved d/a b.txt to x/y/c.txt.")
    expect(await use("move_file", { from: "x", to: "z" })).toBe("Moved x to z.")
    expect(readFileSync(path("z/y/c.txt"), "utf8")).toBe("1")
    expect(readdirSync(path(".")).sort()).toEqual(["d", "z"])
  })

  it("overwrites nothing, and creates no folder when the source does not exist", async () => {
    const { use, path } = bench()
    writeFileSync(path("a"), "1")
    writeFileSync(path("b"), "2")
    mkdirSync(path("d"))
    await expect(use("move_file", { from: "a", to: "b" })).rejects.toEqual(failure("file-exists", /"b" exists already/))
    await expect(use("move_file", { from: "a", to: "d" })).rejects.toEqual(failure("file-exists", /"d"/))
    await expect(use("move_file", { from: "d", to: "d/e" })).rejects.toEqual(failure("path-invalid", /into itself/))
    await expect(use("move_file", { from: "none", to: "e/f" })).rejects.toEqual(failure("file-missing", /"none"/))
    expect(readFileSync(path("b"), "utf8")).toBe("2")
    expect(readdirSync(path(".")).sort()).toEqual(["a", "b", "d"])
  })
})

describe("delete_file", () => {
  it("deletes a file or an empty folder, and nothing else", async () => {
    const { use, path } = bench()
    mkdirSync(path("d"))
    writeFileSync(path("d/f"), "")
    await expect(use("delete_file", { path: "d" })).rejects.toEqual(failure("folder-not-empty", /"d" is not empty/))
    expect(await use("delete_file", { path: "d/f" })).toBe("Deleted d/f.")
    expect(await use("delete_file", { path: "d" })).toBe("Deleted d (an empty folder).")
    await expect(use("delete_file", { path: "d" })).rejects.toEqual(failure("file-missing", /"d"/))
    await expect(use("delete_file", { path: "." })).rejects.toEqual(failure("file-kind", /workspace itself/))
  })
})

describe("list_directory", () => {
  it("sorts, marks folders and links, and gives sizes", async () => {
    const { use, path } = bench()
    mkdirSync(path("b dir"))
    writeFileSync(path("c.txt"), "x".repeat(1500))
    writeFileSync(path("ä.txt"), "x")
    writeFileSync(path("two\nlines"), "")
    symlinkSync("c.txt", path("a link"))
    expect(await use("list_directory", {})).toBe(
      'a link -> c.txt\nb dir/\nc.txt (1.5 kB)\n"two\\nlines" (0 bytes)\nä.txt (1 bytes)',
    )
    expect(await use("list_directory", { path: "b dir" })).toBe("[b dir is empty.]")
    await expect(use("list_directory", { path: "c.txt" })).rejects.toEqual(failure("file-kind", /not a folder/))
  })

  it("shows the first 1000 entries and says how many there are", async () => {
    const { use, path } = bench()
    for (let index = 0; index < 1005; index++) writeFileSync(path(`f${index}`), "")
    const shown = String(await use("list_directory", {}))
    expect(shown.split("\n")).toHaveLength(1002)
    expect(shown).toContain("[1000 of 1005 entries of .")
  })
})

describe("read_result", () => {
  const readResult = async (call: string) => (call === "c1" ? "0123456🎉9" : undefined)

  it("reads a part, says where to continue, and splits no character", async () => {
    const { use } = bench()
    const read = (input: { offset?: number; length?: number }) =>
      use("read_result", { call: "c1", ...input }, { readResult })
    expect(await read({})).toBe("0123456🎉9\n\n[Characters 0-10 of 10.]")
    expect(await read({ length: 8 })).toBe("0123456\n\n[Characters 0-7 of 10. Continue with offset 7.]")
    expect(await read({ offset: 7, length: 2 })).toBe("🎉\n\n[Characters 7-9 of 10. Continue with offset 9.]")
    await expect(read({ offset: 10 })).rejects.toMatchObject({ code: "range-outside" })
    await expect(use("read_result", { call: "other" }, { readResult })).rejects.toMatchObject({
      code: "result-missing",
    })
  })
})
