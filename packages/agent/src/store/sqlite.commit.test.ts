// Group commit, and its behaviour when a write fails.
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import Database from "better-sqlite3"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import type { Store } from "../contracts/store.ts"
import { append, appendOf, create, fact, held, nudge, runner, say, started } from "./conformance/data.ts"
import { type SqliteOptions, sqlite } from "./sqlite.ts"

let folder = ""
let path = ""
let stores: Store[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pawl-store-"))
  path = join(folder, "agent.db")
  stores = []
})
afterEach(async () => {
  await Promise.all(stores.map((store) => store.close()))
  rmSync(folder, { recursive: true })
})

async function open(options?: SqliteOptions): Promise<Store> {
  const store = await sqlite(path, options)
  stores.push(store)
  return store
}

function hook(query: Record<string, string>): string {
  const url = new URL("./__fixtures__/commit-hook.ts", import.meta.url)
  url.search = new URLSearchParams(query).toString()
  return url.href
}

describe("group commit", () => {
  it("puts writes that arrive during a commit into the next one, and names each to the hook", async () => {
    const log = join(folder, "commits")
    const store = await open({ commitOn: "thread", commitHook: hook({ log }) })
    const ids = Array.from({ length: 50 }, (_, index) => `s${index}`)
    await store.leases.join(runner)
    await Promise.all(ids.map((id) => create(store, id)))
    await Promise.all(ids.map((id) => store.leases.acquire(id, runner.id)))
    await Promise.all(ids.map((id) => append(store, id, { facts: [fact(2, started(id)), fact(3)] })))
    const commits = readFileSync(log, "utf8").trimEnd().split("\n")
    expect(commits).toEqual([
      "1 join",
      `2 ${ids.map(() => "create").join(" ")}`,
      `3 ${ids.map(() => "acquire").join(" ")}`,
      `4 ${ids.map(() => "append:turn-started,nudged").join(" ")}`,
    ])
  })

  it("does not count refused writes or heartbeats", async () => {
    const log = join(folder, "commits")
    const store = await open({ commitOn: "thread", commitHook: hook({ log }) })
    await held(store, "a")
    await Promise.all([store.log.append(appendOf("a", { epoch: 9 })), create(store, "a")])
    await store.leases.beat(runner.id)
    await Promise.all([store.log.append(appendOf("a", { epoch: 9 })), store.inbox.enqueue("a", say("c1"))])
    expect(readFileSync(log, "utf8").split("\n")).toEqual(["1 create", "2 join", "3 acquire", "4 enqueue", ""])
  })

  it("fails only the broken write of a batch", async () => {
    const store = await open()
    for (const id of ["a", "b", "c"]) await held(store, id)
    const broken = appendOf("b", { columns: { turns: {} as never } })
    const outcomes = await Promise.allSettled([appendOf("a"), broken, appendOf("c")].map(store.log.append))
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"])
    expect(outcomes[1]).toMatchObject({ reason: { code: "store-failed", cause: expect.any(Error) } })
    expect(await Promise.all(["a", "b", "c"].map(store.log.head))).toEqual([2, 1, 2])
  })

  it("fails only the write that does not fit on a full disk, with a plain message", async () => {
    const store = await open({ maxPages: 60 })
    for (const id of ["a", "b"]) await held(store, id)
    const huge = appendOf("a", { facts: [fact(2, nudge("x".repeat(500_000)))] })
    const outcomes = await Promise.allSettled([huge, appendOf("b")].map(store.log.append))
    expect(outcomes).toMatchObject([
      { reason: { code: "store-failed", message: expect.stringContaining("full"), cause: { code: "SQLITE_FULL" } } },
      { value: { ok: true } },
    ])
    expect(await store.log.head("a")).toBe(1)
    await append(store, "a")
  })

  it("rejects the writes of a failed commit, and continues", async () => {
    const store = await open({ commitOn: "thread", commitHook: hook({ fail: "update" }) })
    await create(store, "a")
    const outcomes = await Promise.allSettled([store.sessions.update("a", { title: "x" }), create(store, "b")])
    expect(outcomes).toMatchObject([{ reason: { message: expect.stringContaining("caught fire") } }, { value: true }])
    expect((await store.sessions.get("a"))?.metadata.title).toBeNull()
  })

  it("refuses a value that is not plain data before it is sent, and continues", async () => {
    const store = await open()
    await create(store, "a")
    const title = (() => "not data") as never
    await expect(store.sessions.update("a", { title })).rejects.toMatchObject({ code: "store-failed" })
    expect(await store.sessions.update("a", { title: "data" })).toBe(true)
  })

  it("reports that another program keeps the file locked", async () => {
    const store = await open({ busyTimeoutMs: 50 })
    await create(store, "a")
    const other = new Database(path)
    other.exec("begin immediate")
    const outcomes = await Promise.allSettled([store.sessions.update("a", { title: "x" }), create(store, "b")])
    other.exec("rollback")
    other.close()
    for (const outcome of outcomes) {
      expect(outcome).toMatchObject({ reason: { code: "store-failed", message: expect.stringContaining("locked") } })
    }
    expect(await create(store, "b")).toBe(true)
  })
})

