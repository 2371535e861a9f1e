import { mkdirSync, readdirSync, symlinkSync, truncateSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"
import { describe, expect, it } from "vitest"
import { type Bench, bench } from "./__fixtures__/use-tools.ts"

function put({ path }: Bench, files: Readonly<Record<string, string | Buffer>>): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(path(name)), { recursive: true })
    writeFileSync(path(name), content)
  }
}

const filesIn = (shown: unknown) =>
  String(shown)
    .split("\n\n")
    .slice(0, -1)
    .map((block) => block.split("\n")[0])

describe("search_files", () => {
  it("shows matches with two lines around them, in order", async () => {
    const made = bench()
    put(made, { "b.txt": "1\n2\n3\nhit\n5\n6\n7\n8\n9\nhit\nhit\n", "a b/ü.txt": "hit\r\n" })
    expect(await made.use("search_files", { pattern: "^h.t$" })).toBe(
      "a b/ü.txt\n1:hit\n\nb.txt\n2-2\n3-3\n4:hit\n5-5\n6-6\n--\n8-8\n9-9\n10:hit\n11:hit\n\n[4 matches in 2 files.]",
    )
  })

  it.each([
    { input: { pattern: "a.b" }, found: ["x", "y"] },
    { input: { pattern: "a.b", literal: true }, found: ["x"] },
    { input: { pattern: "A.B", ignore_case: true }, found: ["x", "y"] },
    { input: { pattern: "A.B", ignore_case: true, literal: true }, found: ["x"] },
    { input: { pattern: "a", path: "y" }, found: ["y"] },
    { input: { pattern: "a", path: "d" }, found: ["d/e.md", "d/f.ts"] },
    { input: { pattern: "a", glob: "*.ts" }, found: ["d/f.ts"] },
    { input: { pattern: "a", glob: "d/**" }, found: ["d/e.md", "d/f.ts"] },
    { input: { pattern: "none" }, found: [] },
  ])("finds $found for $input", async ({ input, found }) => {
    const made = bench()
    put(made, { x: "a.b", y: "acb", "d/e.md": "a", "d/f.ts": "a" })
    expect(filesIn(await made.use("search_files", input))).toEqual(found)
  })

  it("follows .gitignore files as git does, nested ones too", async () => {
    const made = bench()
    put(made, {
      ".gitignore": "*.log\nbuild/\n/top.txt\n!keep.log\nCase.txt\n",
      ".git/config": "hit",
      ".git/info/exclude": "private.txt\n",
      "a.log": "hit",
      "keep.log": "hit",
      "top.txt": "hit",
      "case.txt": "hit",
      "private.txt": "hit",
      "build/x.txt": "hit",
      "build/.gitignore": "!x.txt",
      "sub/top.txt": "hit",
      "sub/.gitignore": "!b.log\n/only-here.txt\nkeep.log\n",
      "sub/b.log": "hit",
      "sub/keep.log": "hit",
      "sub/only-here.txt": "hit",
      "sub/deep/only-here.txt": "hit",
      "sub/deep/c.log": "hit",
    })
    const shown = await made.use("search_files", { pattern: "hit" })
    expect(filesIn(shown)).toEqual(["case.txt", "keep.log", "sub/b.log", "sub/deep/only-here.txt", "sub/top.txt"])
    expect(filesIn(await made.use("search_files", { pattern: "hit", path: "sub/deep" }))).toEqual([
      "sub/deep/only-here.txt",
    ])
    // An ignored folder is searched when the call names it.
    expect(filesIn(await made.use("search_files", { pattern: "hit", path: "build" }))).toEqual(["build/x.txt"])
  })

  it("skips binary files, links and huge files", async () => {
    const made = bench()
    put(made, { bin: Buffer.from("hit\0"), huge: "hit", real: "hit" })
    truncateSync(made.path("huge"), 5 * 1024 ** 3)
    symlinkSync("real", made.path("link"))
    symlinkSync(".", made.path("loop"))
    const shown = await made.use("search_files", { pattern: "hit" })
    expect(filesIn(shown)).toEqual(["real"])
    expect(shown).toContain("[1 files above 5 MB were not searched.]")
  })

  it("limits what it shows", async () => {
    const made = bench()
    put(made, { many: "hit\n".repeat(5000), long: `hit${"x".repeat(100_000)}` })
    const some = String(await made.use("search_files", { pattern: "hit", max_results: 3 }))
    expect(some).toContain("[3 matches in 2 files.]\n[There may be more: the limit max_results was reached.]")
    const all = String(await made.use("search_files", { pattern: "hit", max_results: 1000 }))
    expect(all.length).toBeLessThan(40_000)
  })

  it("stops a pattern that would never end, says where, keeps what it found, and leaves nothing open", async () => {
    const made = bench({ searchTimeoutMs: 1500 })
    put(made, { "a.txt": "aaaa!", "b.txt": `${"a".repeat(60)}?`, "c.txt": "aaa!" })
    const open = () => readdirSync("/proc/self/fd").length
    await made.use("search_files", { pattern: "nothing" })
    const before = open()
    const shown = await made.use("search_files", { pattern: "^(a+)+!$" })
    expect(shown).toMatch(/^a\.txt\n1:aaaa!\n\n\[1 match in 1 file\.\]\n\[Stopped after 1\.5 s at b\.txt/)
    expect(open()).toBeLessThanOrEqual(before + 1)
  })

  it("ends when it is aborted", async () => {
    // Only the abort can stop it: the pattern takes years, and the search's limit is longer than the test's.
    const made = bench({ searchTimeoutMs: 600_000 })
    put(made, { "b.txt": `${"a".repeat(60)}?` })
    const stop = new AbortController()
    const running = made.use("search_files", { pattern: "^(a+)+!$" }, { signal: stop.signal })
    stop.abort("cancelled")
    expect(await running).toContain("the rest was not searched")
  })

  it("says what is wrong with a pattern or a path", async () => {
    const { use } = bench()
    await expect(use("search_files", { pattern: "(" })).rejects.toMatchObject({
      code: "pattern-invalid",
      message: expect.stringContaining("set literal"),
    })
    await expect(use("search_files", { pattern: "x", path: "none" })).rejects.toMatchObject({ code: "file-missing" })
  })
})
