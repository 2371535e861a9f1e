// Appending and reading: compare-and-swap, fencing, group commit, blobs, snapshots.
import { randomBytes } from "node:crypto"
import { describe, expect, it } from "vitest"
import {
  append,
  appendOf,
  type Change,
  type Current,
  create,
  fact,
  held,
  idle,
  nudge,
  placeOf,
  say,
  started,
} from "./data.ts"

export function logSuite(current: Current): void {
  describe("the log", () => {
    it("reads back appended facts in order, after a seq and up to a limit", async () => {
      const { store } = current()
      await held(store, "a")
      const facts = [fact(2, started("c1")), fact(3, nudge("ä 🦀 \u0000 end")), fact(4)]
      await append(store, "a", { facts })
      expect((await store.log.read("a", 0)).map(({ seq }) => seq)).toEqual([1, 2, 3, 4])
      expect(await store.log.read("a", 1)).toEqual(facts)
      expect(await store.log.read("a", 2, 1)).toEqual(facts.slice(1, 2))
      expect(await store.log.read("a", 4)).toEqual([])
      expect(await store.log.head("a")).toBe(4)
    })

    it("reads facts of some types only, if the caller looks for those", async () => {
      const { store } = current()
      await held(store, "a")
      const said = [fact(2, nudge('"type":"turn-started"')), fact(3, started("c1")), fact(4), fact(5, started("c2"))]
      await append(store, "a", { facts: said })
      const only = async (after: number, limit?: number) =>
        (await store.log.read("a", after, limit, ["turn-started"])).map(({ seq }) => seq)
      expect([await only(0), await only(3), await only(0, 1), await only(5)]).toEqual([[3, 5], [5], [3], []])
      expect(await store.log.read("unknown", 0, undefined, ["turn-started"])).toEqual([])
    })

    it("is empty for a session that does not exist", async () => {
      const { store } = current()
      expect(await store.log.read("unknown", 0)).toEqual([])
      expect(await store.log.head("unknown")).toBe(0)
      expect(await store.log.readSnapshot("unknown", 1)).toBeUndefined()
      expect(await store.leases.epoch("unknown")).toBe(0)
    })

    const refusals: readonly (readonly [string, string, Change])[] = [
      ["missing", "unknown", {}],
      ["fenced", "a", { epoch: 0 }],
      ["fenced", "a", { epoch: 2 }],
      ["stale", "a", { expectedSeq: 0 }],
      ["stale", "a", { expectedSeq: 2 }],
      ["fenced", "a", { epoch: 2, expectedSeq: 2 }],
    ]
    it.each(refusals)("refuses as %s an append to %s with %j and writes nothing", async (reason, session, change) => {
      const { store } = current()
      await held(store, "a")
      await store.inbox.enqueue("a", say("c1"))
      const blobs = [{ hash: "h", bytes: new Uint8Array([1]) }]
      const refused = appendOf(session, {
        ...change,
        consumed: [await placeOf(store, "a", "c1")],
        blobs,
        columns: { preview: "changed" },
      })
      expect(await store.log.append(refused)).toEqual({ ok: false, reason })
      expect(await store.log.head("a")).toBe(1)
      expect((await store.sessions.get("a"))?.preview).toBe("")
      expect(await store.inbox.read("a")).toHaveLength(1)
      expect(await store.blobs.read("h")).toBeUndefined()
    })

    it("rejects facts that are numbered wrongly", async () => {
      const { store } = current()
      await held(store, "a")
      const wrong = appendOf("a", { facts: [fact(2), fact(4)] })
      await expect(store.log.append(wrong)).rejects.toMatchObject({ code: "store-failed" })
      expect(await store.log.head("a")).toBe(1)
    })

    it("accepts one of two concurrent appends, and refuses the other as stale", async () => {
      const { store } = current()
      await held(store, "a")
      const outcomes = await Promise.all([store.log.append(appendOf("a")), store.log.append(appendOf("a"))])
      expect(outcomes).toEqual([{ ok: true }, { ok: false, reason: "stale" }])
    })

    it("refuses only the stale one of many concurrent appends", async () => {
      const { store } = current()
      const ids = Array.from({ length: 20 }, (_, index) => `s${index}`)
      for (const id of ids) await held(store, id)
      const outcomes = await Promise.all(
        ids.map((id, index) => store.log.append(appendOf(id, index === 7 ? { expectedSeq: 5 } : {}))),
      )
      expect(outcomes.filter((outcome) => !outcome.ok)).toEqual([{ ok: false, reason: "stale" }])
      const heads = await Promise.all(ids.map((id) => store.log.head(id)))
      expect(heads).toEqual(ids.map((_, index) => (index === 7 ? 1 : 2)))
    })

    it("stores the columns with the facts, and does not change metadata", async () => {
      const { store } = current()
      await held(store, "a")
      await store.sessions.update("a", { title: "Mine", pinned: true })
      const usage = { inputTokens: 3, outputTokens: 4, costUsd: 0.25 }
      const columns = {
        ...idle,
        status: "waiting",
        dueAt: 77,
        openRequests: [{ call: "call-1", kind: "approval" }],
        turns: 2,
        usage,
      } as const
      await append(store, "a", { columns })
      expect(await store.sessions.get("a")).toEqual({
        ...columns,
        id: "a",
        seq: 2,
        profile: "default",
        owner: null,
        parent: null,
        createdAt: 1000,
        workspace: null,
        metadata: { title: "Mine", pinned: true, archived: false },
        title: "Mine",
        archivedAt: null,
      })
    })

    it("keeps a session due while a command waits that the append did not consume", async () => {
      const { store } = current()
      await held(store, "a")
      await store.inbox.enqueue("a", say("c1"))
      await append(store, "a", { columns: { dueAt: null } })
      expect((await store.sessions.get("a"))?.dueAt).toBe(0)
      await append(store, "a", {
        expectedSeq: 2,
        consumed: [await placeOf(store, "a", "c1")],
        columns: { dueAt: null },
      })
      expect((await store.sessions.get("a"))?.dueAt).toBe(null)
    })

    it("consumes commands without a fact, and sets the due time of the append", async () => {
      const { store } = current()
      await held(store, "a")
      await store.inbox.enqueue("a", say("c1"))
      await store.inbox.enqueue("a", say("c2"))
      await append(store, "a", { facts: [], consumed: [await placeOf(store, "a", "c1")], columns: { dueAt: 500 } })
      expect((await store.inbox.read("a")).map(({ command }) => command.id)).toEqual(["c2"])
      expect(await store.sessions.get("a")).toMatchObject({ seq: 1, dueAt: 500 })
    })

    it("reads thousands of facts at once", async () => {
      const { store } = current()
      await held(store, "a")
      const facts = Array.from({ length: 2500 }, (_, index) => fact(index + 2))
      await append(store, "a", { facts })
      expect(await store.log.read("a", 1)).toEqual(facts)
      expect(await store.log.read("a", 1, 2100)).toEqual(facts.slice(0, 2100))
    })
  })

  describe("blobs", () => {
    const bytes = new Uint8Array([0, 1, 2, 255])

    it("are copied with the append, so that later changes of the sender's buffer do not matter", async () => {
      const { store } = current()
      await held(store, "a")
      const buffer = new Uint8Array(bytes)
      await append(store, "a", { blobs: [{ hash: "h1", bytes: buffer.subarray(1, 3) }] })
      buffer.fill(9)
      expect(await store.blobs.read("h1")).toEqual(bytes.slice(1, 3))
      expect(await store.blobs.read("h2")).toBeUndefined()
    })

    it("can be stored again, by the same session and by others", async () => {
      const { store } = current()
      await held(store, "a")
      await held(store, "b")
      const blobs = [{ hash: "h1", bytes }]
      await append(store, "a", { blobs })
      await append(store, "a", { expectedSeq: 2, blobs })
      await append(store, "b", { blobs })
      expect(await store.blobs.read("h1")).toEqual(bytes)
    })

    it.each([
      { name: "a small one", size: 1000 },
      { name: "a large one", size: 4 * 1024 * 1024 + 77 },
    ])("can be read in parts: $name", async ({ size }) => {
      const { store } = current()
      await held(store, "a")
      const value = randomBytes(size)
      await append(store, "a", { blobs: [{ hash: "h1", bytes: value }] })
      const middle = Math.floor(size / 2)
      const parts = [
        { offset: 0, length: 1 },
        { offset: 0, length: size },
        { offset: 5, length: middle },
        { offset: middle, length: 2 * size },
        { offset: 256 * 1024 - 3, length: 7 },
        { offset: size - 1, length: 10 },
        { offset: size, length: 10 },
        { offset: size + 3, length: 10 },
        { offset: 3, length: 0 },
      ]
      for (const part of parts) {
        const read = await store.blobs.read("h1", part)
        // Compared as buffers: for large values the matchers take seconds.
        const expected = value.subarray(part.offset, part.offset + part.length)
        expect([read?.length, expected.equals(read ?? Buffer.of(1))]).toEqual([expected.length, true])
      }
      expect(value.equals((await store.blobs.read("h1")) ?? Buffer.of())).toBe(true)
      expect(await store.blobs.size("h1")).toBe(size)
      await store.sessions.remove("a")
      expect(await store.blobs.read("h1", { offset: 0, length: 1 })).toBeUndefined()
      expect(await store.blobs.size("h1")).toBeUndefined()
    })

    it("stay until the last session that stored them is removed", async () => {
      const { store } = current()
      await held(store, "a")
      await held(store, "b")
      await append(store, "a", {
        blobs: [
          { hash: "shared", bytes },
          { hash: "own", bytes },
        ],
      })
      await append(store, "b", { blobs: [{ hash: "shared", bytes }] })
      await store.sessions.remove("a")
      expect(await store.blobs.read("own")).toBeUndefined()
      expect(await store.blobs.read("shared")).toEqual(bytes)
      await store.sessions.remove("b")
      expect(await store.blobs.read("shared")).toBeUndefined()
    })

    it("are stored again when a removed session is created again", async () => {
      const { store } = current()
      const blobs = [{ hash: "h1", bytes }]
      await held(store, "a")
      await append(store, "a", { blobs })
      await store.sessions.remove("a")
      const { epoch } = await held(store, "a")
      await append(store, "a", { blobs, epoch })
      expect(await store.blobs.read("h1")).toEqual(bytes)
    })
  })

  describe("snapshots", () => {
    it("are read for their version only, and the last one wins", async () => {
      const { store } = current()
      await create(store, "a")
      await store.log.saveSnapshot("a", { seq: 1, version: 1, body: "one" })
      await store.log.saveSnapshot("a", { seq: 2, version: 1, body: "two" })
      expect(await store.log.readSnapshot("a", 1)).toEqual({ seq: 2, version: 1, body: "two" })
      expect(await store.log.readSnapshot("a", 2)).toBeUndefined()
    })

    it("are not kept for a session that is gone", async () => {
      const { store } = current()
      await create(store, "a")
      await store.sessions.remove("a")
      await store.log.saveSnapshot("a", { seq: 1, version: 1, body: "late" })
      await create(store, "a")
      expect(await store.log.readSnapshot("a", 1)).toBeUndefined()
    })
  })
}
