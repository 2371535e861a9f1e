// What waits for a runner: in which order, how many of an owner may run at once, and when more is refused.
import { describe, expect, it } from "vitest"
import type { Say } from "../../contracts/command.ts"
import type { Fact } from "../../contracts/fact.ts"
import type { Status } from "../../contracts/sessions.ts"
import type { Store } from "../../contracts/store.ts"
import { append, type Current, create, held, otherRunner, runner, say } from "./data.ts"

const LATER = Number.MAX_SAFE_INTEGER

export function waitingSuite(current: Current): void {
  describe("sessions that wait for a runner", () => {
    it("come in the order in which they were told something, whatever their ids", async () => {
      const { store } = current()
      for (const id of ["c", "a", "b"]) await told(store, id)
      expect(await waiting(store)).toEqual(["c", "a", "b"])
    })

    it("come earlier with a high priority, and later with a low one", async () => {
      const { store } = current()
      await told(store, "low", { priority: "low" })
      await told(store, "first")
      await told(store, "high", { priority: "high" })
      expect(await waiting(store)).toEqual(["high", "first", "low"])
      expect(await standing(store, "low")).toMatchObject({ priority: "low", goesOn: false, isChild: false })
      expect(await standing(store, "first")).toMatchObject({ priority: "normal" })
    })

    it("keep the higher priority while a message waits, and take that of the next turn afterwards", async () => {
      const { store } = current()
      const { epoch } = await held(store, "a")
      await store.inbox.enqueue("a", { ...say("c1"), priority: "high" })
      await store.inbox.enqueue("a", { ...say("c2"), priority: "low" })
      expect(await standing(store, "a")).toMatchObject({ priority: "high" })
      const consumed = (await store.inbox.read("a")).map(({ place }) => place)
      await append(store, "a", { epoch, consumed })
      await store.inbox.enqueue("a", { ...say("c3"), priority: "low" })
      expect(await standing(store, "a")).toMatchObject({ priority: "low" })
    })

    it("keep the priority of a turn that is tried again", async () => {
      const { store } = current()
      const { epoch } = await held(store, "a")
      await store.inbox.enqueue("a", { ...say("c1"), priority: "low" })
      const consumed = (await store.inbox.read("a")).map(({ place }) => place)
      await append(store, "a", { epoch, consumed, columns: { status: "failed" } })
      await store.inbox.enqueue("a", { ...say("c2"), retry: true })
      expect(await standing(store, "a")).toMatchObject({ priority: "low" })
    })

    const going: readonly (readonly [string, (store: Store) => Promise<void>])[] = [
      ["a turn is under way", (store) => busy(store, "a")],
      ["a person has cancelled", async (store) => void (await store.inbox.enqueue("a", { kind: "cancel", id: "x" }))],
    ]
    it.each(going)("come before new turns when %s", async (_, begin) => {
      const { store } = current()
      await told(store, "new", { priority: "high" })
      await create(store, "a")
      await begin(store)
      expect(await waiting(store)).toEqual(["a", "new"])
      expect(await standing(store, "a")).toMatchObject({ goesOn: true })
    })

    it("come before new turns when they work for another session", async () => {
      const { store } = current()
      await told(store, "new")
      await child(store, "child", "ann")
      await store.inbox.enqueue("child", say("c-child"))
      expect(await waiting(store)).toEqual(["child", "new"])
      expect(await standing(store, "child")).toMatchObject({ owner: "ann", goesOn: true, isChild: true })
    })

    it("wait from their message on, or from the end of a timer", async () => {
      const { store } = current()
      const { epoch } = await held(store, "timer")
      await store.leases.release("timer", epoch, { dueAt: 1, dueIn: 3_600_000, seen: 0 })
      await told(store, "message")
      expect(await waiting(store)).toEqual(["message", "timer"])
      const { waitedMs } = await standing(store, "message")
      expect(waitedMs).toBeGreaterThanOrEqual(0)
      expect(waitedMs).toBeLessThan(60_000)
    })

    it("can be asked for one by one, and by their owner while no runner holds them", async () => {
      const { store } = current()
      await create(store, "held", 1000, "ann")
      for (const id of ["ann-1", "ann-2", "held"]) await told(store, id, {}, "ann")
      await told(store, "bob", {}, "bob")
      await told(store, "nobody")
      await store.leases.join(runner)
      await store.leases.acquire("held", runner.id)
      const ids = async (query: object) => (await store.sessions.due({ before: LATER, ...query })).map(({ id }) => id)
      expect(await ids({ session: "ann-2" })).toEqual(["ann-2"])
      expect(await ids({ waitingOf: "ann" })).toEqual(["ann-1", "ann-2"])
      expect(await ids({ waitingOf: null })).toEqual(["nobody"])
    })
  })

  describe("leases within maxRunning", () => {
    it("are refused while so many others of the owner have something to do, and free again after a release", async () => {
      const { store } = current()
      const ids = ["a", "b", "c"]
      for (const id of ids) await told(store, id, {}, "ann")
      await told(store, "bobs", {}, "bob")
      await store.leases.join(runner)
      const acquire = (id: string) => store.leases.acquire(id, runner.id, undefined, 2)
      const outcomes = await Promise.all(ids.map(acquire))
      expect(outcomes.filter(({ ok }) => ok)).toHaveLength(2)
      const refused = outcomes.findIndex(({ ok }) => !ok)
      expect(outcomes[refused]).toEqual({ ok: false, isFull: true })
      expect(await acquire("bobs")).toMatchObject({ ok: true })
      const running = ids.find((_, at) => at !== refused) ?? ""
      await store.leases.release(running, 1, { dueAt: null, seen: LATER })
      expect(await acquire(ids[refused] ?? "")).toMatchObject({ ok: true })
    })

    it("go to one of many that ask at the same moment", async () => {
      const { store } = current()
      const ids = Array.from({ length: 10 }, (_, at) => `s${at}`)
      for (const id of ids) await told(store, id, {}, "ann")
      for (const each of [runner, otherRunner]) await store.leases.join(each)
      const asked = ids.map((id, at) =>
        store.leases.acquire(id, (at % 2 === 0 ? runner : otherRunner).id, undefined, 1),
      )
      expect((await Promise.all(asked)).filter(({ ok }) => ok)).toHaveLength(1)
    })

    it("are not refused to whoever takes a session over, because it counts already", async () => {
      const { store } = current()
      await told(store, "a", {}, "ann")
      for (const each of [runner, otherRunner]) await store.leases.join(each)
      await store.leases.acquire("a", runner.id, undefined, 1)
      const found = await store.leases.acquire("a", otherRunner.id, undefined, 1)
      expect(found).toMatchObject({ ok: false, holder: { epoch: 1 } })
      const over = found.ok ? undefined : found.holder
      expect(await store.leases.acquire("a", otherRunner.id, over, 1)).toMatchObject({ ok: true, epoch: 2 })
    })

    it("do not count children, nor sessions that have nothing to do", async () => {
      const { store } = current()
      await child(store, "child", "ann")
      await store.inbox.enqueue("child", say("c-child"))
      await create(store, "rests", 1000, "ann")
      await told(store, "a", {}, "ann")
      await store.leases.join(runner)
      const acquire = (id: string) => store.leases.acquire(id, runner.id, undefined, 1)
      for (const id of ["rests", "child", "a"]) expect(await acquire(id)).toMatchObject({ ok: true })
      await child(store, "other", "ann")
      expect(await acquire("other")).toMatchObject({ ok: true })
    })
  })

  describe("admission of new turns", () => {
    it("refuses a message while maxWaiting sessions wait, with a time to come back", async () => {
      const { store } = current()
      for (const id of ["a", "b"]) await told(store, id)
      await create(store, "c")
      const refused = await store.inbox.enqueue("c", say("c-c"), { maxWaiting: 2 })
      expect(refused).toEqual({ outcome: "refused", reason: "too-many-waiting", retryAfterMs: expect.any(Number) })
      expect(refused.outcome === "refused" && refused.retryAfterMs).toBeGreaterThanOrEqual(1000)
      expect(refused.outcome === "refused" && refused.retryAfterMs).toBeLessThanOrEqual(60_000)
      expect(await store.inbox.read("c")).toEqual([])
      expect(await store.inbox.enqueue("c", say("c-c"), { maxWaiting: 3 })).toMatchObject({ outcome: "accepted" })
    })

    it("refuses an owner who fills the queue, and nobody else", async () => {
      const { store } = current()
      for (const id of ["a", "b", "c"]) await told(store, id, {}, "ann")
      for (const owner of ["ann", "bob"]) await create(store, `${owner}s`, 1000, owner)
      const tell = (id: string) => store.inbox.enqueue(id, say(`c-${id}`), { maxWaiting: 3 })
      expect(await tell("anns")).toMatchObject({ outcome: "refused", reason: "too-many-waiting" })
      expect(await tell("bobs")).toMatchObject({ outcome: "accepted" })
      // Of ann's sessions two come before bob's second one, and his first.
      await create(store, "bobs-other", 1000, "bob")
      expect(await tell("bobs-other")).toMatchObject({ outcome: "refused", reason: "too-many-waiting" })
    })

    it("refuses everybody while as many owners wait as sessions may", async () => {
      const { store } = current()
      for (const owner of ["ann", "bob"]) await told(store, `${owner}s`, {}, owner)
      await create(store, "carols", 1000, "carol")
      const tell = (maxWaiting: number) => store.inbox.enqueue("carols", say("c-c"), { maxWaiting })
      expect(await tell(2)).toMatchObject({ outcome: "refused", reason: "too-many-waiting" })
      expect(await tell(3)).toMatchObject({ outcome: "accepted" })
    })

    it("does not take the age of what waits for others of its own owner for that of the queue", async () => {
      const { store } = current()
      for (const id of ["runs", "waits"]) await told(store, id, {}, "ann")
      await store.leases.join(runner)
      await store.leases.acquire("runs", runner.id, undefined, 1)
      for (const owner of ["ann", "bob"]) await create(store, `${owner}s`, 1000, owner)
      await until(async () => (await standing(store, "waits")).waitedMs >= 20)
      const tell = (id: string) => store.inbox.enqueue(id, say(`c-${id}`), { maxWaitMs: 20 })
      expect(await tell("anns")).toMatchObject({ outcome: "refused", reason: "too-many-waiting" })
      expect(await tell("bobs")).toMatchObject({ outcome: "accepted" })
    })

    it("does not count sessions that a runner holds, or that wait for a person or a timer", async () => {
      const { store } = current()
      await told(store, "runs")
      await store.leases.join(runner)
      await store.leases.acquire("runs", runner.id)
      const { epoch } = await held(store, "asks")
      await append(store, "asks", { epoch, columns: { status: "waiting" } })
      await store.leases.release("asks", epoch, { dueAt: null, seen: 0 })
      const timer = await held(store, "timer")
      await store.leases.release("timer", timer.epoch, { dueAt: Date.now() + 3_600_000, dueIn: 3_600_000, seen: 0 })
      await create(store, "c")
      expect(await store.inbox.enqueue("c", say("c-c"), { maxWaiting: 1 })).toMatchObject({ outcome: "accepted" })
    })

    it("refuses a message while another one has waited for maxWaitMs", async () => {
      const { store } = current()
      await create(store, "b")
      expect(await store.inbox.enqueue("b", say("c-b"), { maxWaitMs: 1 })).toMatchObject({ outcome: "accepted" })
      await create(store, "c")
      await until(async () => (await standing(store, "b")).waitedMs >= 20)
      const tell = (maxWaitMs: number) => store.inbox.enqueue("c", say("c-c"), { maxWaitMs })
      expect(await tell(20)).toMatchObject({ outcome: "refused", reason: "too-many-waiting", retryAfterMs: 1000 })
      expect(await tell(3_600_000)).toMatchObject({ outcome: "accepted" })
    })

    it("refuses nothing to a session that is busy, and no other command", async () => {
      const { store } = current()
      await told(store, "a")
      expect(await store.inbox.enqueue("a", say("more"), { maxWaiting: 1 })).toMatchObject({ outcome: "accepted" })
      await create(store, "b")
      const cancel = { kind: "cancel", id: "x" } as const
      expect(await store.inbox.enqueue("b", cancel, { maxWaiting: 1 })).toMatchObject({ outcome: "accepted" })
      await create(store, "c")
      await busy(store, "c")
      expect(await store.inbox.enqueue("c", say("c-c"), { maxWaiting: 1 })).toMatchObject({ outcome: "accepted" })
    })
  })
}

