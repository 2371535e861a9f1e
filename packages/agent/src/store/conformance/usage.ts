// What stores sum up per owner, day and model.
import { describe, expect, it } from "vitest"
import type { Spent } from "../../contracts/limits.ts"
import { append, appendOf, type Current, create, runner } from "./data.ts"

const DAY = 20_000 // 2024-10-04
const spent: Spent = {
  day: DAY,
  model: "acme:small",
  requests: 1,
  unpriced: 0,
  usage: { inputTokens: 100, outputTokens: 10, cacheReadTokens: 40, cacheWriteTokens: 20, costUsd: 0.25 },
  toolCalls: 2,
  ms: 30,
}
const bare = { ...spent, unpriced: 1, usage: { inputTokens: 5, outputTokens: 1, estimated: true as const } }

async function heldBy(current: Current, id: string, owner?: string) {
  const { store } = current()
  await create(store, id, 1000, owner)
  await store.leases.join(runner)
  await store.leases.acquire(id, runner.id)
  return store
}

export function usageSuite(current: Current): void {
  describe("sums of usage", () => {
    it("add up what appends spent, by owner, day and model (X20)", async () => {
      const store = await heldBy(current, "a", "ann")
      await heldBy(current, "b", "ann")
      await heldBy(current, "c")
      await append(store, "a", { spent: [spent, bare] })
      await append(store, "b", { spent: [spent] })
      await append(store, "b", { expectedSeq: 2, spent: [{ ...spent, day: DAY + 1 }] })
      await append(store, "c", { spent: [{ ...bare, model: "local:x" }] })
      const all = await store.usage.list()
      expect(all.map(({ day, owner, model }) => [day, owner, model])).toEqual([
        ["2024-10-04", null, "local:x"],
        ["2024-10-04", "ann", "acme:small"],
        ["2024-10-05", "ann", "acme:small"],
      ])
      expect(all[1]).toEqual({
        owner: "ann",
        day: "2024-10-04",
        model: "acme:small",
        requests: 3,
        unpriced: 1,
        usage: {
          inputTokens: 205,
          outputTokens: 21,
          cacheReadTokens: 80,
          cacheWriteTokens: 40,
          costUsd: 0.5,
          estimated: true,
        },
        toolCalls: 6,
        ms: 90,
      })
      expect(all[0]?.usage).toEqual({ inputTokens: 5, outputTokens: 1, estimated: true })
    })

    it.each([
      { name: "an owner", query: { owner: "ann" }, days: ["2024-10-04", "2024-10-06"] },
      { name: "sessions without an owner", query: { owner: null }, days: ["2024-10-05"] },
      { name: "an unknown owner", query: { owner: "eve" }, days: [] },
      { name: "days from one on", query: { from: "2024-10-05" }, days: ["2024-10-05", "2024-10-06"] },
      { name: "days up to one", query: { to: "2024-10-05" }, days: ["2024-10-04", "2024-10-05"] },
      {
        name: "one day of one owner",
        query: { owner: "ann", from: "2024-10-06", to: "2024-10-06" },
        days: ["2024-10-06"],
      },
    ])("are found by $name", async ({ query, days }) => {
      const store = await heldBy(current, "a", "ann")
      await heldBy(current, "c")
      await append(store, "a", { spent: [spent, { ...spent, day: DAY + 2 }] })
      await append(store, "c", { spent: [{ ...spent, day: DAY + 1 }] })
      expect((await store.usage.list(query)).map(({ day }) => day)).toEqual(days)
    })

    it("count nothing that was not written: a stale or fenced append adds nothing", async () => {
      const store = await heldBy(current, "a", "ann")
      await append(store, "a", { spent: [spent] })
      expect(await store.log.append(appendOf("a", { spent: [spent] }))).toMatchObject({ reason: "stale" })
      expect(await store.log.append(appendOf("a", { expectedSeq: 2, epoch: 7, spent: [spent] }))).toMatchObject({
        reason: "fenced",
      })
      expect(await store.usage.list()).toMatchObject([{ requests: 1 }])
    })

    it("outlive their session, and another process", async () => {
      const store = await heldBy(current, "a", "ann")
      await append(store, "a", { spent: [spent] })
      await store.sessions.remove("a")
      expect(await store.usage.list({ owner: "ann" })).toMatchObject([{ requests: 1, usage: { costUsd: 0.25 } }])
      const again = await current().reopen?.()
      if (again === undefined) return
      expect(await again.usage.list()).toHaveLength(1)
      await again.close()
    })
  })
}
