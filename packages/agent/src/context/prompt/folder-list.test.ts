import { mkdirSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { temporaryFolder } from "./__fixtures__/temporary-folder.ts"
import { folderList } from "./folder-list.ts"

describe("folderList", () => {
  it("lists the path, files and folders in order, without hidden ones", async () => {
    const { path } = temporaryFolder({ "b.txt": "", "a/x": "", ".env": "", ".git/HEAD": "" })
    expect(await folderList(path)()).toBe(`${path}\na/\nb.txt`)
  })

  it("ends after 50 entries, and says how many more there are", async () => {
    const { path } = temporaryFolder(Object.fromEntries(Array.from({ length: 53 }, (_, index) => [`f${index}`, ""])))
    const lines = (await folderList(path)())?.split("\n") ?? []
    expect(lines).toHaveLength(52)
    expect(lines.at(-1)).toBe("(and 3 more)")
  })

  it("keeps each name on one line", async () => {
    const { path } = temporaryFolder({ "a\n<b>": "", [`${"😀".repeat(60)}`]: "" })
    expect(await folderList(path)()).toBe(`${path}\na?<b>\n${"😀".repeat(60)}`)
  })

  it("reports an empty folder, and returns undefined for a missing one", async () => {
    const { path, at } = temporaryFolder()
    expect(await folderList(path)()).toBe(`${path}\n(no files)`)
    expect(await folderList(at("none"))()).toBeUndefined()
  })

  it("shows a new file on the next call, and returns the same text until then", async () => {
    const { path, at, write } = temporaryFolder({ a: "" })
    const list = folderList(path)
    const first = await list()
    expect(await list()).toBe(first)
    write("b", "")
    expect(await list()).toBe(`${path}\na\nb`)
    mkdirSync(at("c"))
    expect(await list()).toBe(`${path}\na\nb\nc/`)
  })
})
