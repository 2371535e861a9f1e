// repositoryInstructions with real files in real folders.
import { execFileSync } from "node:child_process"
import { chmodSync, mkdirSync, rmSync, statSync, symlinkSync, utimesSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { asNobody } from "../../__fixtures__/as-unprivileged-user.ts"
import { temporaryFolder } from "./__fixtures__/temporary-folder.ts"
import { repositoryInstructions } from "./repository.ts"

const NEAREST = " (nearest: where they differ, this one counts)"

describe("repositoryInstructions", () => {
  it("includes AGENTS.md of every folder from the root to the workspace, the nearest last (F30)", async () => {
    const { at } = temporaryFolder({
      "AGENTS.md": "above the repository",
      "repo/.git/HEAD": "",
      "repo/AGENTS.md": "Use tabs.\n",
      "repo/packages/app/AGENTS.md": "Use spaces.",
      "repo/packages/other/AGENTS.md": "elsewhere",
    })
    const { text, notes } = await repositoryInstructions(at("repo/packages/app"))()
    expect(text).toBe(`## AGENTS.md\n\nUse tabs.\n\n## packages/app/AGENTS.md${NEAREST}\n\nUse spaces.`)
    expect(notes).toEqual([])
  })

  it("includes CLAUDE.md where a folder has no AGENTS.md", async () => {
    const { path, at } = temporaryFolder({
      ".git/HEAD": "",
      "AGENTS.md": "agents",
      "CLAUDE.md": "not read",
      "sub/CLAUDE.md": "claude",
    })
    expect((await repositoryInstructions(at("sub"))()).text).toBe(
      `## AGENTS.md\n\nagents\n\n## sub/CLAUDE.md${NEAREST}\n\nclaude`,
    )
    expect((await repositoryInstructions(path)()).text).toBe("## AGENTS.md\n\nagents")
  })

  it("includes only the workspace's file outside a repository", async () => {
    const { at } = temporaryFolder({ "AGENTS.md": "above", "work/AGENTS.md": "here" })
    expect((await repositoryInstructions(at("work"))()).text).toBe("## AGENTS.md\n\nhere")
  })

  it("recognises a work tree by its .git file, and a workspace through a link", async () => {
    const { at } = temporaryFolder({ "tree/.git": "gitdir: elsewhere", "tree/AGENTS.md": "root", "tree/sub/x": "" })
    symlinkSync(at("tree/sub"), at("link"))
    expect((await repositoryInstructions(at("link"))()).text).toBe("## AGENTS.md\n\nroot")
  })

  it("returns empty text without files, and for a missing folder", async () => {
    const { path, at } = temporaryFolder({ "readme.md": "" })
    expect(await repositoryInstructions(path)()).toEqual({ text: "", notes: [] })
    expect(await repositoryInstructions(at("none/at/all"))()).toEqual({ text: "", notes: [] })
  })

  it("cuts the text at 32 kB in total, the nearest file last, with a notice", async () => {
    const { at } = temporaryFolder({
      ".git/HEAD": "",
      "AGENTS.md": "r".repeat(5000),
      "a/AGENTS.md": `${"m".repeat(19_999)}ü${"m".repeat(10_000)}`,
      "a/b/AGENTS.md": "n".repeat(32 * 1024 - 20_000),
    })
    const { text } = await repositoryInstructions(at("a/b"))()
    expect(text).toContain("[Cut: 0 of 5000 bytes of AGENTS.md are shown. Read the file for the rest.]")
    expect(text).toContain(
      `${"m".repeat(19_999)}\n[Cut: 20000 of 30001 bytes of a/AGENTS.md are shown. Read the file for the rest.]`,
    )
    expect(text).toContain("n".repeat(32 * 1024 - 20_000))
    const little = await repositoryInstructions(at("a/b"), { maxBytes: 1000 })()
    expect(Buffer.byteLength(little.text)).toBeLessThan(1600)
  })

  it.each<readonly [string, (at: (name: string) => string) => void, RegExp]>([
    ["binary", (at) => execFileSync("sh", ["-c", `printf 'a\\0b' > '${at("sub/AGENTS.md")}'`]), /it is binary/],
    [
      "no UTF-8",
      (at) => execFileSync("sh", ["-c", `printf '\\377\\376a' > '${at("sub/AGENTS.md")}'`]),
      /no text in UTF-8/,
    ],
    ["huge", (at) => execFileSync("truncate", ["-s", "2M", at("sub/AGENTS.md")]), /it has 2097152 bytes/],
    ["a folder", (at) => mkdirSync(at("sub/AGENTS.md")), /it is no file|EISDIR/],
    ["a pipe without a writer", (at) => execFileSync("mkfifo", [at("sub/AGENTS.md")]), /it is no file/],
    ["a link out of the repository", (at) => symlinkSync("/etc/passwd", at("sub/AGENTS.md")), /leaves the repository/],
    ["a link to nothing", (at) => symlinkSync(at("nothing"), at("sub/AGENTS.md")), /ENOENT/],
    ["a link to itself", (at) => symlinkSync(at("sub/AGENTS.md"), at("sub/AGENTS.md")), /ELOOP/],
  ])("leaves out a file that is %s, with a note, and keeps the others", async (_what, make, why) => {
    const { at } = temporaryFolder({ ".git/HEAD": "", "AGENTS.md": "root", "sub/x": "" })
    make(at)
    const { text, notes } = await repositoryInstructions(at("sub"))()
    expect(notes).toEqual([expect.stringMatching(why)])
    expect(text).toBe(`## AGENTS.md\n\nroot\n\n[${notes[0]}]`)
    expect(text).not.toContain("root:x:0")
  })

  it("leaves out a file that the process may not read", async () => {
    const { path, at } = temporaryFolder({ "AGENTS.md": "secret" })
    chmodSync(at("AGENTS.md"), 0)
    expect((await asNobody(path, () => repositoryInstructions(path)())).notes).toEqual([
      "AGENTS.md was left out: it cannot be read (EACCES).",
    ])
  })

  it("follows a link inside the repository", async () => {
    const { path, at } = temporaryFolder({ ".git/HEAD": "", "docs/agents.md": "shared" })
    symlinkSync(at("docs/agents.md"), at("CLAUDE.md"))
    expect((await repositoryInstructions(path)()).text).toBe("## CLAUDE.md\n\nshared")
  })

  it("returns a new object after a file was changed, added or removed, and the same one until then", async () => {
    const { path, at, write } = temporaryFolder({ "AGENTS.md": "one" })
    const read = repositoryInstructions(path)
    const first = await read()
    expect(await read()).toBe(first)
    write("AGENTS.md", "two")
    expect((await read()).text).toContain("two")
    // As some editors and archives do: new content of the same size, with the old time.
    const { atime, mtime } = statSync(at("AGENTS.md"))
    write("AGENTS.md", "six")
    utimesSync(at("AGENTS.md"), atime, mtime)
    expect((await read()).text).toContain("six")
    rmSync(at("AGENTS.md"))
    expect((await read()).text).toBe("")
    write("CLAUDE.md", "instead")
    expect((await read()).text).toContain("instead")
  })

  it("notices a change of a linked file", async () => {
    const { path, at, write } = temporaryFolder({ ".git/HEAD": "", "real.md": "one" })
    symlinkSync(at("real.md"), at("AGENTS.md"))
    const read = repositoryInstructions(path)
    expect((await read()).text).toContain("one")
    write("real.md", "two!")
    expect((await read()).text).toContain("two!")
  })
})