describe("more writes at once than one commit takes", () => {
  const ids = Array.from({ length: 600 }, (_, index) => `s${index}`)
  const changed = (store: Store) => ids.map((id) => store.sessions.update(id, { title: id }))

  it("are written in several commits, in order, and each is answered", async () => {
    const log = join(folder, "commits")
    const store = await open({ commitOn: "thread", commitHook: hook({ log }) })
    expect(await Promise.all(ids.map((id) => create(store, id)))).toEqual(ids.map(() => true))
    expect(await Promise.all([...changed(store), create(store, "s0")])).toEqual([...ids.map(() => true), false])
    const commits = readFileSync(log, "utf8").trimEnd().split("\n")
    expect(commits.map((each) => each.split(" ").length - 1)).toEqual([256, 256, 88, 256, 256, 88])
    const rows = await Promise.all(ids.map((id) => store.sessions.get(id)))
    expect(rows.map((row) => row?.metadata.title)).toEqual(ids)
  })

  it("are each answered for itself", async () => {
    const store = await open({ commitOn: "thread" })
    const isThere = (index: number) => (index * 7) % 11 < 4
    await Promise.all(ids.filter((_, index) => isThere(index)).map((id) => create(store, id)))
    expect(await Promise.all(ids.map((id) => create(store, id)))).toEqual(ids.map((_, index) => !isThere(index)))
  })

  it("are all written on the caller's thread, too", async () => {
    const store = await open({ commitOn: "caller" })
    expect(await Promise.all(ids.map((id) => create(store, id)))).toEqual(ids.map(() => true))
  })

  it("are completed when the store is closed meanwhile", async () => {
    const store = await open({ commitOn: "thread" })
    const made = Promise.all(ids.map((id) => create(store, id)))
    await store.close()
    expect(await made).toEqual(ids.map(() => true))
  })

  it("fail only in the commit of one that is not plain data", async () => {
    const store = await open({ commitOn: "thread" })
    await Promise.all(ids.map((id) => create(store, id)))
    const title = (() => "not data") as never
    const updates = ids.map((id, index) => store.sessions.update(id, index === 300 ? { title } : { title: id }))
    const outcomes = await Promise.allSettled(updates)
    const failed = outcomes.flatMap(({ status }, index) => (status === "rejected" ? [index] : []))
    expect(failed).toEqual(Array.from({ length: 256 }, (_, index) => 256 + index))
    expect(await create(store, "another")).toBe(true)
  })

  it("are all rejected when the writer thread dies", async () => {
    const store = await open({ commitOn: "thread", commitHook: hook({ die: "update" }) })
    await Promise.all(ids.map((id) => create(store, id)))
    const outcomes = await Promise.allSettled(changed(store))
    expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set(["rejected"]))
  })
})

describe("commits on the caller's thread", () => {
  it("move to the writer thread while another program writes, and wait there", async () => {
    const store = await open({ commitOn: "caller" })
    await held(store, "a")
    const other = new Database(path)
    other.exec("begin immediate")
    const waiting = append(store, "a")
    expect(await Promise.race([waiting, new Promise((resolve) => setImmediate(resolve, "not blocked"))])).toBe(
      "not blocked",
    )
    other.exec("rollback")
    other.close()
    await waiting
    expect(await store.log.head("a")).toBe(2)
  })

  it("fail only the write that does not fit", async () => {
    const store = await open({ maxPages: 60, commitOn: "caller" })
    await held(store, "a")
    const huge = appendOf("a", { facts: [fact(2, nudge("x".repeat(500_000)))] })
    await expect(store.log.append(huge)).rejects.toMatchObject({ code: "store-failed", cause: { code: "SQLITE_FULL" } })
    await append(store, "a")
    expect(await store.log.head("a")).toBe(2)
  })
})

describe("closing a store", () => {
  it("completes earlier writes, and refuses later calls", async () => {
    const store = await open()
    const made = create(store, "a")
    await Promise.all([store.close(), store.close()])
    expect(await made).toBe(true)
    const closed = { code: "store-failed", message: expect.stringContaining("is closed") }
    await expect(create(store, "b")).rejects.toMatchObject(closed)
    await expect(store.log.read("a", 0)).rejects.toMatchObject(closed)
    await expect(store.leases.epoch("a")).rejects.toMatchObject(closed)
    await expect(store.leases.beat("x")).rejects.toMatchObject(closed)
    store.live.write("a", { attempt: "m1", text: "late" })
    expect(await (await open()).log.head("a")).toBe(1)
  })

  it("whose writer thread has died rejects all waiting writes", async () => {
    const store = await open({ commitOn: "thread", commitHook: hook({ die: "update" }) })
    await create(store, "a")
    const died = { code: "store-failed", message: expect.stringContaining("has died") }
    const dying = store.sessions.update("a", { title: "x" })
    const later = dying.catch(() => create(store, "b"))
    await expect(dying).rejects.toMatchObject(died)
    await expect(later).rejects.toMatchObject(died)
    expect(await store.log.head("a")).toBe(1)
    await store.close()
    expect((await (await open()).sessions.get("a"))?.metadata.title).toBeNull()
  })
})

describe("text in flight", () => {
  it("reaches other processes in its latest version, and disappears when it is cleared", async () => {
    const store = await open()
    const other = await open()
    await create(store, "a")
    for (const text of ["H", "He", "Hel"]) store.live.write("a", { attempt: "m1", text })
    expect(await other.live.read("a")).toBeUndefined()
    await vi.waitFor(async () => expect(await other.live.read("a")).toEqual({ attempt: "m1", text: "Hel" }))
    store.live.write("a", undefined)
    await vi.waitFor(async () => expect(await other.live.read("a")).toBeUndefined())
  })
})
