// The short look that most checks take says the same as the closer one that it stands for.
import {
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import Database from "better-sqlite3"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { FileIdentity } from "./file-identity.ts"
import { versionWith } from "./file-version.ts"
import { OwnDescriptor } from "./own-descriptor.ts"

let folder = ""
let path = ""
let before = Buffer.alloc(0)
let db: Database.Database
let identity: FileIdentity
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pawl-identity-"))
  path = join(folder, "a.db")
  db = new Database(path)
  db.exec(`pragma journal_mode = wal; create table t (x); pragma user_version = ${versionWith(1, 1000)}`)
  db.pragma("wal_checkpoint")
  before = readFileSync(path)
  db.exec(`insert into t values (1); pragma user_version = ${versionWith(1, 1001)}`)
  db.pragma("wal_checkpoint")
  db.exec("insert into t values (2)")
  identity = new FileIdentity(path, db, { rescues: false })
})
afterEach(() => {
  vi.restoreAllMocks()
  identity.close()
  db.close()
  for (const each of [folder, `${folder}.bak`]) rmSync(each, { recursive: true, force: true })
})

/** How often a check looked closer. */
function closerLooks(): number {
  const spies = [vi.spyOn(OwnDescriptor.prototype, "read"), vi.spyOn(OwnDescriptor.prototype, "readNamed")]
  for (const spy of spies) spy.mockClear()
  identity.check()
  return spies.reduce((sum, spy) => sum + spy.mock.calls.length, 0)
}

const untilShort = () => vi.waitFor(() => expect(closerLooks()).toBe(0))

const attacks: readonly { readonly name: string; readonly attack: () => void }[] = [
  { name: "a removal", attack: () => rmSync(path) },
  { name: "a move", attack: () => renameSync(path, `${path}.bak`) },
  { name: "a move of the folder", attack: () => renameSync(folder, `${folder}.bak`) },
  { name: "a copy in its place", attack: () => replace(path) },
  { name: "an older copy written over it", attack: () => writeFileSync(path, before) },
  { name: "a copy made by SQLite written over it", attack: () => writeFileSync(path, copyBySqlite()) },
  { name: "text written over it", attack: () => writeFileSync(path, "Dear diary\n".repeat(999)) },
  { name: "a truncation", attack: () => truncateSync(path, 0) },
  { name: "a removal of the log", attack: () => rmSync(`${path}-wal`) },
  { name: "a copy in the place of the log", attack: () => replace(`${path}-wal`) },
  { name: "a removal of the index", attack: () => rmSync(`${path}-shm`) },
  { name: "a copy in the place of the index", attack: () => replace(`${path}-shm`) },
  { name: "text written over the log", attack: () => writeFileSync(`${path}-wal`, "Dear diary\n".repeat(999)) },
]

/** It has the count of the file, and all that is in the log. */
function copyBySqlite(): Buffer {
  db.exec(`vacuum into '${path}.copy'`)
  return readFileSync(`${path}.copy`)
}

function replace(file: string): void {
  copyFileSync(file, `${file}.new`)
  renameSync(`${file}.new`, file)
}

describe("a check of the file", () => {
  it.each(attacks)("at once notices $name", ({ attack }) => {
    identity.check()
    attack()
    expect(() => identity.check()).toThrow(expect.objectContaining({ code: "store-gone" }))
  })

  it.each(attacks)("that has become short notices $name", async ({ attack }) => {
    await untilShort()
    attack()
    expect(() => identity.check()).toThrow(expect.objectContaining({ code: "store-gone" }))
  })

  it("stays short while commits go to the log", async () => {
    await untilShort()
    for (let times = 0; times < 20; times++) {
      db.exec("insert into t values (3)")
      expect(closerLooks()).toBe(0)
    }
  })

  it("looks closer after a commit that raised the count: another file may have come with it", async () => {
    await untilShort()
    identity.raiseCount()
    expect(closerLooks()).toBeGreaterThan(0)
  })

  it.each<{ name: string; act: () => void }>([
    { name: "a checkpoint", act: () => db.pragma("wal_checkpoint") },
    { name: "an emptied log", act: () => db.pragma("wal_checkpoint(TRUNCATE)") },
    { name: "another file in the folder", act: () => writeFileSync(join(folder, "other"), "") },
  ])("looks closer after $name, and becomes short again", async ({ act }) => {
    await untilShort()
    act()
    expect(closerLooks()).toBeGreaterThan(0)
    db.exec("insert into t values (3)")
    await untilShort()
  })
})

it.runIf(process.platform === "linux")(
  "keeps no file open once it is closed, also if it is checked after that",
  async () => {
    const openLogs = () => readdirSync("/proc/self/fd").filter((fd) => isLink(fd, `${path}-wal`)).length
    const before = openLogs()
    await untilShort()
    expect(openLogs()).toBe(before + 1)
    identity.close()
    identity.check()
    expect(openLogs()).toBe(before)
  },
)

/** Descriptors come and go while they are listed. */
function isLink(fd: string, target: string): boolean {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`) === target
  } catch {
    return false
  }
}
