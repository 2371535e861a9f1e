import { rmSync } from "node:fs"
import { join } from "node:path"
import Database from "better-sqlite3"
import { describe, expect, it, onTestFinished } from "vitest"
import { folderWith } from "./__fixtures__/folder.ts"
import { FileIndex } from "./file-index.ts"
import { openIndex } from "./index-file.ts"
import { Pass } from "./pass.ts"

function start(count: number) {
  const root = folderWith(
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`docs/f${n + 10}.md`, "zebra\n"])),
  )
  const path = join(root, "index.db")
  const docs = join(root, "docs")
  const index = new FileIndex(openIndex({ path, root: docs }).db)
  onTestFinished(() => index.close())
  // Each look at the clock takes a millisecond, so a slice ends after a given number of looks.
  let time = 0
  const options = { root: docs, maxFiles: 1000, maxFileBytes: 1000, now: () => time++ }
  return {
    docs,
    path,
    index,
    pass: () => new Pass(index, options),
    slice: (ms: number, mayOverrun = true) => ({ until: time + ms, mayOverrun }),
  }
}

const ALL = 1e9

describe("a pass", () => {
  it("stops when its time is over, keeps what it has, and continues from there", () => {
    const { index, pass, slice } = start(20)
    const walking = pass()
    const states: string[] = []
    const counts: number[] = []
    for (let state = "more"; state === "more"; ) {
      state = walking.run(slice(10))
      states.push(state)
      counts.push(index.counts().files)
    }
    expect(states.length).toBeGreaterThan(2)
    expect(states.at(-1)).toBe("done")
    expect(counts).toEqual(counts.toSorted((a, b) => a - b))
    expect(counts[0]).toBeLessThan(20)
    expect(counts.at(-1)).toBe(20)
    expect(walking.counted.indexed).toBe(20)
  })

  it("checks the time even when it finds nothing to do", () => {
    const { pass, slice } = start(50)
    expect(pass().run(slice(ALL))).toBe("done")
    expect(pass().run(slice(5))).toBe("more")
  })

  it("begins a file for which there is no time only with `mayOverrun`", () => {
    const { pass, slice } = start(3)
    const walking = pass()
    expect(walking.run(slice(-1, false))).toBe("more")
    expect(walking.counted.indexed).toBe(0)
    expect(walking.run(slice(-1, true))).toBe("more")
    expect(walking.counted.indexed).toBe(1)
  })

  it("removes what is gone, in slices, and not what another process added meanwhile", () => {
    const { docs, path, index, pass, slice } = start(20)
    pass().run(slice(ALL))
    for (let n = 10; n < 25; n++) rmSync(join(docs, `f${n}.md`))
    const walking = pass()
    const other = new Database(path)
    other.exec("insert into files (path, stamp, is_settled, is_text) values ('new.md', '', 1, 1)")
    other.close()
    let slices = 1
    while (walking.run(slice(8)) !== "done") slices++
    expect(slices).toBeGreaterThan(2)
    expect(walking.counted.removed).toBe(15)
    expect(index.counts().files).toBe(6)
    // The next pass finds that it is gone.
    pass().run(slice(ALL))
    expect(index.counts().files).toBe(5)
  })

  it("pauses while another process writes, and loses nothing", () => {
    const { path, index, pass, slice } = start(5)
    const walking = pass()
    const other = new Database(path)
    other.exec("begin immediate")
    expect(walking.run(slice(ALL))).toBe("busy")
    expect(walking.run(slice(ALL))).toBe("busy")
    other.exec("commit")
    other.close()
    expect(walking.run(slice(ALL))).toBe("done")
    expect(index.counts().files).toBe(5)
  })

  it("does not index again what another process has indexed since it began", () => {
    const { docs, path, pass, slice } = start(5)
    const walking = pass()
    const theirs = new FileIndex(openIndex({ path, root: docs }).db)
    // Old enough to count as settled.
    const later = { root: docs, maxFiles: 1000, maxFileBytes: 1000, now: () => 0 }
    new Pass(theirs, later).run(slice(ALL))
    theirs.close()
    const settle = new Database(path)
    settle.exec("update files set is_settled = 1")
    settle.close()
    expect(walking.run(slice(ALL))).toBe("done")
    expect(walking.counted.indexed).toBe(0)
  })
})
