import { renameSync, rmSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it, onTestFinished } from "vitest"
import { folderWith, lines, write } from "./__fixtures__/folder.ts"
import { FileIndex } from "./file-index.ts"
import { find } from "./find.ts"
import { openIndex } from "./index-file.ts"
import { queryOf } from "./query.ts"
import { readText } from "./read-text.ts"

/** An index of these files that no walk keeps up to date. */
function indexed(files: Readonly<Record<string, string>>) {
  const root = folderWith(files)
  const index = new FileIndex(openIndex({ path: undefined, root }).db)
  onTestFinished(() => index.close())
  const options = { root, maxFileBytes: 100_000, passages: 5 }
  for (const path of Object.keys(files)) {
    const file = readText(options, path)
    if (file.kind === "text") index.put(path, file)
  }
  index.commit()
  const query = (said: string) => queryOf(said) ?? { match: '""', stems: [] }
  return { root, index, find: (said: string) => find(index, query(said), options) }
}

describe("find", () => {
  it("returns the lines as they are in the file now, although the index is older", () => {
    const { root, find } = indexed({ "a.md": "zebra\n" })
    write(root, { "a.md": "first comes this,\nthen the zebra\n" })
    expect(find("zebra")).toEqual([{ path: "a.md", first: 1, text: "first comes this,\nthen the zebra" }])
  })

  it("returns nothing of a file that no longer has the word, is gone, or became something else", () => {
    const { root, index, find } = indexed({ "a.md": "zebra\n", "b.md": "zebra\n", "c.md": "zebra\n" })
    write(root, { "a.md": "a lion\n", "c.md": Buffer.from([0x7a, 0, 0]) })
    rmSync(join(root, "b.md"))
    expect(find("zebra")).toEqual([])
    expect(find("lion")).toHaveLength(1)
    expect(index.counts()).toEqual({ files: 1, passages: 1 })
  })

  it("keeps its entries while the whole folder is gone", () => {
    const { root, index, find } = indexed({ "a.md": "zebra\n" })
    renameSync(root, `${root}-away`)
    expect(find("zebra")).toEqual([])
    expect(index.counts()).toEqual({ files: 1, passages: 1 })
    renameSync(`${root}-away`, root)
    expect(find("zebra")).toHaveLength(1)
  })

  it("shows the lines that two passages share only once", () => {
    const { find } = indexed({ "a.md": lines(72, (line) => `zebra ${line}`) })
    const shown = find("zebra").map(({ first, text }) => ({ first, count: text.split("\n").length }))
    expect(shown.toSorted((a, b) => a.first - b.first)).toEqual(
      shown[0]?.first === 1
        ? [
            { first: 1, count: 40 },
            { first: 41, count: 32 },
          ]
        : [
            { first: 1, count: 32 },
            { first: 33, count: 40 },
          ],
    )
  })
})
