// Searching, backing up and vacuuming a real file, with other processes on it.
import { execFile, spawn } from "node:child_process"
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import Database from "better-sqlite3"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import type { Draft } from "../contracts/fact.ts"
import type { Store } from "../contracts/store.ts"
import { answered, said, toolFinished, toolStarted } from "../testing/fact-builders.ts"
import { type ArchivedStore, archiveOf } from "./archive.ts"
import { append, create, fact, held } from "./conformance/data.ts"
import { memory } from "./memory.ts"
import { sqlite } from "./sqlite.ts"

let folder = ""
let path = ""
let store: ArchivedStore
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "pawl-archive-"))
  path = join(folder, "agent.db")
  store = await sqlite(path)
})
afterEach(async () => {
  await store.close()
  rmSync(folder, { recursive: true })
})

async function write(to: Store, id: string, drafts: readonly Draft[], updatedAt = 1000): Promise<void> {
  const expectedSeq = await to.log.head(id)
  if (expectedSeq === 0) await held(to, id)
  const from = Math.max(1, expectedSeq)
  const facts = drafts.map((draft, index) => fact(from + 1 + index, draft))
  await append(to, id, { expectedSeq: from, facts, columns: { updatedAt } })
}

const conversation: readonly Draft[] = [
  said("Where is the Café invoice?"),
  answered({ text: "I look into the ledger." }),
  toolStarted("c1", "read", "open_ledger"),
  toolFinished("c1", "ok", `The invoice was paid on Tuesday. ${"x ".repeat(3000)} hidden`),
]

describe.each([
  ["with an index", () => store],
  ["by reading, without an index", () => memory()],
] as const)("a search %s (X16)", (_, open) => {
  it.each([
    { words: "invoice", isFound: true },
    { words: "INVO", isFound: true },
    { words: "cafe", isFound: true },
    { words: "ledger tuesday", isFound: true },
    { words: "open_ledger", isFound: true },
    { words: "quarterly", isFound: true },
    { words: "quarterly invoice", isFound: true },
    { words: "important", isFound: true },
    { words: "customer tuesday", isFound: true },
    { words: "big important quarterly", isFound: true },
    { words: "formerly", isFound: false },
    { words: '"invoice" (ledger*', isFound: true },
    { words: "invoice granite", isFound: false },
    { words: "nvoice", isFound: false },
    { words: "hidden", isFound: false },
    { words: "***", isFound: false },
  ])("for $words finds it: $isFound", async ({ words, isFound }) => {
    const on: Store = open()
    await write(on, "a", conversation)
    await write(on, "b", [said("Something else.")])
    await on.sessions.update("a", { title: "Quarterly", tags: ["big customer", "important", "formerly"] })
    await archiveOf(on).search("formerly")
    await on.sessions.update("a", { removeTags: ["formerly"] })
    const hits = await archiveOf(on).search(words)
    expect(hits.map(({ id }) => id)).toEqual(isFound ? ["a"] : [])
    if (isFound) expect(hits[0]).toMatchObject({ title: "Quarterly", excerpt: expect.stringMatching(/\w/) })
  })

  it("lists the newest first, up to the limit", async () => {
    const on: Store = open()
    for (const [place, id] of ["a", "b", "c"].entries()) await write(on, id, [said("apples")], 1000 + place * 5000)
    expect((await archiveOf(on).search("apples")).map(({ id }) => id)).toEqual(["c", "b", "a"])
    expect((await archiveOf(on).search("apples", { limit: 2 })).map(({ id }) => id)).toEqual(["c", "b"])
  })
})

