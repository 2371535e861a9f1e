import { fork } from "node:child_process"
import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs"
import { join } from "node:path"
import Database from "better-sqlite3"
import { describe, expect, it } from "vitest"
import { folderWith, lines, opened, write } from "./__fixtures__/folder.ts"
import { retrieval } from "./retrieval.ts"

function many(count: number) {
  const text = (n: number) => lines(60, (line) => `zebra ${n} word${n * line}`)
  return folderWith(Object.fromEntries(Array.from({ length: count }, (_, n) => [`docs/f${n}.md`, text(n)])))
}

/** An index of the folder's docs, closed. */
async function madeIn(top: string): Promise<string> {
  const index = join(top, "index.db")
  const provider = await retrieval({ folder: join(top, "docs"), index })
  await provider.refresh()
  await provider.close()
  return index
}

const aside = (top: string) => readdirSync(top).filter((name) => name.includes(".aside-"))

describe("an index file", () => {
  it("is moved aside and replaced when it is no database", async () => {
    const top = folderWith({ "docs/a.md": "zebra\n", "index.db": "my diary" })
    const { places, refresh } = await opened({ folder: join(top, "docs"), index: join(top, "index.db") })
    expect(await refresh()).toMatchObject({ isComplete: true, files: 1, rebuilt: "it was no SQLite file" })
    expect(await places("zebra")).toEqual(["a.md:1"])
    expect(aside(top).map((name) => readFileSync(join(top, name), "utf8"))).toEqual(["my diary"])
  })

  it.each(["delete", "wal"])(
    "of another program is moved aside with all its contents, journal mode %s",
    async (mode) => {
      const top = folderWith({ "docs/a.md": "zebra\n" })
      const index = join(top, "index.db")
      const other = new Database(index)
      other.pragma(`journal_mode = ${mode}`)
      other.exec("create table files (mine text); insert into files values ('precious')")
      // As after a crash: the last writes stand in the WAL only.
      for (const end of ["", "-wal"]) if (existsSync(index + end)) copyFileSync(index + end, join(top, `copy${end}`))
      other.close()
      for (const end of ["", "-wal"])
        if (existsSync(join(top, `copy${end}`))) copyFileSync(join(top, `copy${end}`), index + end)

      const { places, refresh } = await opened({ folder: join(top, "docs"), index })
      expect(await refresh()).toMatchObject({ files: 1, rebuilt: "it was a database of another program" })
      expect(await places("zebra")).toEqual(["a.md:1"])
      const kept = new Database(join(top, aside(top).find((name) => !/-(wal|shm)$/.test(name)) ?? ""))
      expect(kept.prepare("select mine from files").pluck().all()).toEqual(["precious"])
      kept.close()
    },
  )

  it("is refused and left unchanged when it is a store of sessions", async () => {
    const top = folderWith({ "docs/a.md": "zebra\n" })
    const index = join(top, "agent.db")
    const store = new Database(index)
    store.exec("create table sessions (id text)")
    store.pragma(`application_id = ${0x5061776c}`)
    store.close()
    const before = readFileSync(index)
    await expect(retrieval({ folder: join(top, "docs"), index })).rejects.toMatchObject({
      code: "config-invalid",
      message: expect.stringContaining("store of sessions"),
    })
    expect(readFileSync(index).equals(before)).toBe(true)
  })

  it("is refused when it is a folder", async () => {
    const top = folderWith({ "docs/a.md": "zebra\n", "index.db/x": "" })
    const opening = retrieval({ folder: join(top, "docs"), index: join(top, "index.db") })
    await expect(opening).rejects.toMatchObject({ code: "config-invalid" })
  })

  it.each<[string, (index: string) => void]>([
    ["cut in half", (index) => truncateSync(index, Math.floor(statSync(index).size / 2 / 4096) * 4096)],
    ["cut in its header", (index) => truncateSync(index, 60)],
    ["overwritten but for its header", (index) => writeFileSync(index, overwritten(readFileSync(index), 100))],
    ["overwritten from the third page on", (index) => writeFileSync(index, overwritten(readFileSync(index), 8192))],
    ["overwritten in its second half", (index) => writeFileSync(index, overwritten(readFileSync(index), "half"))],
  ])("that was %s is rebuilt, at the latest when the damage shows", async (_, damage) => {
    const top = many(40)
    const index = await madeIn(top)
    damage(index)
    const { places, refresh } = await opened({ folder: join(top, "docs"), index })
    expect((await places("zebra 17")).length).toBeLessThanOrEqual(5)
    write(top, { "docs/new.md": "a gnu\n" })
    for (let n = 0; n < 40; n++) write(top, { [`docs/f${n}.md`]: "zebra again\n" })
    expect(await refresh()).toMatchObject({ isComplete: true, files: 41, rebuilt: expect.stringMatching(/^it was /) })
    expect(await places("gnu")).toEqual(["new.md:1"])
  })

  it("is rebuilt when it is damaged while in use", async () => {
    const top = many(40)
    const index = join(top, "index.db")
    const { places, refresh } = await opened({ folder: join(top, "docs"), index })
    expect(await refresh()).not.toHaveProperty("rebuilt")
    const other = new Database(index)
    // The words themselves; the rows 1 and 10 describe the table as a whole.
    other.unsafeMode().exec("update words_data set block = x'ffffffffffff' where id > 10")
    other.close()
    expect(await places("zebra")).toEqual([])
    expect(await refresh()).toMatchObject({ files: 40, rebuilt: expect.stringMatching(/^it was damaged: /) })
    expect((await places("zebra")).length).toBeGreaterThan(0)
  })

  it("is rebuilt when it belongs to another folder, or to another version", async () => {
    const top = folderWith({ "docs/a.md": "zebra\n", "other/b.md": "zebra\n" })
    const index = await madeIn(top)
    const other = await retrieval({ folder: join(top, "other"), index })
    expect(await other.refresh()).toMatchObject({ files: 1, rebuilt: "it was made for another folder" })
    await other.close()
    const db = new Database(index)
    db.pragma("user_version = 99")
    db.close()
    const { refresh } = await opened({ folder: join(top, "other"), index })
    expect(await refresh()).toMatchObject({ files: 1, rebuilt: "it was made by another version of Pawl" })
    expect(aside(top)).toEqual([])
  })

  it("may be deleted by another process while in use", async () => {
    const top = many(10)
    const index = join(top, "index.db")
    const { places, refresh } = await opened({ folder: join(top, "docs"), index })
    await refresh()
    for (const end of ["", "-wal", "-shm"]) rmSync(index + end, { force: true })
    write(top, { "docs/new.md": "a gnu\n" })
    await refresh()
    expect(await places("gnu")).toEqual(["new.md:1"])
  })

  it("is shared by processes that index at the same time", async () => {
    const top = many(150)
    const index = join(top, "index.db")
    const script = new URL("./__fixtures__/index-once.ts", import.meta.url)
    const reports = await Promise.all(
      Array.from({ length: 4 }, () => {
        const child = fork(script, [join(top, "docs"), index], { execArgv: ["--conditions=@pawl/source"] })
        return new Promise((resolve, reject) => {
          child.once("message", resolve)
          child.once("error", reject)
          child.once("exit", (code) => reject(new Error(`ended with ${code}`)))
        })
      }),
    )
    for (const report of reports) {
      expect(report).toMatchObject({ isComplete: true, files: 150 })
      expect(report).not.toHaveProperty("problem")
      expect(report).not.toHaveProperty("rebuilt")
    }
    const db = new Database(index)
    expect(db.pragma("integrity_check", { simple: true })).toBe("ok")
    db.exec("insert into words (words) values ('integrity-check')")
    expect(db.prepare("select count(*) from files").pluck().get()).toBe(150)
    expect(db.prepare("select count(*) from passages where file not in (select id from files)").pluck().get()).toBe(0)
    db.close()
  })
})

function overwritten(bytes: Buffer, from: number | "half"): Buffer {
  return bytes.fill(0xaa, from === "half" ? Math.floor(bytes.length / 2 / 4096) * 4096 : from)
}
