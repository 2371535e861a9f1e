// The database file is taken away under a running program: the store
// notices at its next write, reports it once, and saves a copy.
import { randomUUID } from "node:crypto"
import {
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createAgent, type Store, sqlite } from "@pawl/agent"
import { archiveOf } from "@pawl/agent/sessions"
import { scripted } from "@pawl/agent/testing"
import Database from "better-sqlite3"
import { afterEach, beforeEach, describe, expect, it } from "vitest"

let folder = ""
const path = () => join(folder, "pawl.db")
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pawl-gone-"))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const model = scripted(({ said }) => `You said: ${said}`)

async function startAgent(id = "s"): Promise<{
  store: Store
  ask: (words: string) => Promise<unknown>
  close: () => Promise<void>
}> {
  const store = await sqlite(path())
  const agent = await createAgent({ model, store, onError: () => {} })
  const session = await agent.open({ id })
  expect(await session.ask("first")).toMatchObject({ outcome: "completed" })
  const close = async () => {
    await agent.close().catch(() => {})
    await store.close().catch(() => {})
  }
  return { store, ask: (words) => session.ask(words), close }
}

const rescued = () => readdirSync(folder).filter((name) => name.includes(".rescued-"))

describe("a store whose file", () => {
  it.each<{ name: string; attack: () => void; says: RegExp }>([
    { name: "is deleted", attack: () => rmSync(path()), says: /was deleted or moved while it was in use/ },
    { name: "is moved", attack: () => renameSync(path(), `${path()}.bak`), says: /was deleted or moved/ },
    {
      name: "is replaced",
      attack: () => {
        copyFileSync(path(), `${path()}.new`)
        renameSync(`${path()}.new`, path())
      },
      says: /was replaced by another file/,
    },
    {
      name: "loses its index",
      attack: () => rmSync(`${path()}-shm`),
      says: /-shm", which says what is in the newest writes, was deleted.*stop every program that uses the store/,
    },
    { name: "loses its WAL", attack: () => rmSync(`${path()}-wal`), says: /-wal", in which the newest writes are/ },
    {
      name: "has a copy for its WAL",
      attack: () => {
        copyFileSync(`${path()}-wal`, `${path()}.new`)
        renameSync(`${path()}.new`, `${path()}-wal`)
      },
      says: /-wal", in which the newest writes are/,
    },
  ])("$name stops at once, with one clear error and a copy of all it knew", async ({ attack, says }) => {
    const { ask, close } = await startAgent()
    attack()
    await expect(ask("second")).rejects.toMatchObject({ code: "store-gone", message: expect.stringMatching(says) })
    await expect(ask("third")).rejects.toMatchObject({ code: "store-gone" })
    await close()
    expect(rescued()).toHaveLength(1)
    const again = await createAgent({ model, store: sqlite(join(folder, rescued()[0] ?? "")) })
    const facts = await (await again.open({ id: "s" })).facts()
    expect(facts.flatMap((fact) => (fact.type === "turn-finished" ? [fact.text] : []))).toContain("You said: first")
    await again.close()
  })
})

const otherStoreBytes = async () => {
  const store = await sqlite(join(folder, "other.db"))
  await store.close()
  return readFileSync(join(folder, "other.db"))
}

describe("a store whose file is overwritten in place", () => {
  it.each<{ name: string; attack: (before: Buffer) => void | Promise<void> }>([
    { name: "by another store", attack: async () => writeFileSync(path(), await otherStoreBytes()) },
    { name: "by an older copy of itself", attack: (before) => writeFileSync(path(), before) },
    { name: "by text", attack: () => writeFileSync(path(), "Dear diary\n".repeat(9999)) },
    { name: "by nothing", attack: () => truncateSync(path(), 0) },
  ])("$name stops at its next write, and completes nothing more", async ({ attack }) => {
    const { store, ask, close } = await startAgent()
    const before = readFileSync(path())
    // Overwriting the file does not lose what is only in the WAL, so the file itself has to have grown first.
    await grow(store)
    await attack(before)
    const code = "store-gone"
    const message = expect.stringMatching(/was overwritten while it was in use/)
    await expect(ask("second")).rejects.toMatchObject({ code, message })
    await expect(ask("third")).rejects.toMatchObject({ code })
    await close()
    // A mixture of two files is no rescue.
    for (const copy of rescued()) expect(() => expectIntact(join(folder, copy))).not.toThrow()
  })

  it.each<{ name: string; attack: () => void }>([
    { name: "by nothing", attack: () => truncateSync(`${path()}-wal`, 0) },
    { name: "by text", attack: () => writeFileSync(`${path()}-wal`, "Dear diary\n".repeat(9999)) },
  ])("$name, in its WAL, stops at its next write, and completes nothing more", async ({ attack }) => {
    const { ask, close } = await startAgent()
    attack()
    // Reading may find the missing part first, and reports a damaged file.
    const code = expect.stringMatching(/^store-(gone|corrupt)$/)
    await expect(ask("second")).rejects.toMatchObject({ code })
    await expect(ask("third")).rejects.toMatchObject({ code })
    await close()
  })

  it("by a backup that was made a moment ago stops at its next write, too", async () => {
    const { store, ask, close } = await startAgent()
    const copy = join(folder, "copy.db")
    await archiveOf(store).backup(copy)
    expect(await ask("second")).toMatchObject({ outcome: "completed" })
    writeFileSync(path(), readFileSync(copy))
    await expect(ask("third")).rejects.toMatchObject({ code: "store-gone" })
    await close()
  })

  it("by older copies of all its files stops when it goes on with a session that lost facts", async () => {
    const { ask, close } = await startAgent()
    const files = ["", "-wal", "-shm"].map((end) => path() + end)
    const before = files.map((file) => readFileSync(file))
    expect(await ask("second")).toMatchObject({ outcome: "completed" })
    for (const [at, file] of files.entries()) writeFileSync(file, before[at] as Buffer, { flag: "r+" })
    await expect(ask("third")).rejects.toMatchObject({ code: "store-gone" })
    await expect(ask("fourth")).rejects.toMatchObject({ code: "store-gone" })
    await close()
  })

  it("by a copy from before some short runs stops at its next write, too", async () => {
    const { close } = await startAgent()
    await close()
    const before = readFileSync(path())
    for (let run = 0; run < 3; run += 1) {
      const store = await sqlite(path())
      await add(store)
      await store.close()
    }
    const { ask, close: end } = await startAgent("another")
    writeFileSync(path(), before)
    await expect(ask("second")).rejects.toMatchObject({ code: "store-gone" })
    await end()
  })

  it("is not suspected where a reader has kept the newest writes out of the file for long", async () => {
    const { store, ask, close } = await startAgent()
    const reader = new Database(path(), { readonly: true })
    reader.exec("begin")
    reader.prepare("select count(*) from sessions").get()
    for (let i = 0; i < 2500; i += 1) await add(store)
    reader.exec("commit")
    reader.close()
    for (let i = 0; i < 100; i += 1) await add(store)
    expect(await ask("second")).toMatchObject({ outcome: "completed" })
    await close()
    expectIntact(path())
  })

  it("is not suspected where other processes write, vacuum and checkpoint it", async () => {
    const { store, ask, close } = await startAgent()
    const [one, two] = [await sqlite(path()), await sqlite(path())]
    for (const each of [one, two, store]) await grow(each)
    const db = new Database(path())
    db.exec("vacuum")
    db.pragma("wal_checkpoint(TRUNCATE)")
    db.close()
    expect(await ask("second")).toMatchObject({ outcome: "completed" })
    await one.close()
    await two.close()
    expect(await ask("third")).toMatchObject({ outcome: "completed" })
    await close()
  })
})

function expectIntact(file: string): void {
  const db = new Database(file, { readonly: true })
  expect(db.pragma("integrity_check(1)", { simple: true })).toBe("ok")
  db.close()
}

async function add(store: Store): Promise<void> {
  const id = `grown-${randomUUID()}`
  const opened = { type: "session-opened", session: id, profile: "default", v: 1, seq: 1, at: 1000 } as const
  await store.sessions.create({ id, opened, profile: "default" })
}

/** Commits until the file has been written to from the WAL. */
async function grow(store: Store): Promise<void> {
  const before = statSync(path()).mtimeMs
  for (let i = 0; i < 4000 && statSync(path()).mtimeMs === before; i += 1) await add(store)
  expect(statSync(path()).mtimeMs).toBeGreaterThan(before)
}

it("a store whose folder is gone saves its copy elsewhere, and says where", async () => {
  const { ask, close } = await startAgent()
  rmSync(folder, { recursive: true })
  const error: unknown = await ask("second").catch((reason: unknown) => reason)
  expect(error).toMatchObject({ code: "store-gone" })
  const [, copy = ""] = /What this process knew of it is in "([^"]+)"/.exec(String(error)) ?? []
  expect(copy.startsWith(tmpdir())).toBe(true)
  await close()
  rmSync(copy)
})
