// Copies are compared fact by fact and blob by blob, in every run: what differs in the target, or is lost in the source, is named.
// In real files, which are changed behind the store's back.
import { createHash } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import Database from "better-sqlite3"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import type { Say } from "../../contracts/command.ts"
import type { Store } from "../../contracts/store.ts"
import { append, create, fact, nudge, runner, say, started } from "../../store/conformance/data.ts"
import { sqlite } from "../../store/sqlite.ts"
import { type MoveOptions, moveStore } from "./move-store.ts"

let folder = ""
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "pawl-move-"))
  await fill()
})
afterEach(() => rmSync(folder, { recursive: true }))

function blob(bytes: Buffer) {
  return { hash: createHash("sha256").update(bytes).digest("hex"), bytes }
}

const picture = blob(Buffer.from("a picture"))
const film = blob(Buffer.alloc(5 * 1024 * 1024, "a film "))
const attached = blob(Buffer.from("an attached file"))
const part = ({ hash }: { readonly hash: string }): Say["input"][number] => ({
  type: "blob",
  hash,
  mime: "image/png",
  name: "it.png",
  size: 9,
})

async function inFile<T>(name: string, use: (store: Store) => Promise<T>): Promise<T> {
  const store = await sqlite(join(folder, name))
  return use(store).finally(() => store.close())
}

/** Session "s" refers to a picture and a film, and a message with a file waits for it; "other" needs none of them. */
function fill(): Promise<void> {
  return inFile("from.db", async (store) => {
    await create(store, "s")
    await create(store, "other", 2000)
    await store.leases.join(runner)
    for (const id of ["s", "other"]) {
      const acquired = await store.leases.acquire(id, runner.id)
      const epoch = acquired.ok ? acquired.epoch : 0
      const input = id === "s" ? [part(picture), part(film)] : []
      const facts = [fact(2, { ...started("c"), input } as ReturnType<typeof started>)]
      const later = Array.from({ length: 600 }, (_, index) => fact(index + 3, nudge(`fact ${index + 3}`)))
      await append(store, id, { epoch, facts: [...facts, ...later], blobs: id === "s" ? [picture, film] : [] })
      await store.leases.release(id, epoch, { dueAt: null, seen: 0 })
    }
    await store.leases.leave(runner.id)
    await store.inbox.enqueue("s", { ...say("q"), input: [part(attached)] }, { blobs: [attached] })
  })
}

const move = (options?: MoveOptions, through = (to: Store) => to) =>
  inFile("from.db", (from) => inFile("to.db", (to) => moveStore(from, through(to), options)))

function change(name: string, sql: string, ...values: readonly string[]): void {
  const db = new Database(join(folder, name))
  expect(db.prepare(sql).run(...values).changes).toBe(1)
  db.close()
}

function everything(name: string): unknown {
  const db = new Database(join(folder, name), { readonly: true })
  const all = ["facts", "blobs", "blob_parts", "blob_refs", "inbox"].map((table) =>
    db.prepare(`select * from ${table}`).all(),
  )
  db.close()
  return all
}

const OTHER_FACT =
  "update facts set body = replace(body, 'fact 300', 'fact 3oo') where id = (select id from facts where body like '%fact 300%' order by id limit 1)"
const NO_BLOB = "delete from blobs where hash = ?"
const OTHER_PART =
  "update blob_parts set bytes = zeroblob(length(bytes)) where hash = ? and part = (select max(part) from blob_parts)"

describe("a copy that is altered in the target", () => {
  it.each([
    ["a fact", OTHER_FACT, [], "fact 300 is another one in the target"],
    [
      "a fact that is gone",
      "delete from facts where id = (select id from facts where body like '%fact 300%' order by id limit 1)",
      [],
      "fact 300 is missing in the target",
    ],
    [
      "a blob",
      "update blobs set bytes = 'A picture' where hash = ?",
      [picture.hash],
      `the blob ${picture.hash} is another one in the target`,
    ],
    ["the end of a large blob", OTHER_PART, [film.hash], `the blob ${film.hash} is another one in the target`],
    ["a blob that is gone", NO_BLOB, [picture.hash], `the blob ${picture.hash} is missing in the target`],
    ["a file of a waiting message", NO_BLOB, [attached.hash], `the blob ${attached.hash} is missing in the target`],
  ])("is refused by the next one, by name, and nothing is overwritten: %s", async (_, sql, values, why) => {
    expect(await move()).toMatchObject({ isEqual: true, sessions: { copied: 2 } })
    expect(await move()).toMatchObject({ isEqual: true, sessions: { same: 2 } })
    change("to.db", sql, ...values)
    const before = everything("to.db")
    expect(await move()).toMatchObject({
      isEqual: false,
      sessions: { same: 1, refused: 1 },
      unequal: [{ id: "s", outcome: "refused", why }],
    })
    expect(everything("to.db")).toEqual(before)
  })

  it("is refused too when the source has gone on since", async () => {
    await move()
    change("to.db", NO_BLOB, picture.hash)
    await inFile("from.db", async (from) => {
      await from.leases.join(runner)
      const acquired = await from.leases.acquire("s", runner.id)
      await append(from, "s", { epoch: acquired.ok ? acquired.epoch : 0, expectedSeq: 602 })
      await from.leases.leave(runner.id)
    })
    const before = everything("to.db")
    expect((await move()).unequal).toMatchObject([
      { id: "s", why: `the blob ${picture.hash} is missing in the target` },
    ])
    expect(everything("to.db")).toEqual(before)
  })
})

