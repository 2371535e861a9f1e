import { execFileSync } from "node:child_process"
import { mkdirSync, renameSync, rmSync, symlinkSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { folderWith, opened, write } from "./__fixtures__/folder.ts"
import { readText } from "./read-text.ts"
import { walk } from "./walk.ts"

const namesIn = (folder: string) => [...walk(folder)].flatMap((entry) => (entry === undefined ? [] : [entry.path]))

describe("a walk", () => {
  it("visits files in order of their names, and skips hidden files, keys and node_modules", () => {
    const top = folderWith({
      "b.md": "",
      "a/z.md": "",
      "a/b/c.md": "",
      "C.md": "",
      ".env": "TOKEN=1",
      ".ssh/config": "",
      ".git/HEAD": "",
      "node_modules/x/index.js": "",
      id_rsa: "",
      "id_ed25519.pub": "",
      "server.pem": "",
      "keys.md": "",
    })
    expect(namesIn(top)).toEqual(["C.md", "a/b/c.md", "a/z.md", "b.md", "keys.md"])
  })

  it("honours .gitignore with the nearest rule deciding, as git does", () => {
    const top = folderWith({
      ".gitignore": "*.log\n/build\n!keep.log\ntemp/\n",
      "a.log": "",
      "keep.log": "",
      "build/x.md": "",
      "src/build/x.md": "",
      "src/.gitignore": "!a.log\ngenerated.md\n",
      "src/a.log": "",
      "src/generated.md": "",
      "src/temp/x.md": "",
      "src/temp/.gitignore": "!x.md",
      "src/x.md": "",
      "generated.md": "",
    })
    expect(namesIn(top)).toEqual(["generated.md", "keep.log", "src/a.log", "src/build/x.md", "src/x.md"])
    // Compares with git itself.
    execFileSync("git", ["init", "-q"], { cwd: top })
    const listed = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], { cwd: top, encoding: "utf8" })
    const shown = listed.split("\n").filter((name) => name !== "" && !name.includes(".gitignore"))
    expect(namesIn(top)).toEqual(shown.toSorted())
  })

  it("honours the rules of the repository around the folder, unless they ignore the folder itself", () => {
    const top = folderWith({
      ".git/info/exclude": "excluded.md\n",
      ".gitignore": "/docs/private/\n/notes/\n",
      "docs/.gitignore": "*.tmp\n",
      "docs/guide/a.md": "",
      "docs/guide/x.tmp": "",
      "docs/guide/excluded.md": "",
      "docs/private/b.md": "",
      "notes/c.md": "",
    })
    expect(namesIn(join(top, "docs"))).toEqual(["guide/a.md"])
    expect(namesIn(join(top, "docs", "guide"))).toEqual(["a.md"])
    expect(namesIn(join(top, "notes"))).toEqual(["c.md"])
  })

  it("follows no link", () => {
    const top = folderWith({ "in/a.md": "", "out/secret.md": "" })
    symlinkSync(join(top, "out"), join(top, "in", "folder"))
    symlinkSync(join(top, "out", "secret.md"), join(top, "in", "file.md"))
    symlinkSync(join(top, "in"), join(top, "in", "loop"))
    symlinkSync(join(top, "nowhere"), join(top, "in", "broken"))
    expect(namesIn(join(top, "in"))).toEqual(["a.md"])
  })

  it("skips a pipe", () => {
    const top = folderWith({ "a.md": "" })
    execFileSync("mkfifo", [join(top, "pipe.md")])
    expect(namesIn(top)).toEqual(["a.md"])
    expect(readText({ root: top, maxFileBytes: 100 }, "pipe.md")).toEqual({ kind: "unreadable" })
  })

  it("stops in very deep folders", () => {
    const top = folderWith({})
    mkdirSync(join(top, ...Array(150).fill("d")), { recursive: true })
    write(top, { "d/a.md": "" })
    expect(namesIn(top)).toEqual(["d/a.md"])
  })

  it("throws when the folder itself cannot be read", () => {
    expect(() => namesIn(join(folderWith(), "missing"))).toThrow("ENOENT")
  })
})

describe("retrieval and links", () => {
  it("do not lead out of the folder when a folder becomes a link", async () => {
    const top = folderWith({ "in/sub/a.md": "zebra\n", "out/a.md": "zebra outside\n" })
    const { ask, refresh } = await opened({ folder: join(top, "in") })
    await refresh()
    renameSync(join(top, "in", "sub"), join(top, "old"))
    symlinkSync(join(top, "out"), join(top, "in", "sub"))
    expect(readText({ root: join(top, "in"), maxFileBytes: 100 }, "sub/a.md")).toEqual({ kind: "unreadable" })
    expect(await ask("zebra")).toBe("")
    rmSync(join(top, "in", "sub"))
  })

  it("allow a link to the folder itself, and files that .gitignore names later are dropped until it no longer does", async () => {
    const top = folderWith({ "real/a.md": "zebra\n", "real/b.md": "zebra\n" })
    symlinkSync(join(top, "real"), join(top, "link"))
    const { places, refresh } = await opened({ folder: join(top, "link") })
    await refresh()
    expect((await places("zebra")).toSorted()).toEqual(["a.md:1", "b.md:1"])
    write(top, { "real/.gitignore": "a.md\n" })
    await refresh()
    expect(await places("zebra")).toEqual(["b.md:1"])
    rmSync(join(top, "real", ".gitignore"))
    await refresh()
    // Both match equally well, so their order does not matter.
    expect((await places("zebra")).toSorted()).toEqual(["a.md:1", "b.md:1"])
  })
})
