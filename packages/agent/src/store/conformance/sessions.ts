// The list of sessions: create, find, rename, due times, and complete removal.
import { describe, expect, it } from "vitest"
import type { Fact, Parent } from "../../contracts/fact.ts"
import type { MetadataChange, SessionQuery } from "../../contracts/sessions.ts"
import type { Store } from "../../contracts/store.ts"
import { append, appendOf, type Current, create, fact, held, idle, nudge, runner, say, started } from "./data.ts"

export function sessionsSuite(current: Current): void {
  describe("sessions", () => {
    it("tell which of them were opened, updated or removed after a place, each once, and nothing of appends", async () => {
      const { store } = current()
      await create(store, "a")
      const { place } = await store.sessions.changes()
      expect(await store.sessions.changes(place)).toEqual({ place, ids: [], isComplete: true })
      await held(store, "b")
      await store.sessions.update("a", { title: "A" })
      await store.sessions.update("a", { pinned: true })
      await store.sessions.update("missing", { pinned: true })
      const changed = await store.sessions.changes(place)
      expect(changed).toMatchObject({ ids: ["b", "a"], isComplete: true })
      await append(store, "b")
      expect(await store.sessions.changes(changed.place)).toMatchObject({ ids: [] })
      await store.sessions.remove("b")
      expect(await store.sessions.changes(changed.place)).toMatchObject({ ids: ["b"], isComplete: true })
      for (let each = 0; each < 1001; each++) await store.sessions.update("a", { pinned: each % 2 === 0 })
      expect(await store.sessions.changes(changed.place)).toMatchObject({ ids: ["a"], isComplete: false })
    })

    it("are created once, with their first fact", async () => {
      const { store } = current()
      const parent = { session: "p", kind: "fork", seq: 4 } as const
      const opened = {
        ...fact(1),
        type: "session-opened",
        session: "a",
        profile: "chat",
        owner: "ann",
        parent,
        workspace: "/work",
      } as const
      const session = { id: "a", opened, profile: "chat", owner: "ann", parent }
      expect(await store.sessions.create(session)).toBe(true)
      expect(await store.sessions.create({ ...session, profile: "other" })).toBe(false)
      expect(await store.log.read("a", 0)).toEqual([opened])
      expect(await store.sessions.get("a")).toEqual({
        ...idle,
        updatedAt: opened.at,
        id: "a",
        seq: 1,
        profile: "chat",
        owner: "ann",
        parent: "p",
        parentKind: "fork",
        createdAt: opened.at,
        workspace: "/work",
        metadata: { title: null, pinned: false, archived: false },
        title: null,
        archivedAt: null,
      })
      expect(await store.sessions.get("b")).toBeUndefined()
    })

    it("can be created with a past: its facts, columns and blobs, in one step", async () => {
      const { store } = current()
      const { epoch } = await held(store, "parent")
      const bytes = new TextEncoder().encode("kept")
      await append(store, "parent", { epoch, blobs: [{ hash: "h", bytes }] })
      const parent = { session: "parent", kind: "fork", seq: 2 } as const
      const opened = { ...fact(1), type: "session-opened", session: "a", profile: "default", parent } as const
      const facts = [fact(2, started("c1")), fact(3)]
      const columns = { ...idle, turns: 1, dueAt: 7, preview: "hi", updatedAt: 2000, workspace: "/there" }
      const blobs = [{ hash: "new", bytes }]
      const past = { facts, columns, hashes: ["h", "gone"], blobs }
      const session = { id: "a", opened, profile: "default", parent, past }
      expect(await store.sessions.create(session)).toBe(true)
      expect(await store.sessions.create(session)).toBe(false)
      expect(await store.log.read("a", 0)).toEqual([opened, ...facts])
      expect(await store.sessions.get("a")).toMatchObject({ ...columns, seq: 3, parent: "parent" })
      expect(await store.inbox.enqueue("a", say("c1"))).toEqual({ outcome: "duplicate" })
      await store.sessions.remove("parent")
      for (const hash of ["h", "new"]) expect(await store.blobs.read(hash)).toEqual(bytes)
      await store.sessions.remove("a")
      for (const hash of ["h", "new"]) expect(await store.blobs.read(hash)).toBeUndefined()
    })

    const queries: readonly (readonly [SessionQuery | undefined, string])[] = [
      [undefined, "d b c a"],
      [{ limit: 2 }, "d b"],
      [{ limit: 2, after: { updatedAt: 30, id: "b" } }, "c a"],
      [{ after: { updatedAt: 40, id: "d" } }, "b c a"],
      [{ owner: "ann" }, "b a"],
      [{ archived: true }, "c"],
      [{ status: "waiting" }, "b"],
      [{ status: ["waiting", "idle"], owner: "ann" }, "b a"],
      [{ status: [] }, ""],
      [{ tag: "vip" }, "b a"],
      [{ tag: ["vip", 'it\'s 100% "odd"'] }, "a"],
      [{ tag: "vi" }, ""],
      [{ tag: [] }, "d b c a"],
      [{ tag: "vip", status: "waiting", owner: "ann" }, "b"],
      [{ tag: "vip", limit: 1, after: { updatedAt: 30, id: "b" } }, "a"],
      [{ asking: true }, "b"],
      [{ asking: false, limit: 2 }, "d c"],
      [{ archived: false, owner: "ann", limit: 1, after: { updatedAt: 40, id: "d" } }, "b"],
    ]
    it.each(queries)("are listed newest first: %j gives %s", async (query, expected) => {
      const { store } = current()
      for (const [id, at, owner] of [
        ["a", 10, "ann"],
        ["c", 30, "bob"],
        ["b", 30, "ann"],
        ["d", 40, undefined],
      ] as const) {
        await create(store, id, at, owner)
      }
      await store.sessions.update("c", { archived: true })
      await store.sessions.update("a", { tags: ["vip", 'it\'s 100% "odd"'] })
      await store.sessions.update("b", { addTags: ["vip"] })
      await store.leases.join(runner)
      await store.leases.acquire("b", runner.id)
      const openRequests = [{ call: "call-1", kind: "approval" }] as const
      await append(store, "b", { columns: { status: "waiting", openRequests, updatedAt: 30 } })
      expect((await store.sessions.list(query)).map(({ id }) => id).join(" ")).toBe(expected)
    })

    const names: readonly (readonly [string, string])[] = [
      ["abcd-1", "abcd-1"],
      ["Notes", "abce-1 abcd-1"],
      ["abcd", "abcd-2 abcd-1"],
      ["abcd-", "abcd-2 abcd-1"],
      ["abc", ""],
      ["notes", ""],
      ["abcd_", ""],
    ]
    it.each(names)("are found by id, title or the beginning of the id: %s gives %s", async (name, expected) => {
      const { store } = current()
      for (const [index, id] of ["abcd-1", "abcd-2", "abce-1"].entries()) await create(store, id, index)
      for (const id of ["abcd-1", "abce-1"]) await store.sessions.update(id, { title: "Notes" })
      expect((await store.sessions.find(name)).map(({ id }) => id).join(" ")).toBe(expected)
    })

    it("have their metadata updated field by field", async () => {
      const { store } = current()
      await create(store, "a")
      expect(await store.sessions.update("a", { title: "One", pinned: true })).toBe(true)
      await store.sessions.update("a", { archived: true })
      expect((await store.sessions.get("a"))?.metadata).toEqual({ title: "One", pinned: true, archived: true })
      await store.sessions.update("a", { title: null, pinned: false })
      expect((await store.sessions.get("a"))?.metadata).toEqual({ title: null, pinned: false, archived: true })
      expect(await store.sessions.update("unknown", { title: "x" })).toBe(false)
    })

    const retagged: readonly (readonly [string, MetadataChange, readonly string[] | undefined])[] = [
      ["set", { tags: ["c", "d", "c"] }, ["c", "d"]],
      ["cleared", { tags: [] }, undefined],
      ["added, each once", { addTags: ["b", "c", "a"] }, ["a", "b", "c"]],
      ["removed", { removeTags: ["a", "z"] }, ["b"]],
      ["added and removed", { addTags: ["c"], removeTags: ["a", "b"] }, ["c"]],
      ["left alone by another change", { title: "One", archived: true }, ["a", "b"]],
    ]
    it.each(retagged)("have their tags %s", async (_, change, expected) => {
      const { store, reopen } = current()
      await create(store, "a")
      await store.sessions.update("a", { tags: ["a", "b"] })
      expect(await store.sessions.update("a", change)).toBe(true)
      const again = reopen === undefined ? store : await reopen()
      const metadata = (await again.sessions.get("a"))?.metadata
      const { tags: _tags, addTags: _add, removeTags: _remove, ...others } = change
      const marks = { title: null, pinned: false, archived: false, ...others }
      expect(metadata).toEqual({ ...marks, ...(expected && { tags: expected }) })
    })

    it("lose no tag of two changes at the same time", async () => {
      const { store } = current()
      await create(store, "a")
      const words = Array.from({ length: 20 }, (_, index) => `t${index}`)
      await Promise.all(words.map((word) => store.sessions.update("a", { addTags: [word] })))
      expect((await store.sessions.get("a"))?.metadata.tags).toEqual(words)
      expect(await store.sessions.update("unknown", { addTags: ["x"] })).toBe(false)
    })

    const titles: readonly (readonly [string, string | null])[] = [
      ["", null],
      ["  what is\n\nthis? ", "what is this?"],
      [`${"word ".repeat(18)}an unfinished w`.slice(0, 100), `${"word ".repeat(18)}an`],
      ["x".repeat(100), "x".repeat(100)],
    ]
    it.each(titles)(
      "are titled by their first words, cut at a word boundary: %j gives %j",
      async (preview, expected) => {
        const { store } = current()
        await held(store, "a")
        await append(store, "a", { columns: { preview } })
        expect((await store.sessions.get("a"))?.title).toBe(expected)
        if (expected !== null) expect((await store.sessions.find(expected)).map(({ id }) => id)).toEqual(["a"])
        await store.sessions.update("a", { title: "Mine" })
        expect((await store.sessions.get("a"))?.title).toBe("Mine")
        await store.sessions.update("a", { title: null })
        expect((await store.sessions.get("a"))?.title).toBe(expected)
      },
    )

    it("T26: beyond maxSessions of an owner move the oldest unpinned one to the archive", async () => {
      const { store } = current()
      const make = async (id: string, at: number, owner: string, parent?: Parent) => {
        const opened: Fact = {
          type: "session-opened",
          session: id,
          profile: "default",
          v: 1,
          seq: 1,
          at,
          ...(parent && { parent }),
        }
        await store.sessions.create({ id, opened, profile: "default", owner, ...(parent && { parent }) })
        await store.inbox.enqueue(id, say(`first of ${id}`), { maxSessions: 3 })
      }
      await make("pinned", 1, "ann")
      await store.sessions.update("pinned", { pinned: true })
      await make("oldest", 2, "ann")
      await make("bobs", 1, "bob")
      await make("child", 1, "ann", { session: "oldest", kind: "delegation", call: "c" })
      await make("older", 3, "ann")
      const archived = async () => (await store.sessions.list({ archived: true })).map(({ id }) => id)
      expect(await archived()).toEqual([])
      await make("newest", 4, "ann")
      expect(await archived()).toEqual(["oldest"])
      // A new message takes it out of the archive, and the next oldest is archived.
      await store.inbox.enqueue("oldest", say("c1"), { maxSessions: 3 })
      expect(await archived()).toEqual(["older"])
      expect((await store.sessions.get("older"))?.archivedAt).toBeGreaterThan(0)
    })

    it("keep the time of their archiving", async () => {
      const { store } = current()
      await create(store, "a")
      const since = async () => (await store.sessions.get("a"))?.archivedAt
      await store.sessions.update("a", { archived: true }, 500)
      await store.sessions.update("a", { archived: true, title: "One" }, 600)
      await store.sessions.update("a", { pinned: true }, 700)
      expect(await since()).toBe(500)
      await store.sessions.update("a", { archived: false })
      expect(await since()).toBeNull()
      await store.sessions.update("a", { archived: true })
      expect(await since()).toBeGreaterThan(700)
    })

    it("have the workspace of their last turn", async () => {
      const { store } = current()
      await held(store, "a")
      const place = async () => (await store.sessions.get("a"))?.workspace
      expect(await place()).toBeNull()
      await append(store, "a", { columns: { dueAt: 5, workspace: "/here" } })
      await append(store, "a", { expectedSeq: 2, columns: { dueAt: 5 } })
      expect(await place()).toBe("/here")
      expect(await store.sessions.due({ before: 10 })).toMatchObject([{ id: "a", workspace: "/here" }])
    })

    const since: readonly (readonly [string, (store: Store, epoch: number) => Promise<unknown>])[] = [
      ["a say command arrived", (store) => store.inbox.enqueue("a", say("c1"))],
      ["a fact was appended", (store, epoch) => append(store, "a", { epoch, expectedSeq: 1 })],
      ["a turn runs", (store, epoch) => append(store, "a", { epoch, facts: [], columns: { status: "processing" } })],
      ["it was pinned", (store) => store.sessions.update("a", { pinned: true })],
      ["it left the archive", (store) => store.sessions.update("a", { archived: false })],
      ["another runner took it over", (store) => store.leases.acquire("a", runner.id, { runner, epoch: 1, beat: 0 })],
    ]
    it.each(since)("are not removed by a caller that saw them at rest if %s since", async (_, change) => {
      const { store } = current()
      const { epoch } = await held(store, "a")
      await store.sessions.update("a", { archived: true })
      await change(store, epoch)
      expect(await store.sessions.remove("a", { seq: 1, epoch })).toBe(false)
      expect(await store.sessions.get("a")).toBeDefined()
    })

    it("are removed by a caller that saw them at rest, if they still are", async () => {
      const { store } = current()
      const { epoch } = await held(store, "a")
      await store.sessions.update("a", { archived: true })
      expect(await store.sessions.remove("a", { seq: 1, epoch })).toBe(true)
      expect(await store.sessions.get("a")).toBeUndefined()
    })

    it("are due in the order in which they began to wait, with their holders", async () => {
      const { store } = current()
      for (const [id, dueAt] of [
        ["a", 300],
        ["b", 100],
        ["c", 200],
        ["d", null],
        ["e", 999],
      ] as const) {
        await held(store, id)
        await append(store, id, { columns: { dueAt } })
        if (id !== "b") await store.leases.release(id, 1, { dueAt, seen: 0 })
      }
      await store.inbox.enqueue("a", say("c1"))
      const due = await store.sessions.due({ before: 200 })
      expect(due).toMatchObject([
        { id: "b", dueAt: 100, holder: { runner, epoch: 1, beat: 0 } },
        { id: "c", dueAt: 200 },
        { id: "a", dueAt: 0 },
      ])
      expect(due.map(({ holder }) => holder?.runner.id)).toEqual([runner.id, undefined, undefined])
      expect(await store.sessions.due({ before: 2000, limit: 1 })).toMatchObject([{ id: "b" }])
      const others = await store.sessions.due({ before: 200, notHeldBy: runner.id })
      expect(others.map(({ id }) => id)).toEqual(["c", "a"])
    })

    it("are due when the wait would exceed dueIn, because the clock was set back", async () => {
      const { store } = current()
      for (const id of ["a", "b"]) await held(store, id)
      await store.leases.release("a", 1, { dueAt: 100_000, dueIn: 60_000, seen: 0 })
      await store.leases.release("b", 1, { dueAt: 100_000, seen: 0 })
      expect(await store.sessions.due({ before: 40_000 })).toEqual([])
      expect(await store.sessions.due({ before: 39_999 })).toMatchObject([{ id: "a", dueAt: 100_000 }])
    })

    it("are removed with all their data, and refuse later writes", async () => {
      const { store } = current()
      await held(store, "a")
      await create(store, "b")
      await append(store, "a", { facts: [fact(2, nudge("secret"))] })
      await store.inbox.enqueue("a", say("c1"))
      await store.log.saveSnapshot("a", { seq: 2, version: 1, body: "secret" })
      store.live.write("a", { attempt: "x", text: "secret" })
      expect(await store.sessions.remove("a")).toBe(true)
      expect(await store.sessions.remove("a")).toBe(false)
      expect(await store.log.append(appendOf("a", { expectedSeq: 2 }))).toEqual({ ok: false, reason: "missing" })
      store.live.write("a", { attempt: "x", text: "late" })
      expect(await create(store, "a")).toBe(true)
      expect((await store.log.read("a", 0)).map(({ seq }) => seq)).toEqual([1])
      expect(await store.inbox.read("a")).toEqual([])
      expect(await store.log.readSnapshot("a", 1)).toBeUndefined()
      expect((await store.sessions.list()).map(({ id }) => id)).toEqual(["a", "b"])
    })

    it("persist when the store is reopened", async () => {
      const { store, reopen } = current()
      await held(store, "a")
      await append(store, "a", { facts: [fact(2, nudge("kept"))], blobs: [{ hash: "h", bytes: new Uint8Array([7]) }] })
      await store.inbox.enqueue("a", say("c1"))
      await store.sessions.update("a", { title: "Kept" })
      if (reopen === undefined) return
      const again = await reopen()
      expect(await again.log.read("a", 1)).toEqual([fact(2, nudge("kept"))])
      expect(await again.blobs.read("h")).toEqual(new Uint8Array([7]))
      expect((await again.inbox.read("a")).map(({ command }) => command)).toEqual([say("c1")])
      expect((await again.sessions.get("a"))?.metadata.title).toBe("Kept")
      expect(await again.leases.epoch("a")).toBe(1)
    })

    it("created under the id of a removed one are fenced from a runner of the old one", async () => {
      const { store } = current()
      const { epoch } = await held(store, "a")
      await store.sessions.remove("a")
      await create(store, "a")
      expect(await store.log.append(appendOf("a", { epoch }))).toEqual({ ok: false, reason: "fenced" })
      expect(await store.leases.epoch("a")).not.toBe(epoch)
    })
  })
}