/** A target that writes something else than it was given. */
const altering = (store: Store): Store => ({
  ...store,
  log: {
    ...store.log,
    append: (what) => {
      const facts = what.facts.map((each) => (each.seq === 300 ? { ...each, at: each.at + 1 } : each))
      return store.log.append(what.session === "s" ? { ...what, facts } : what)
    },
  },
})

const losing = (store: Store): Store => ({
  ...store,
  log: {
    ...store.log,
    append: ({ blobs = [], ...what }) =>
      store.log.append({ ...what, blobs: blobs.filter(({ hash }) => hash !== picture.hash) }),
  },
})

describe("a copy that is altered on its way", () => {
  it.each([
    ["a fact", altering, "fact 300 is another one in the target"],
    ["a blob", losing, `the blob ${picture.hash} is missing in the target`],
  ])("has failed, says so in its row, and is refused by the next one: %s", async (_, through, why) => {
    expect(await move({}, through)).toMatchObject({
      isEqual: false,
      sessions: { copied: 1, failed: 1 },
      unequal: [{ id: "s", outcome: "failed", why }],
    })
    const row = await inFile("to.db", (to) => to.sessions.get("s"))
    expect(row).toMatchObject({ error: expect.stringContaining("not whole") })
    for (const skipUnchanged of [false, true])
      expect((await move({ skipUnchanged })).unequal).toMatchObject([{ id: "s", outcome: "refused", why }])
  })
})

describe("a blob that the source has lost", () => {
  it.each([
    ["of a fact", picture.hash],
    ["of a waiting message", attached.hash],
  ])("is named with its session, which is copied without it, as the others are: %s", async (_, hash) => {
    change("from.db", NO_BLOB, hash)
    const damaged = { id: "s", outcome: "damaged", why: `the source has lost the blob ${hash}` }
    for (const sessions of [
      { copied: 1, damaged: 1 },
      { same: 1, damaged: 1 },
    ])
      expect(await move()).toMatchObject({ isEqual: false, sessions, unequal: [damaged] })
    const facts = (name: string) => inFile(name, ({ log }) => log.read("s", 0))
    expect(await facts("to.db")).toEqual(await facts("from.db"))
    expect(await inFile("to.db", (to) => to.inbox.read("s"))).toHaveLength(1)
  })

  it("is named too when the target has had it since an earlier copy", async () => {
    await move()
    change("from.db", NO_BLOB, picture.hash)
    expect((await move()).unequal).toMatchObject([{ id: "s", outcome: "damaged" }])
    expect(await inFile("to.db", ({ blobs }) => blobs.size(picture.hash))).toBe(picture.bytes.length)
  })
})

describe("skipUnchanged", () => {
  it("does not compare again what was copied before, and counts it", async () => {
    await move()
    change("to.db", OTHER_FACT)
    expect(await move({ skipUnchanged: true })).toMatchObject({ isEqual: true, sessions: { skipped: 2, same: 0 } })
    expect(await move()).toMatchObject({ isEqual: false, sessions: { skipped: 0, refused: 1 } })
  })

  it("compares what is new since, and what was cut before it was compared", async () => {
    // Killed after its facts were written: the last append of a copy is that of its row.
    const cut = (store: Store): Store => ({
      ...altering(store),
      log: {
        ...altering(store).log,
        append: (what) => {
          if (what.columns.error === null) throw new Error("killed")
          return altering(store).log.append(what)
        },
        read: (session, after, limit) => {
          if (after === 500) throw new Error("killed")
          return store.log.read(session, after, limit)
        },
      },
    })
    expect(await move({}, cut)).toMatchObject({ sessions: { failed: 2 } })
    const there = await inFile("to.db", (to) => to.log.head("s"))
    expect(there).toBe(602)
    expect(await move({ skipUnchanged: true })).toMatchObject({
      sessions: { copied: 1, skipped: 0, refused: 1 },
      unequal: [{ id: "s", why: "fact 300 is another one in the target" }],
    })
  })
})
