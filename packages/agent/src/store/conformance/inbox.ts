// Commands: idempotence, admission and the due time, all in the transaction of the enqueue.
import { describe, expect, it } from "vitest"
import type { Command, Enqueued, Say } from "../../contracts/command.ts"
import type { Draft } from "../../contracts/fact.ts"
import type { Status } from "../../contracts/sessions.ts"
import { append, type Current, create, fact, held, placeOf, say, started } from "./data.ts"

const accepted: Told = { outcome: "accepted" }
const duplicate: Enqueued = { outcome: "duplicate" }
const busy: Enqueued = { outcome: "refused", reason: "busy" }
const notOpen: Enqueued = { outcome: "refused", reason: "not-open" }

type Told = Enqueued | { readonly outcome: "accepted" }

const approve = (id: string, call: string): Command => ({ kind: "approve", id, call, decision: "approved" })
const answer = (id: string, call: string): Command => ({ kind: "answer", id, call, answer: "yes" })
const cancel = (id: string): Command => ({ kind: "cancel", id })

export function inboxSuite(current: Current): void {
  describe("the inbox", () => {
    it("keeps commands in the order of arrival, each at its own place", async () => {
      const { store } = current()
      await create(store, "a")
      for (const command of [say("c1"), cancel("c2"), say("c3")]) {
        expect(await store.inbox.enqueue("a", command)).toMatchObject(accepted)
      }
      const queued = await store.inbox.read("a")
      expect(queued.map(({ command }) => command)).toEqual([say("c1"), cancel("c2"), say("c3")])
      expect(await store.inbox.read("a", queued[0]?.place)).toEqual(queued.slice(1))
    })

    it("tells after which fact a command was accepted", async () => {
      const { store } = current()
      await held(store, "a")
      expect(await store.inbox.enqueue("a", say("c1"))).toMatchObject({ ...accepted, seq: 1 })
      await append(store, "a", { expectedSeq: 1 })
      expect(await store.inbox.enqueue("a", say("c2"))).toMatchObject({ ...accepted, seq: 2 })
    })

    it("tells the place of a command that it accepts, or none", async () => {
      const { store } = current()
      await create(store, "a")
      const told = [await store.inbox.enqueue("a", say("c1")), await store.inbox.enqueue("a", cancel("c2"))]
      const places = (await store.inbox.read("a")).map(({ place }) => place)
      expect([places, [undefined, undefined]]).toContainEqual(
        told.map((each) => ("place" in each ? each.place : undefined)),
      )
    })

    it("never gives a place twice, even when the newest command is gone", async () => {
      const { store } = current()
      await held(store, "a")
      await store.inbox.enqueue("a", say("c1"))
      const [first] = await store.inbox.read("a")
      await append(store, "a", { facts: [], consumed: [await placeOf(store, "a", "c1")] })
      await store.inbox.enqueue("a", say("c2"))
      const [second] = await store.inbox.read("a")
      expect(second?.place).toBeGreaterThan(first?.place ?? Number.POSITIVE_INFINITY)
    })

    it("lists the commands of all sessions that arrived after a place", async () => {
      const { store } = current()
      for (const id of ["a", "b"]) await create(store, id)
      for (const [id, command] of [
        ["a", "c1"],
        ["b", "c2"],
        ["a", "c3"],
      ] as const) {
        await store.inbox.enqueue(id, say(command))
      }
      const all = await store.inbox.arrivals(0)
      expect(all.map(({ session }) => session)).toEqual(["a", "b", "a"])
      expect(await store.inbox.arrivals(all[0]?.place ?? 0)).toEqual(all.slice(1))
      await store.sessions.remove("b")
      expect((await store.inbox.arrivals(0)).map(({ session }) => session)).toEqual(["a", "a"])
    })

    it("T13: a say command takes a session out of the archive, and no other command does", async () => {
      const { store } = current()
      await create(store, "a")
      await store.sessions.update("a", { archived: true, pinned: true, title: "Mine" }, 500)
      await store.inbox.enqueue("a", cancel("c1"))
      expect(await store.sessions.get("a")).toMatchObject({ archivedAt: 500, metadata: { archived: true } })
      await store.inbox.enqueue("a", say("c2"))
      const metadata = { archived: false, pinned: true, title: "Mine" }
      expect(await store.sessions.get("a")).toMatchObject({ archivedAt: null, metadata })
    })

    it("T21: accepts concurrent sends to one owner's sessions only up to maxActiveSessions", async () => {
      const { store } = current()
      const ids = ["a", "b", "c", "d", "e"]
      for (const id of ids) await create(store, id, 1000, "ann")
      await create(store, "bobs", 1000, "bob")
      const tell = (id: string) => store.inbox.enqueue(id, say(`c-${id}`), { maxActiveSessions: 3 })
      const told = await Promise.all([...ids, "bobs"].map(tell))
      expect(told.map(({ outcome }) => outcome).sort()).toEqual([
        "accepted",
        "accepted",
        "accepted",
        "accepted",
        "refused",
        "refused",
      ])
      expect(told[5]).toMatchObject(accepted)
      expect(told.find(({ outcome }) => outcome === "refused")).toEqual({
        outcome: "refused",
        reason: "too-many-active",
      })
      // A session that is active already does not count again.
      const active = ids.find((_, at) => told[at]?.outcome === "accepted") ?? ""
      expect(await store.inbox.enqueue(active, say("more"), { maxActiveSessions: 3 })).toMatchObject(accepted)
    })

    it("T21: counts the files of all facts and all waiting commands", async () => {
      const { store } = current()
      await held(store, "a")
      const file = (hash: string) => ({ type: "blob", hash, mime: "application/pdf", size: 1, name: "a.pdf" }) as const
      const words = { type: "blob", hash: "w", mime: "text/plain", size: 99_999 } as const
      const tell = (id: string, input: Say["input"]) => store.inbox.enqueue("a", { ...say(id), input }, { maxFiles: 3 })
      await append(store, "a", { facts: [fact(2, { ...started("c0"), input: [file("1"), words] } as Draft)] })
      expect(await tell("c1", [file("2")])).toMatchObject(accepted)
      const both = await Promise.all([tell("c2", [file("3")]), tell("c3", [file("4")])])
      expect(both.map(({ outcome }) => outcome).sort()).toEqual(["accepted", "refused"])
      expect(await tell("c4", [words])).toMatchObject(accepted)
      expect(await tell("c5", [file("5")])).toEqual({ outcome: "refused", reason: "too-many-files" })
    })

    it("refuses a command for a session that does not exist", async () => {
      const { store } = current()
      expect(await store.inbox.enqueue("unknown", say("c1"))).toEqual({ outcome: "refused", reason: "missing" })
    })

    it("accepts a command only once: while it waits, and after it became a fact", async () => {
      const { store } = current()
      await held(store, "a")
      await create(store, "b")
      expect(await store.inbox.enqueue("a", say("c1"))).toMatchObject(accepted)
      expect(await store.inbox.enqueue("a", say("c1"))).toEqual(duplicate)
      await append(store, "a", { facts: [fact(2, started("c1"))], consumed: [await placeOf(store, "a", "c1")] })
      expect(await store.inbox.enqueue("a", say("c1"), { refuseWhenBusy: true })).toEqual(duplicate)
      expect(await store.inbox.read("a")).toEqual([])
      // Ids are unique within a session only.
      expect(await store.inbox.enqueue("b", say("c1"))).toMatchObject(accepted)
    })

    const statuses: readonly (readonly [Status, Told])[] = [
      ["idle", accepted],
      ["failed", accepted],
      ["processing", busy],
      ["tool_loop", busy],
      ["waiting", busy],
    ]
    it.each(statuses)(
      "answers a say with refuseWhenBusy, while the session is %s, with %j",
      async (status, outcome) => {
        const { store } = current()
        await held(store, "a")
        await append(store, "a", { columns: { status } })
        expect(await store.inbox.enqueue("a", say("c1"), { refuseWhenBusy: true })).toMatchObject(outcome)
        expect(await store.inbox.enqueue("a", say("c2"))).toMatchObject(accepted)
        expect(await store.inbox.enqueue("a", cancel("c3"), { refuseWhenBusy: true })).toMatchObject(accepted)
      },
    )

    it("accepts exactly one of two concurrent says with refuseWhenBusy", async () => {
      const { store } = current()
      await create(store, "a")
      const outcomes = await Promise.all(
        ["c1", "c2"].map((id) => store.inbox.enqueue("a", say(id), { refuseWhenBusy: true })),
      )
      expect(outcomes).toMatchObject([accepted, busy])
    })

    it("refuses a say when the queue is full, but not a cancel", async () => {
      const { store } = current()
      await create(store, "a")
      const admission = { maxQueued: 2 }
      const outcomes = await Promise.all(["c1", "c2", "c3"].map((id) => store.inbox.enqueue("a", say(id), admission)))
      expect(outcomes).toMatchObject([accepted, accepted, { outcome: "refused", reason: "queue-full" }])
      expect(await store.inbox.enqueue("a", cancel("c4"), admission)).toMatchObject(accepted)
    })

    const settlers = [
      ["approve", "approval", approve, answer],
      ["answer", "question", answer, approve],
    ] as const
    it.each(settlers)("accepts one %s for an open %s and refuses all others", async (_, kind, command, wrong) => {
      const { store } = current()
      await held(store, "a")
      expect(await store.inbox.enqueue("a", command("c0", "call-1"))).toEqual(notOpen)
      await append(store, "a", {
        columns: {
          status: "waiting",
          openRequests: [
            { call: "call-1", kind },
            { call: "call-2", kind },
          ],
        },
      })
      expect(await store.inbox.enqueue("a", wrong("c0", "call-1"))).toEqual(notOpen)
      expect(await store.inbox.enqueue("a", command("c1", "call-1"))).toMatchObject(accepted)
      expect(await store.inbox.enqueue("a", command("c1", "call-1"))).toEqual(duplicate)
      expect(await store.inbox.enqueue("a", approve("c2", "call-1"))).toEqual(notOpen)
      expect(await store.inbox.enqueue("a", answer("c3", "call-1"))).toEqual(notOpen)
      expect(await store.inbox.enqueue("a", command("c4", "call-2"))).toMatchObject(accepted)
    })

    const bytes = new Uint8Array([0, 1, 2, 255])
    const attached = [{ hash: "h1", bytes }]

    it("stores a copy of a command's blobs, so that later changes of the sender's buffer do not matter", async () => {
      const { store } = current()
      await create(store, "a")
      const buffer = Buffer.from(bytes)
      expect(
        await store.inbox.enqueue("a", say("c1"), { blobs: [{ hash: "h1", bytes: buffer.subarray(1) }] }),
      ).toMatchObject(accepted)
      buffer.fill(9)
      expect(await store.blobs.read("h1")).toEqual(bytes.slice(1))
      expect((await store.inbox.read("a")).map(({ command }) => command)).toEqual([say("c1")])
    })

    it("stores no blobs of a command that is refused or a duplicate", async () => {
      const { store } = current()
      await held(store, "a")
      await store.inbox.enqueue("a", say("c1"))
      const outcomes = [
        await store.inbox.enqueue("a", say("c1"), { blobs: attached }),
        await store.inbox.enqueue("a", say("c2"), { refuseWhenBusy: true, blobs: attached }),
        await store.inbox.enqueue("unknown", say("c3"), { blobs: attached }),
      ]
      expect(outcomes).toEqual([duplicate, busy, { outcome: "refused", reason: "missing" }])
      expect(await store.blobs.read("h1")).toBeUndefined()
    })

    it("shares blobs with facts and other sessions, and deletes them with the last session", async () => {
      const { store } = current()
      await held(store, "a")
      await held(store, "b")
      await store.inbox.enqueue("a", say("c1"), { blobs: attached })
      await append(store, "a", {
        facts: [fact(2, started("c1"))],
        consumed: [await placeOf(store, "a", "c1")],
        blobs: attached,
      })
      await store.inbox.enqueue("b", say("c2"), { blobs: attached })
      await store.sessions.remove("a")
      expect(await store.blobs.read("h1")).toEqual(bytes)
      // Also when the command never became a fact.
      await store.sessions.remove("b")
      expect(await store.blobs.read("h1")).toBeUndefined()
    })

    it.each([
      [null, 0],
      [5000, 0],
      [0, 0],
      [-5, -5],
    ])("makes a session that was due at %s due at %s", async (dueAt, expected) => {
      const { store } = current()
      await held(store, "a")
      await append(store, "a", { columns: { dueAt } })
      await store.inbox.enqueue("a", say("c1"))
      expect((await store.sessions.get("a"))?.dueAt).toBe(expected)
    })
  })
}
