// The writer thread is started only when a batch needs it: what runs without it, and what starts it.
import { subscribe, unsubscribe } from "node:diagnostics_channel"
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import Database from "better-sqlite3"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import type { Store } from "../contracts/store.ts"
import { append, create, held, runner, say } from "./conformance/data.ts"
import { APPLICATION_ID, MIGRATIONS } from "./sqlite/schema.ts"
import { type SqliteOptions, sqlite } from "./sqlite.ts"

let folder = ""
let path = ""
let stores: Store[] = []
let threads = 0
const count = () => {
  threads += 1
}
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pawl-store-"))
  path = join(folder, "agent.db")
  stores = []
  threads = 0
  subscribe("worker_threads", count)
})
afterEach(async () => {
  unsubscribe("worker_threads", count)
  vi.restoreAllMocks()
  await Promise.all(stores.map((store) => store.close()))
  rmSync(folder, { recursive: true })
})

async function open(options?: SqliteOptions): Promise<Store> {
  const store = await sqlite(path, options)
  stores.push(store)
  return store
}

/** Every commit seems quick, however busy the disk is. */
function stopTheClock(): void {
  vi.spyOn(performance, "now").mockReturnValue(performance.now())
}

/** The writes of a short turn, with a heartbeat and text in flight. */
async function shortTurn(store: Store, id = "a"): Promise<void> {
  await held(store, id)
  await store.inbox.enqueue(id, say("c1"))
  store.live.write(id, { attempt: "m1", text: "Hel" })
  for (let seq = 1; seq <= 8; seq++) await append(store, id, { expectedSeq: seq })
  expect(await store.leases.beat(runner.id)).toEqual([id])
  await vi.waitFor(() => expect(readLive(id)).toBe("Hel"))
  store.live.write(id, undefined)
  await store.leases.release(id, 1, { dueAt: null, seen: 9 })
  await store.leases.leave(runner.id)
}

function readLive(id: string): unknown {
  const db = new Database(path, { readonly: true })
  try {
    return db.prepare("select text from live join sessions on key = session where id = ?").pluck().get(id)
  } finally {
    db.close()
  }
}

describe("without the writer thread", () => {
  it("a short turn runs in a new file and in an old one, and its close leaves one file", async () => {
    stopTheClock()
    for (const id of ["a", "b"]) {
      const store = await sqlite(path)
      await shortTurn(store, id)
      await store.close()
      expect(readdirSync(folder)).toEqual(["agent.db"])
    }
    expect(threads).toBe(0)
    expect(await (await open()).log.head("a")).toBe(9)
  })

  it("short sessions run one after another, each put down while the next is opened", async () => {
    stopTheClock()
    const store = await open()
    await held(store, "s0")
    for (let each = 1; each <= 5; each++) {
      await append(store, `s${each - 1}`, { expectedSeq: 1 })
      const put = store.leases.release(`s${each - 1}`, 1, { dueAt: null, seen: 0 })
      await Promise.all([put, create(store, `s${each}`)])
      await store.leases.acquire(`s${each}`, runner.id)
    }
    expect(threads).toBe(0)
  })

  it("the write-ahead log stays short", async () => {
    const store = await open({ durability: "process-crash", commitOn: "caller" })
    await held(store, "a")
    for (let seq = 1; seq <= 1500; seq++) await append(store, "a", { expectedSeq: seq })
    expect(statSync(`${path}-wal`).size).toBeLessThan(6_000_000)
    expect(threads).toBe(0)
  })

  it("a failed write of a batch fails alone", async () => {
    stopTheClock()
    const store = await open()
    await create(store, "a")
    const title = (() => "not data") as never
    const outcomes = await Promise.allSettled([
      store.sessions.update("a", { title }),
      store.sessions.update("a", { pinned: true }),
    ])
    expect(outcomes).toMatchObject([
      { reason: { code: "store-failed", message: expect.stringContaining("is not plain data") } },
      { value: true },
    ])
    expect(threads).toBe(0)
  })
})

describe("the writer thread is started", () => {
  it("by sessions that write at once", async () => {
    const store = await open()
    await Promise.all([create(store, "a"), create(store, "b")])
    expect(threads).toBe(1)
    expect(await store.log.head("b")).toBe(1)
  })

  it("by a removal, which rewrites the file", async () => {
    stopTheClock()
    const store = await open()
    await create(store, "a")
    expect(threads).toBe(0)
    expect(await store.sessions.remove("a")).toBe(true)
    expect(threads).toBe(1)
  })

  it("by a file that another program has locked, and waits there", async () => {
    const store = await open()
    await create(store, "a")
    const other = new Database(path)
    other.exec("begin immediate")
    const waiting = create(store, "b")
    await new Promise((resolve) => setImmediate(resolve))
    expect(threads).toBe(1)
    other.exec("rollback")
    other.close()
    expect(await waiting).toBe(true)
  })

  it("by a heartbeat while another program has locked the file", async () => {
    const store = await open()
    await store.leases.join(runner)
    const other = new Database(path)
    other.exec("begin immediate")
    const beating = store.leases.beat(runner.id)
    await new Promise((resolve) => setImmediate(resolve))
    other.exec("rollback")
    other.close()
    expect(await beating).toEqual([])
    expect(threads).toBe(1)
  })

  it("by a new file that another program has locked while it is opened", async () => {
    const other = new Database(path)
    other.exec("pragma locking_mode = exclusive; begin exclusive")
    const opening = open()
    await new Promise((resolve) => setTimeout(resolve))
    expect(threads).toBe(1)
    other.close()
    expect(await create(await opening, "a")).toBe(true)
  })

  it("by a file that has to be migrated", async () => {
    const db = new Database(path)
    db.exec(["pragma journal_mode = wal", ...MIGRATIONS.slice(0, -1)].map((step) => `${step};`).join("\n"))
    db.exec(`pragma application_id = ${APPLICATION_ID}; pragma user_version = ${MIGRATIONS.length - 1}`)
    db.close()
    const store = await open()
    expect(threads).toBe(1)
    expect(await create(store, "a")).toBe(true)
  })
})

describe("a writer thread that is started late", () => {
  it("never writes to a file that has taken the place of the opened one", async () => {
    await (await sqlite(join(folder, "other.db"))).close()
    const store = await open()
    await create(store, "a")
    copyFileSync(join(folder, "other.db"), join(folder, "new.db"))
    renameSync(join(folder, "new.db"), path)
    const before = readFileSync(path)
    const gone = { code: "store-gone", message: expect.stringContaining("was replaced by another file") }
    const outcomes = await Promise.allSettled([create(store, "b"), create(store, "c")])
    expect(outcomes).toMatchObject([{ reason: gone }, { reason: gone }])
    expect(readFileSync(path).equals(before)).toBe(true)
    expect(readdirSync(folder).filter((name) => name.includes(".rescued-"))).toHaveLength(1)
  })

  it("and a late heartbeat write to no such file either", async () => {
    await (await sqlite(join(folder, "other.db"))).close()
    const store = await open()
    await store.leases.join(runner)
    renameSync(join(folder, "other.db"), path)
    const before = readFileSync(path)
    await expect(store.leases.beat(runner.id)).rejects.toMatchObject({ code: "store-gone" })
    expect(readFileSync(path).equals(before)).toBe(true)
  })

  it("does not create a deleted file again", async () => {
    const store = await open()
    await create(store, "a")
    rmSync(path)
    await expect(store.sessions.remove("a")).rejects.toMatchObject({ code: "store-gone" })
    expect(readdirSync(folder)).not.toContain("agent.db")
  })
})
