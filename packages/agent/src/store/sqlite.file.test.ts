// The file itself: its permissions, which files are refused untouched, and what remains after a removal.
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import Database from "better-sqlite3"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { asNobody } from "../__fixtures__/as-unprivileged-user.ts"
import type { Store } from "../contracts/store.ts"
import { append, create, fact, held, nudge, say } from "./conformance/data.ts"
import { prepareFile } from "./sqlite/open-checks.ts"
import { sqlite } from "./sqlite.ts"

let folder = ""
let path = ""
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pawl-store-"))
  path = join(folder, "agent.db")
})
afterEach(() => rmSync(folder, { recursive: true }))

describe("the store's file", () => {
  it("and its companions are readable by their owner only, in a new private folder", async () => {
    const inside = join(folder, "new", "folder")
    const store = await sqlite(join(inside, "agent.db"))
    await create(store, "a")
    const files = readdirSync(inside)
    expect(files.sort()).toEqual(["agent.db", "agent.db-shm", "agent.db-wal"])
    for (const file of files) expect(modeOf(join(inside, file))).toBe(0o600)
    expect(modeOf(inside)).toBe(0o700)
    await store.close()
  })

  it("is made private again when its mode was changed", async () => {
    await (await sqlite(path)).close()
    chmodSync(path, 0o644)
    await (await sqlite(path)).close()
    expect(modeOf(path)).toBe(0o600)
  })

  it("is not called damaged while another program keeps it locked", async () => {
    await (await sqlite(path)).close()
    const other = new Database(path)
    other.pragma("locking_mode = EXCLUSIVE")
    other.exec("create table filler (bytes blob)")
    expect(() => prepareFile(path, 1)).toThrow("database is locked")
    other.close()
  })

  it.runIf(process.getuid !== undefined)("is not called damaged where its folder must not be written", async () => {
    await (await sqlite(path)).close()
    chmodSync(path, 0o644)
    chmodSync(folder, 0o555)
    try {
      const opening = asNobody(folder, () => sqlite(path, { commitOn: "caller" }))
      await expect(opening).rejects.toMatchObject({
        code: "store-failed",
        message: expect.stringContaining("cannot be written"),
      })
    } finally {
      chmodSync(folder, 0o755)
    }
  })

  it("leaves no other files after a close", async () => {
    const store = await sqlite(path)
    await create(store, "a")
    await store.close()
    expect(readdirSync(folder)).toEqual(["agent.db"])
  })

  it.each([
    ["a folder", () => folder],
    ["a path through a file", () => join(path, "agent.db")],
    ["a device", () => "/dev/null"],
  ])("cannot be %s, and the error says so", async (_, place) => {
    writeFileSync(path, "")
    await expect(sqlite(place())).rejects.toMatchObject({
      code: "store-failed",
      message: expect.stringContaining(place()),
    })
  })

  it.each(["", ":memory:"])("needs a path: %j is refused", async (name) => {
    await expect(sqlite(name)).rejects.toMatchObject({ code: "config-invalid" })
  })

  it("has a durability with two values: another one is refused", async () => {
    await expect(sqlite(path, { durability: "full" as never })).rejects.toMatchObject({
      code: "config-invalid",
      message: expect.stringContaining('"power-loss", the default, or "process-crash"'),
    })
  })

  it("may be empty, as mktemp creates it", async () => {
    writeFileSync(path, "")
    const store = await sqlite(path)
    expect(await create(store, "a")).toBe(true)
    await store.close()
  })
})