describe("the search index", () => {
  it("is created by the first search, and updated by each later one", async () => {
    await write(store, "a", [said("first words")])
    expect(readdirSync(folder).filter((file) => file.includes("search"))).toEqual([])
    expect(await store.archive.search("first")).toMatchObject([{ id: "a", seq: 2, excerpt: "first words" }])
    await write(store, "a", [answered({ text: "second words" })])
    await store.sessions.update("a", { title: "third words" })
    expect(await store.archive.search("second")).toMatchObject([{ id: "a", seq: 3 }])
    expect(await store.archive.search("third")).toMatchObject([{ id: "a", seq: 0 }])
    await store.sessions.update("a", { title: "fourth" })
    expect(await store.archive.search("third")).toEqual([])
    expect(statSync(`${path}-search`).mode & 0o777).toBe(0o600)
  })

  it("never delays an append, even while another process has locked it", async () => {
    await write(store, "a", [said("first")])
    await store.archive.search("first")
    const other = new Database(`${path}-search`)
    other.exec("begin exclusive")
    const before = readFileSync(`${path}-search`)
    // Appends that waited for the lock would take seconds each, and together exceed the test's time limit.
    for (let count = 0; count < 50; count++) await write(store, "a", [answered({ text: `more ${count}` })])
    expect(readFileSync(`${path}-search`).equals(before)).toBe(true)
    other.exec("commit")
    other.close()
    expect(await store.archive.search("more 49")).toHaveLength(1)
  })

  it("reads long logs in pages, and long texts from blobs", async () => {
    const bytes = Buffer.from(`A long pasted text about zebras. ${"y ".repeat(40_000)}`)
    const hash = "f".repeat(64)
    const input = [{ type: "blob", hash, mime: "text/plain", size: bytes.length } as const]
    await held(store, "long")
    const turn = { type: "turn-started", turn: 1, trace: "t", command: "c", input } as const
    await append(store, "long", { facts: [fact(2, turn)], blobs: [{ hash, bytes }] })
    await write(
      store,
      "long",
      Array.from({ length: 1700 }, (_, index) => answered({ text: `line number${index}` })),
    )
    expect(await store.archive.search("zebras")).toMatchObject([{ id: "long", seq: 2 }])
    expect(await store.archive.search("number1699")).toMatchObject([{ seq: 1702 }])
  })

  it.each([
    ["text", () => writeFileSync(`${path}-search`, "Dear diary")],
    ["damaged", () => writeFileSync(`${path}-search`, readFileSync(`${path}-search`).fill(0xab, 4096))],
    ["of another version", () => change("pragma user_version = 9")],
    ["without its tables", () => change("drop table words; drop table sessions")],
  ])("is rebuilt when it is %s", async (_, spoil) => {
    await write(store, "a", [said("apples")])
    await store.archive.search("apples")
    spoil()
    expect(await store.archive.search("apples")).toMatchObject([{ id: "a" }])
  })

  function change(sql: string): void {
    const db = new Database(`${path}-search`)
    db.exec(sql)
    db.close()
  }
})

describe("removing a session", () => {
  it("leaves no word of it in the index", async () => {
    const ids = Array.from({ length: 30 }, (_, index) => `session-${index}`)
    const secretOf = (id: string) => `secretof${id.replace("-", "x")}q`
    for (const id of ids) {
      const secret = secretOf(id)
      await write(store, id, [
        said(`${secret} is mine`),
        ...Array(20).fill(answered({ text: `Yes, ${secret} indeed.` })),
      ])
      await store.sessions.update(id, { title: secret })
    }
    expect(await store.archive.search("indeed", { limit: 100 })).toHaveLength(30)
    const [index = ""] = readdirSync(folder).filter((file) => file.endsWith("-search"))
    for (const id of ids.slice(0, 10)) {
      expect(traces(secretOf(id), [index])).toBeGreaterThan(0)
      await store.sessions.remove(id)
      expect(traces(secretOf(id), readdirSync(folder))).toBe(0)
      expect(await store.archive.search(secretOf(id))).toEqual([])
    }
    expect(await store.archive.search("indeed", { limit: 100 })).toHaveLength(20)
    expect(await store.archive.search(secretOf("session-20"))).toHaveLength(1)
  })

  it("leaves nothing in the index while another process searches and indexes", async () => {
    const script = fileURLToPath(new URL("./__fixtures__/search-from-process.ts", import.meta.url))
    const searching = spawn(process.execPath, ["--conditions=@pawl/source", script, path], { stdio: "pipe" })
    let said = ""
    searching.stdout.setEncoding("utf8").on("data", (words: string) => {
      said += words
    })
    const ended = new Promise((resolve) => searching.on("close", resolve))
    await vi.waitFor(() => expect(said).toContain("ready"), 20_000)
    for (let count = 0; count < 25; count++) {
      const id = `s${count}`
      await write(store, id, [
        shortlived(count),
        ...Array(40).fill(answered({ text: `Yes, shortlived${count}q indeed.` })),
      ])
      await store.sessions.remove(id)
    }
    searching.stdin.end()
    expect(await ended).toBe(0)
    expect(Number(said.split("\n")[1])).toBeGreaterThan(5)
    for (let count = 0; count < 25; count++) expect(traces(`shortlived${count}q`, readdirSync(folder))).toBe(0)
    expect(await store.archive.search("indeed")).toEqual([])
  })

  const shortlived = (count: number) => said(`shortlived${count}q, indeed`)

  it("without updating the index is corrected by the next search", async () => {
    await write(store, "a", [said("marmalade")])
    await store.archive.search("marmalade")
    const db = new Database(path)
    db.exec("delete from sessions where id = 'a'")
    db.close()
    expect(await store.archive.search("anything")).toEqual([])
    expect(traces("marmalade", ["agent.db-search"])).toBe(0)
  })

  function traces(secret: string, files: readonly string[]): number {
    const texts = files.map((file) => readFileSync(join(folder, file), "latin1"))
    return texts.reduce((count, each) => count + each.split(secret).length - 1, 0)
  }
})