/** A session with a message that waits. The clock has moved on afterwards. */
async function told(store: Store, id: string, how: Pick<Say, "priority"> = {}, owner?: string): Promise<void> {
  await create(store, id, 1000, owner)
  await store.inbox.enqueue(id, { ...say(`c-${id}`), ...how })
  await until(async () => (await standing(store, id)).waitedMs > 0)
}

/** A turn under way that no runner holds. */
async function busy(store: Store, id: string): Promise<void> {
  await store.leases.join(runner)
  const acquired = await store.leases.acquire(id, runner.id)
  const epoch = acquired.ok ? acquired.epoch : 0
  const status: Status = "processing"
  await append(store, id, { epoch, columns: { status, dueAt: 0 } })
  await store.leases.release(id, epoch, { dueAt: Date.now(), seen: 0 })
}

async function child(store: Store, id: string, owner: string): Promise<void> {
  const parent = { session: "parent", kind: "delegation", call: "call-1" } as const
  const opened: Fact = { type: "session-opened", session: id, profile: "default", parent, v: 1, seq: 1, at: 1000 }
  await store.sessions.create({ id, opened, profile: "default", owner, parent })
}

async function waiting(store: Store): Promise<readonly string[]> {
  return (await store.sessions.due({ before: LATER })).map(({ id }) => id)
}

async function standing(store: Store, session: string) {
  const [due] = await store.sessions.due({ before: LATER, session })
  if (due === undefined) throw new Error(`${session} should be due.`)
  return due.standing
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 1))
}