describe("a file that Pawl must not write", () => {
  const sql = (statements: string) => () => {
    const db = new Database(path)
    db.exec(statements)
    db.close()
  }
  const refused: readonly (readonly [string, string, RegExp, () => void])[] = [
    ["text", "store-corrupt", /does not begin like an SQLite file/, () => writeFileSync(path, "Dear diary\n")],
    ["half a header", "store-corrupt", /damaged/, () => truncateSync(path, 60)],
    ["another program's", "store-corrupt", /another program/, () => replace("create table theirs (x)")],
    ["another program's with an id", "store-corrupt", /another program/, sql("pragma application_id = 42")],
    ["newer", "store-newer", /newer Pawl \(schema 99/, sql("pragma user_version = 99")],
    ["cut off", "store-corrupt", /its end is missing/, () => truncateSync(path, 3 * 4096)],
    ["overwritten in the middle", "store-corrupt", /damaged/, () => overwrite(4096, 3 * 4096)],
    ["without its tables", "store-corrupt", /no such table: sessions/, sql("drop table sessions")],
    ["large and cut off", "store-corrupt", /its end is missing/, () => truncateSync(grow(), 4096 * 1500)],
    ["large and overwritten", "store-corrupt", /malformed|damaged/, () => grow() && overwrite(4096, 4096 * 9)],
    ["large and newer", "store-newer", /Upgrade Pawl/, () => grow() && sql("pragma user_version = 98")()],
  ]
  it.each(refused)("is refused and left unchanged: %s gives %s", async (_, code, message, spoil) => {
    const store = await sqlite(path)
    await held(store, "a")
    await append(store, "a")
    await store.close()
    spoil()
    const before = readFileSync(path)
    await expect(sqlite(path)).rejects.toMatchObject({ code, message: expect.stringMatching(message) })
    expect(readFileSync(path).equals(before)).toBe(true)
    expect(readdirSync(folder)).toEqual(["agent.db"])
  })

  function replace(statements: string): void {
    rmSync(path)
    sql(`pragma journal_mode = wal; ${statements}`)()
  }

  function overwrite(from: number, to: number): void {
    writeFileSync(path, readFileSync(path).fill(0xab, from, to))
  }

  function grow(): string {
    sql("insert into blobs (hash, bytes) values ('large', randomblob(8000000))")()
    return path
  }
})

describe("facts that this version cannot read", () => {
  it.each([
    ['{"v":1,"seq":2,"at":1,"type":"dream-dreamt"}', /"dream-dreamt".*newer Pawl.*Upgrade/],
    ['{"v":2,"seq":2,"at":1,"type":"nudged"}', /version 2.*newer Pawl.*Upgrade/],
    ['{"v":1,"seq":2,"at":1,"type":"constructor"}', /newer Pawl/],
    ['{"v":1,', /damaged/],
    ["null", /not an object/],
  ])("are refused with the reason: %s", async (body, message) => {
    const store = await sqlite(path)
    await create(store, "a")
    const db = new Database(path)
    db.prepare("insert into facts (id, body) select id + 1, ? from facts").run(body)
    await expect(store.log.read("a", 0)).rejects.toMatchObject({
      code: "fact-unreadable",
      message: expect.stringMatching(message),
    })
    expect(db.prepare("select count(*) from facts").pluck().get()).toBe(2)
    db.close()
    await store.close()
  })
})

describe("removing a session from the file", () => {
  it("leaves no trace of it in the file or beside it", async () => {
    const store = await sqlite(path)
    const ids = Array.from({ length: 40 }, (_, index) => `session-${index}`)
    for (const id of ids) await held(store, id)
    const gone: string[] = []
    // Sessions come and go next to each other, with facts of all sizes: SQLite splits and merges pages and leaves copies.
    for (let round = 0; round < 8; round++) {
      const left = ids.filter((id) => !gone.includes(id))
      for (let step = 1; step <= 25; step++)
        await Promise.all(left.map((id) => appendSecret(store, id, round * 25 + step)))
      const leaving = left.filter((_, index) => index % 9 === round % 9)
      for (const id of leaving) await plantEverywhere(store, id)
      await whenLive(leaving)
      for (const id of leaving) {
        expect(traces(`secret of ${id}.`)).toBeGreaterThan(10)
        await store.sessions.remove(id)
        gone.push(id)
        expect(gone.filter((each) => traces(`secret of ${each}.`) > 0)).toEqual([])
      }
    }
    const [left = ""] = ids.filter((id) => !gone.includes(id))
    expect((await store.log.read(left, 0)).slice(1)).toEqual(
      Array.from({ length: 200 }, (_, n) => secretFact(left, n + 2)),
    )
    await store.close()
  })

  it("empties the WAL as soon as no reader of another process prevents it", async () => {
    const store = await sqlite(path)
    await held(store, "a")
    await append(store, "a", { facts: [secretFact("a", 2)] })
    const reader = new Database(path)
    reader.exec("begin; select * from facts")
    expect(await store.sessions.remove("a")).toBe(true)
    expect(traces("secret of a.")).toBeGreaterThan(0)
    reader.exec("commit")
    await create(store, "b")
    expect(traces("secret of a.")).toBe(0)
    reader.close()
    await store.close()
  })

  async function appendSecret(store: Store, id: string, expectedSeq: number): Promise<void> {
    const columns = { preview: `secret of ${id}. `.repeat(expectedSeq % 9) }
    await append(store, id, { expectedSeq, facts: [secretFact(id, expectedSeq + 1)], columns })
  }

  async function plantEverywhere(store: Store, id: string): Promise<void> {
    const secret = `secret of ${id}.`
    const expectedSeq = await store.log.head(id)
    const blobs = [{ hash: `hash of ${id}`, bytes: Buffer.from(secret.repeat(500)) }]
    await append(store, id, { expectedSeq, facts: [], blobs })
    await store.sessions.update(id, { title: secret })
    await store.inbox.enqueue(id, { ...say(secret), by: secret })
    await store.log.saveSnapshot(id, { seq: expectedSeq, version: 1, body: secret.repeat(500) })
    store.live.write(id, { attempt: "m1", text: secret })
  }

  async function whenLive(ids: readonly string[]): Promise<void> {
    const db = new Database(path, { readonly: true })
    const live = db.prepare("select text from live").pluck()
    await vi.waitFor(() => expect(live.all()).toEqual(expect.arrayContaining(ids.map((id) => `secret of ${id}.`))))
    db.close()
  }

  function secretFact(id: string, seq: number) {
    return fact(seq, nudge(`secret of ${id}.${"x".repeat((seq * 131) % (seq % 10 === 0 ? 9000 : 700))}`))
  }

  function traces(secret: string): number {
    const texts = readdirSync(folder).map((file) => readFileSync(join(folder, file), "latin1"))
    return texts.reduce((count, text) => count + text.split(secret).length - 1, 0)
  }
})

function modeOf(file: string): number {
  return statSync(file).mode & 0o777
}