describe("a backup", () => {
  const run = promisify(execFile)
  const script = fileURLToPath(new URL("./__fixtures__/write-from-process.ts", import.meta.url))

  it("made while another process writes is valid, private, and opens as a store", async () => {
    await write(store, "a", conversation)
    await create(store, "shared")
    const writing = run(process.execPath, ["--conditions=@pawl/source", script, path, "p1", "300"], { timeout: 30_000 })
    await expect.poll(() => store.log.head("p1"), { interval: 5, timeout: 30_000 }).toBeGreaterThanOrEqual(20)
    const file = join(folder, "copy.db")
    const report = await store.archive.backup(file)
    const meanwhile = await store.log.head("p1")
    await writing
    expect(report).toMatchObject({ file, sessions: 3, bytes: statSync(file).size })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const copy = await sqlite(file)
    const head = await copy.log.head("p1")
    expect(head).toBeGreaterThanOrEqual(20)
    expect(head).toBeLessThanOrEqual(meanwhile)
    expect(await copy.log.read("a", 0)).toEqual(await store.log.read("a", 0))
    expect(await copy.log.read("p1", 0)).toEqual((await store.log.read("p1", 0)).slice(0, head))
    expect(report.facts).toBe(head + 5 + 1)
    await copy.close()
    expect(await store.log.head("p1")).toBe(301)
  })

  it("overwrites no file, and leaves no file behind when it fails", async () => {
    const file = join(folder, "copy.db")
    writeFileSync(file, "mine")
    await expect(store.archive.backup(file)).rejects.toMatchObject({
      code: "input-invalid",
      message: expect.stringMatching(/copy\.db.*not overwritten/),
    })
    expect(readFileSync(file, "utf8")).toBe("mine")
    await expect(store.archive.backup(join(folder, "no", "copy.db"))).rejects.toMatchObject({ code: "input-invalid" })
    // A store whose sessions count more facts than it has.
    await create(store, "a")
    const db = new Database(path)
    db.exec("update sessions set seq = 7")
    db.close()
    await expect(store.archive.backup(join(folder, "unsound.db"))).rejects.toMatchObject({
      code: "store-corrupt",
      message: expect.stringMatching(/1 facts, and its sessions count 7/),
    })
    expect(existsSync(join(folder, "unsound.db"))).toBe(false)
  })
})

describe("a vacuum", () => {
  it("returns the space of removed data, and reports how much", async () => {
    const db = new Database(path)
    db.exec(
      "insert into blobs (hash, bytes) values ('large', randomblob(8000000)); delete from blobs where hash = 'large'",
    )
    db.close()
    await write(store, "a", conversation)
    const { bytesBefore, bytesAfter } = await store.archive.vacuum()
    expect(bytesBefore - bytesAfter).toBeGreaterThan(7_000_000)
    expect(statSync(path).size).toBe(bytesAfter)
    expect(await store.log.head("a")).toBe(5)
    await write(store, "a", [said("goes on", 2)])
  })

  it("is refused for a store without a file", async () => {
    await expect(archiveOf(memory()).vacuum()).rejects.toMatchObject({ code: "config-invalid" })
    await expect(archiveOf(memory()).backup("x")).rejects.toMatchObject({ code: "config-invalid" })
  })
})
