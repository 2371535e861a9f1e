// Leases: one holder, an epoch that only acquire raises, take-over from a holder whose heartbeat stopped.
import { describe, expect, it } from "vitest"
import type { Holder } from "../../contracts/leases.ts"
import type { Store } from "../../contracts/store.ts"
import { append, appendOf, type Current, create, held, otherRunner, runner, say } from "./data.ts"

export function leasesSuite(current: Current): void {
  describe("leases", () => {
    it("are acquired by one runner, which gets the epoch and the last seq", async () => {
      const { store } = current()
      await create(store, "a")
      await store.leases.join(runner)
      expect(await store.leases.epoch("a")).toBe(0)
      expect(await store.leases.acquire("a", runner.id)).toEqual({ ok: true, epoch: 1, seq: 1 })
      expect(await store.leases.epoch("a")).toBe(1)
    })

    it("cannot be acquired for a session that does not exist, nor by a runner that has not joined", async () => {
      const { store } = current()
      await create(store, "a")
      await expect(store.leases.acquire("a", runner.id)).rejects.toMatchObject({ code: "store-failed" })
      await store.leases.join(runner)
      expect(await store.leases.acquire("unknown", runner.id)).toEqual({ ok: false })
    })

    it.each([runner, otherRunner])(
      "are refused to $id while held, and the refusal names the holder",
      async ({ id }) => {
        const { store } = current()
        await held(store, "a")
        await store.leases.join(otherRunner)
        const refused = { ok: false, holder: { runner, epoch: 1, beat: 0 } }
        expect(await store.leases.acquire("a", id)).toEqual(refused)
        expect(await store.leases.epoch("a")).toBe(1)
      },
    )

    it("go to exactly one of two runners that acquire at the same time", async () => {
      const { store } = current()
      await create(store, "a")
      for (const one of [runner, otherRunner]) await store.leases.join(one)
      const outcomes = await Promise.all([runner, otherRunner].map(({ id }) => store.leases.acquire("a", id)))
      expect(outcomes.map(({ ok }) => ok)).toEqual([true, false])
    })

    it("are taken over by a runner that saw the heartbeat stop, and the old runner is fenced", async () => {
      const { store } = current()
      await held(store, "a")
      await store.leases.join(otherRunner)
      await store.leases.beat(runner.id)
      const holder = await holderOf(store, "a")
      expect(holder.beat).toBe(1)
      expect(await store.leases.acquire("a", otherRunner.id, holder)).toEqual({ ok: true, epoch: 2, seq: 1 })
      expect(await store.log.append(appendOf("a"))).toEqual({ ok: false, reason: "fenced" })
      expect(await store.leases.release("a", 1, { dueAt: null, seen: 0 })).toBe(false)
      expect(await store.leases.beat(runner.id)).toEqual([])
      expect(await store.leases.beat(otherRunner.id)).toEqual(["a"])
    })

    const outdated: readonly (readonly [string, (holder: Holder) => Holder])[] = [
      ["beat", (holder) => ({ ...holder, beat: holder.beat - 1 })],
      ["epoch", (holder) => ({ ...holder, epoch: holder.epoch - 1 })],
      ["runner", (holder) => ({ ...holder, runner: { ...holder.runner, id: "runner-0" } })],
    ]
    it.each(outdated)("stay with a holder whose %s has changed since it was read", async (_, change) => {
      const { store } = current()
      await held(store, "a")
      await store.leases.join(otherRunner)
      await store.leases.beat(runner.id)
      const holder = await holderOf(store, "a")
      expect(await store.leases.acquire("a", otherRunner.id, change(holder))).toEqual({ ok: false, holder })
    })

    it("can be reacquired by their own runner at the next epoch, so that a failed release blocks no session", async () => {
      const { store } = current()
      await held(store, "a")
      const holder = await holderOf(store, "a")
      expect(await store.leases.acquire("a", runner.id)).toEqual({ ok: false, holder })
      expect(await store.leases.acquire("a", runner.id, holder)).toMatchObject({ ok: true, epoch: 2 })
    })

    it("are given with a command to the runner that is to run it, and no other one gets them while it lives", async () => {
      const { store } = current()
      await create(store, "a")
      for (const one of [runner, otherRunner]) await store.leases.join(one)
      await store.inbox.enqueue("a", say("c1"), { runner: runner.id })
      const holder = { runner, epoch: 0, beat: 0 }
      expect(await store.leases.acquire("a", otherRunner.id)).toEqual({ ok: false, holder })
      // Nobody runs it yet.
      expect((await store.sessions.due({ before: 1 })).map((due) => due.holder)).toEqual([undefined])
      expect(await store.leases.acquire("a", runner.id)).toEqual({ ok: true, epoch: 1, seq: 1 })
      // One that is held stays where it is.
      await store.inbox.enqueue("a", say("c2"), { runner: otherRunner.id })
      expect(await store.leases.acquire("a", otherRunner.id)).toMatchObject({ ok: false, holder: { runner } })
      await store.leases.leave(runner.id)
      await store.inbox.enqueue("a", say("c3"), { runner: "nobody" })
      expect(await store.leases.acquire("a", otherRunner.id)).toMatchObject({ ok: true })
    })

    it("that are kept for a runner go to one that saw its heartbeat stop, or that finds it gone", async () => {
      const { store } = current()
      for (const id of ["a", "b"]) await create(store, id)
      for (const one of [runner, otherRunner]) await store.leases.join(one)
      for (const id of ["a", "b"]) await store.inbox.enqueue(id, say("c1"), { runner: runner.id })
      const holder = { runner, epoch: 0, beat: 0 }
      expect(await store.leases.acquire("a", otherRunner.id, holder)).toEqual({ ok: true, epoch: 1, seq: 1 })
      await store.leases.leave(runner.id)
      expect(await store.leases.acquire("b", otherRunner.id)).toEqual({ ok: true, epoch: 1, seq: 1 })
    })

    it("are not given with a command that is refused", async () => {
      const { store } = current()
      await create(store, "a")
      for (const one of [runner, otherRunner]) await store.leases.join(one)
      await store.inbox.enqueue("a", say("c1"))
      const given = { runner: runner.id, maxQueued: 1 }
      expect(await store.inbox.enqueue("a", say("c2"), given)).toMatchObject({ outcome: "refused" })
      expect(await store.leases.acquire("a", otherRunner.id)).toMatchObject({ ok: true })
    })

    it("are free when their runner has left", async () => {
      const { store } = current()
      await held(store, "a")
      await store.leases.join(otherRunner)
      await store.leases.leave(runner.id)
      expect(await store.leases.acquire("a", otherRunner.id)).toEqual({ ok: true, epoch: 2, seq: 1 })
    })

    it("answer a beat with the sessions still held, and with none to an unknown runner", async () => {
      const { store } = current()
      for (const id of ["a", "b", "c"]) await held(store, id)
      await store.leases.release("b", 1, { dueAt: null, seen: 0 })
      expect([...(await store.leases.beat(runner.id))].sort()).toEqual(["a", "c"])
      expect(await store.leases.beat("stranger")).toEqual([])
    })

    it.each([
      ["not seen", 0, 0],
      ["seen", Number.MAX_SAFE_INTEGER, 900],
    ])("set the due time on release when a waiting command was %s", async (_, seen, dueAt) => {
      const { store } = current()
      await held(store, "a")
      await store.inbox.enqueue("a", say("c1"))
      expect(await store.leases.release("a", 1, { dueAt: 900, seen })).toBe(true)
      expect((await store.sessions.get("a"))?.dueAt).toBe(dueAt)
    })

    it("can be acquired again after a release, at the next epoch", async () => {
      const { store } = current()
      await held(store, "a")
      await append(store, "a")
      await store.leases.release("a", 1, { dueAt: null, seen: 0 })
      expect(await store.leases.acquire("a", runner.id)).toEqual({ ok: true, epoch: 2, seq: 2 })
    })
  })
}

async function holderOf(store: Store, session: string): Promise<Holder> {
  const refused = await store.leases.acquire(session, runner.id)
  if (refused.ok || refused.holder === undefined) throw new Error(`${session} should be held.`)
  return refused.holder
}
