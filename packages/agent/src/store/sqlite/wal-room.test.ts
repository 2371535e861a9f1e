import { copyFileSync, mkdtempSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import Database from "better-sqlite3"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { STEP_BYTES, WalRoom } from "./wal-room.ts"

let folder = ""
let path = ""
let db: Database.Database
let room: WalRoom
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pawl-room-"))
  path = join(folder, "a.db")
  db = new Database(path)
  db.exec("pragma journal_mode = wal; pragma synchronous = off; pragma wal_autocheckpoint = 0; create table t (x)")
  room = new WalRoom(`${path}-wal`)
})
afterEach(() => {
  room.close()
  db.close()
  rmSync(folder, { recursive: true })
})

const length = () => statSync(`${path}-wal`).size

/** One transaction, as the writer runs it, of about so many pages. */
function commit(pages: number): void {
  db.exec("begin immediate")
  for (let page = 0; page < pages; page++) db.prepare("insert into t values (?)").run("x".repeat(4000))
  room.make()
  db.exec("commit")
}

describe("WalRoom", () => {
  it("leaves a short log as it is, and makes a longer one grow in steps", () => {
    commit(1)
    commit(1)
    expect(length() % STEP_BYTES).not.toBe(0)
    commit(60)
    commit(1)
    const [before, steps] = [length(), new Set<number>()]
    expect(before % STEP_BYTES).toBe(0)
    for (let times = 0; times < 300; times++) {
      commit(2)
      if (length() % STEP_BYTES === 0) steps.add(length())
    }
    expect(length()).toBeGreaterThan(before)
    expect(steps.size).toBeLessThan(5)
  })

  it("is taken for the end of the log by a process that finds it after a crash", () => {
    for (let times = 0; times < 80; times++) commit(2)
    expect(length() % STEP_BYTES).toBe(0)
    for (const end of ["", "-wal"]) copyFileSync(`${path}${end}`, join(folder, `copy.db${end}`))
    const copy = new Database(join(folder, "copy.db"))
    expect(copy.pragma("integrity_check", { simple: true })).toBe("ok")
    expect(copy.prepare("select count(*) from t").pluck().get()).toBe(160)
    copy.exec("insert into t values (1)")
    expect(copy.prepare("select count(*) from t").pluck().get()).toBe(161)
    copy.close()
  })

  it("is made again after another connection has emptied the log", () => {
    for (let times = 0; times < 80; times++) commit(2)
    db.pragma("wal_checkpoint(TRUNCATE)")
    expect(length()).toBe(0)
    for (let times = 0; times < 80; times++) commit(2)
    expect(length() % STEP_BYTES).toBe(0)
    expect(db.prepare("select count(*) from t").pluck().get()).toBe(320)
  })

  it("is not made twice by two connections that take turns", () => {
    for (let times = 0; times < 80; times++) commit(2)
    const before = length()
    const other = new WalRoom(`${path}-wal`)
    db.exec("begin immediate")
    other.make()
    db.exec("commit")
    other.close()
    expect(length()).toBe(before)
  })

  it("is given up quietly where the log cannot be written", () => {
    room.close()
    room = new WalRoom(join(folder, "nothing-here"))
    for (let times = 0; times < 80; times++) commit(2)
    expect(db.prepare("select count(*) from t").pluck().get()).toBe(160)
  })
})
