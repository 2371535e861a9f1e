import { execFileSync } from "node:child_process"
import { mkdirSync, openSync, truncateSync, writeFileSync, writeSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { bench } from "./__fixtures__/use-tools.ts"

const failure = (code: string, message: RegExp) =>
  expect.objectContaining({ code, message: expect.stringMatching(message) })

describe("read_file", () => {
  it.each([
    { name: "plain text", content: "one\ntwo\n", shown: "one\ntwo" },
    { name: "no newline at the end", content: "one\ntwo", shown: "one\ntwo" },
    { name: "empty lines", content: "one\n\n\ntwo\n", shown: "one\n\n\ntwo" },
    { name: "CRLF", content: "one\r\ntwo\r\n", shown: "one\ntwo" },
    { name: "a byte order mark", content: "\uFEFFone", shown: "one" },
    { name: "an empty file", content: "", shown: "[a file.txt is empty.]" },
    { name: "characters of several bytes", content: "zażółć 🎉\n", shown: "zażółć 🎉" },
  ])("shows $name", async ({ content, shown }) => {
    const { use, path } = bench()
    writeFileSync(path("a file.txt"), content)
    expect(await use("read_file", { path: "a file.txt" })).toBe(shown)
  })

  it.each([
    { input: { start_line: 2, line_count: 2 }, shown: "l2\nl3\n\n[Lines 2-3 of 5 of f. Continue with start_line 4.]" },
    { input: { start_line: 4 }, shown: "l4\nl5\n\n[Lines 4-5 of 5 of f.]" },
    { input: { line_count: 5 }, shown: "l1\nl2\nl3\nl4\nl5" },
    { input: { line_count: 1 }, shown: "l1\n\n[Lines 1-1 of 5 of f. Continue with start_line 2.]" },
  ])("shows the lines asked for: $input", async ({ input, shown }) => {
    const { use, path } = bench()
    writeFileSync(path("f"), "l1\nl2\nl3\nl4\nl5\n")
    expect(await use("read_file", { path: "f", ...input })).toBe(shown)
  })

  it("says how many lines there are when start_line is past the end", async () => {
    const { use, path } = bench()
    writeFileSync(path("f"), "1\n2\n")
    await expect(use("read_file", { path: "f", start_line: 3 })).rejects.toEqual(
      failure("range-outside", /has 2 lines/),
    )
  })

  it("continues where it stopped without losing a line", async () => {
    const { use, path } = bench()
    const lines = Array.from({ length: 9000 }, (_, index) => `line ${index} ${"ä".repeat(20)}`)
    writeFileSync(path("long.txt"), lines.join("\n"))
    const seen: string[] = []
    for (let start = 1; ; ) {
      const shown = String(await use("read_file", { path: "long.txt", start_line: start }))
      const [text = "", notice = ""] = shown.split("\n\n[")
      seen.push(...text.split("\n"))
      const next = /start_line (\d+)/.exec(notice)?.[1]
      if (next === undefined) break
      start = Number(next)
    }
    expect(seen).toEqual(lines)
  })

  it("shows the beginning of a file of 4 TB, and finds a line in it", async () => {
    const { use, path } = bench()
    const file = openSync(path("huge"), "w")
    for (let line = 1; line <= 300; line++) writeSync(file, `line ${line} ${"x".repeat(90)}\n`)
    // A sparse file. Reading all of it would take longer than the test's time limit.
    truncateSync(path("huge"), 4 * 1024 ** 4)
    expect(await use("read_file", { path: "huge", line_count: 1 })).toMatch(/^line 1 x+\n\n\[Lines 1-1 of many more/)
    expect(await use("read_file", { path: "huge", start_line: 200, line_count: 1 })).toMatch(/^line 200 x/)
    await expect(use("read_file", { path: "huge", start_line: 5000 })).rejects.toEqual(failure("range-outside", /sed/))
    await expect(use("edit_file", { path: "huge", old_text: "line 1", new_text: "" })).rejects.toEqual(
      failure("file-too-large", /too large/),
    )
  })

  it("cuts one very long line", async () => {
    const { use, path } = bench()
    writeFileSync(path("min.js"), "x".repeat(3_000_000))
    const shown = String(await use("read_file", { path: "min.js" }))
    expect(shown.length).toBeLessThan(2_001_000)
    expect(shown).toContain("[Line 1 is very long: only its beginning is shown.]")
  })

  it("reports bytes that are not UTF-8, and reads UTF-16", async () => {
    const { use, path } = bench()
    writeFileSync(path("latin"), Buffer.from("caf\xe9", "latin1"))
    writeFileSync(path("wide"), Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from("hi\nthere", "utf16le")]))
    expect(await use("read_file", { path: "latin" })).toBe(
      "caf\uFFFD\n\n[Bytes that are not valid UTF-8 are shown as \uFFFD.]",
    )
    expect(await use("read_file", { path: "wide" })).toBe("hi\nthere")
  })

  it("refuses a binary file", async () => {
    const { use, path } = bench()
    writeFileSync(path("a.bin"), Buffer.from([1, 2, 0, 3]))
    await expect(use("read_file", { path: "a.bin" })).rejects.toEqual(failure("file-binary", /4 bytes/))
  })

  it("returns an image with its MIME type, whatever its name", async () => {
    const { use, path } = bench()
    const png = Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), Buffer.from([0, 1, 2])])
    writeFileSync(path("shot"), png)
    expect(await use("read_file", { path: "shot" })).toEqual([
      { type: "text", text: "[shot: image/png, 11 bytes]" },
      { type: "bytes", mime: "image/png", bytes: png, name: "shot" },
    ])
    truncateSync(path("shot"), 6 * 1024 * 1024)
    await expect(use("read_file", { path: "shot" })).rejects.toEqual(failure("file-too-large", /smaller copy/))
  })

  it("refuses a pipe without hanging, and refuses a folder", async () => {
    const { use, path } = bench()
    execFileSync("mkfifo", [path("pipe")])
    mkdirSync(path("folder"))
    await expect(use("read_file", { path: "pipe" })).rejects.toEqual(failure("file-special", /"pipe" is a device/))
    await expect(use("write_file", { path: "pipe", content: "" })).rejects.toEqual(failure("file-special", /pipe/))
    await expect(use("read_file", { path: "folder" })).rejects.toEqual(failure("file-kind", /list_directory/))
    await expect(use("read_file", { path: "folder/none" })).rejects.toEqual(failure("file-missing", /"folder\/none"/))
    await expect(use("read_file", { path: "." })).rejects.toEqual(failure("file-kind", /workspace itself/))
  })
})
