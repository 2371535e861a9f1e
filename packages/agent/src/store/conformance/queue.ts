// Messages that wait for the end of a turn: they are taken back, or join the turn, in one transaction, or not at all.
import { describe, expect, it } from "vitest"
import type { Command, QueueChange } from "../../contracts/command.ts"
import { append, appendOf, type Current, create, fact, held, placeOf, say, started } from "./data.ts"

const steer: QueueChange = { to: "steer" }
const unsend: QueueChange = { to: "unsend", by: "ada" }
const unsent: Command = { kind: "unsend", id: "c1", by: "ada" }

export function queueSuite(current: Current): void {
  describe("a message that waits", () => {
    const changes: readonly (readonly [string, QueueChange, Command])[] = [
      ["joins the turn", steer, { ...say("c1"), whenBusy: "steer" }],
      ["is taken back", unsend, unsent],
    ]
    it.each(changes)("%s: once, and at a new place that readers have not seen", async (_, change, left) => {
      const { store } = current()
      await create(store, "a")
      for (const id of ["c1", "c2"]) await store.inbox.enqueue("a", say(id))
      const seen = await placeOf(store, "a", "c2")
      const place = await store.inbox.change("a", "c1", change)
      expect(place).toBeGreaterThan(seen)
      expect(await store.inbox.read("a", seen)).toEqual([{ place, command: left }])
      expect((await store.inbox.read("a")).map(({ command }) => command.id)).toEqual(["c2", "c1"])
      expect(await store.inbox.arrivals(seen)).toEqual([{ session: "a", place }])
      for (const again of [steer, unsend]) expect(await store.inbox.change("a", "c1", again)).toBeUndefined()
    })

    it("is no other command, no message that joins at once, and none of another session", async () => {
      const { store } = current()
      await held(store, "a")
      await create(store, "b")
      await store.inbox.enqueue("a", { kind: "cancel", id: "c1" })
      await store.inbox.enqueue("a", { ...say("c2"), whenBusy: "steer" })
      await store.inbox.enqueue("a", say("c3"))
      await append(store, "a", { facts: [fact(2, started("c3"))], consumed: [await placeOf(store, "a", "c3")] })
      await store.inbox.enqueue("b", say("c4"))
      const before = await store.inbox.read("a")
      for (const id of ["c1", "c2", "c3", "c4", "c5"]) {
        expect(await store.inbox.change("a", id, unsend), id).toBeUndefined()
        expect(await store.inbox.change("unknown", id, unsend), id).toBeUndefined()
      }
      expect(await store.inbox.read("a")).toEqual(before)
    })

    it.each([steer, unsend])("refuses an append that consumes it as it was before %j", async (change) => {
      const { store } = current()
      await held(store, "a")
      for (const id of ["c1", "c2"]) await store.inbox.enqueue("a", say(id))
      const [first = 0, second = 0] = [await placeOf(store, "a", "c1"), await placeOf(store, "a", "c2")]
      const place = (await store.inbox.change("a", "c2", change)) ?? 0
      const blobs = [{ hash: "h", bytes: new Uint8Array([1]) }]
      const stale = appendOf("a", { consumed: [first, second], blobs, columns: { preview: "changed" } })
      expect(await store.log.append(stale)).toEqual({ ok: false, reason: "changed" })
      expect([await store.log.head("a"), (await store.sessions.get("a"))?.preview]).toEqual([1, ""])
      expect(await store.blobs.read("h")).toBeUndefined()
      expect((await store.inbox.read("a")).map((each) => each.place)).toEqual([first, place])
      await append(store, "a", { consumed: [first, place] })
      expect(await store.inbox.read("a")).toEqual([])
    })

    it("has begun or was taken back, never both, when both happen at once", async () => {
      const { store } = current()
      await held(store, "a")
      for (let seq = 1; seq <= 20; seq++) {
        const id = `c${seq}`
        await store.inbox.enqueue("a", say(id))
        const place = await placeOf(store, "a", id)
        const begin = () =>
          store.log.append(appendOf("a", { expectedSeq: seq, facts: [fact(seq + 1, started(id))], consumed: [place] }))
        const change = () => store.inbox.change("a", id, unsend)
        const [begun, withdrawn] =
          seq % 2 === 0
            ? await Promise.all([begin(), change()])
            : await Promise.all([change(), begin()]).then(([a, b]) => [b, a] as const)
        expect(begun.ok).toBe(withdrawn === undefined)
        if (!begun.ok) await append(store, "a", { expectedSeq: seq, consumed: [withdrawn ?? 0] })
      }
    })

    it("is not sent again under its id after it was taken back", async () => {
      const { store } = current()
      await held(store, "a")
      await store.inbox.enqueue("a", say("c1"))
      const place = (await store.inbox.change("a", "c1", unsend)) ?? 0
      expect(await store.inbox.enqueue("a", say("c1"))).toEqual({ outcome: "duplicate" })
      await append(store, "a", { facts: [fact(2, { type: "input-withdrawn", command: "c1" })], consumed: [place] })
      expect(await store.inbox.enqueue("a", say("c1"))).toEqual({ outcome: "duplicate" })
    })

    it("makes its session due when it changes, and does not count as waiting once it is taken back", async () => {
      const { store } = current()
      await held(store, "a")
      await store.inbox.enqueue("a", say("c1"))
      await append(store, "a", { columns: { dueAt: 5000 } })
      await store.inbox.change("a", "c1", unsend)
      expect((await store.sessions.get("a"))?.dueAt).toBe(0)
      expect(await store.inbox.enqueue("a", say("c2"), { refuseWhenBusy: true })).toMatchObject({ outcome: "accepted" })
    })

    it("stays as it was changed when the store is opened again", async () => {
      const { store, reopen } = current()
      if (reopen === undefined) return
      await create(store, "a")
      await store.inbox.enqueue("a", say("c1"))
      await store.inbox.change("a", "c1", unsend)
      const again = await reopen()
      expect((await again.inbox.read("a")).map(({ command }) => command)).toEqual([unsent])
    })
  })
}
