// Small documents of the program around the agents.
import { describe, expect, it } from "vitest"
import type { Current } from "./data.ts"
import { create } from "./data.ts"

export function recordsSuite(current: Current): void {
  describe("records", () => {
    it("are stored by kind and key, and given back as copies", async () => {
      const { records } = current().store
      const value = { name: "Ann", groups: ["staff"], more: { __proto__: null, n: 1.5, none: null } }
      await records.put("user", "ann", value)
      await records.put("group", "ann", "another kind")
      value.groups.push("changed later")
      const found = await records.get("user", "ann")
      expect(found?.value).toEqual({ name: "Ann", groups: ["staff"], more: { n: 1.5, none: null } })
      Object.assign(found?.value as object, { name: "changed" })
      expect((await records.get("user", "ann"))?.value).toMatchObject({ name: "Ann" })
      expect((await records.get("group", "ann"))?.value).toBe("another kind")
      expect(await records.get("user", "eve")).toBeUndefined()
    })

    it("are of the kinds that the store names, without those whose last record was removed", async () => {
      const { records } = current().store
      for (const kind of ["user", "group", "Z", "user"]) await records.put(kind, "ann", true)
      await records.put("token", "t", true)
      await records.remove("token", "t")
      expect(await records.get("other", "x")).toBeUndefined()
      expect(await records.kinds()).toEqual(["Z", "group", "user"])
    })

    it("get a higher version with each change, also after a removal", async () => {
      const { records } = current().store
      const first = await records.put("user", "ann", 1)
      const second = await records.put("user", "ann", 2)
      expect(await records.remove("user", "ann")).toBe(true)
      const third = await records.put("user", "ann", 3)
      expect(first).toBeGreaterThan(0)
      expect(second).toBeGreaterThan(first ?? 0)
      expect(third).toBeGreaterThan(second ?? 0)
      expect(await records.get("user", "ann")).toEqual({ value: 3, version: third })
    })

    it("are changed and removed only at the expected version", async () => {
      const { records } = current().store
      expect(await records.put("user", "ann", 1, 7)).toBeUndefined()
      const version = await records.put("user", "ann", 1, 0)
      expect(await records.put("user", "ann", 2, 0)).toBeUndefined()
      const next = await records.put("user", "ann", 2, version)
      expect(await records.put("user", "ann", 3, version)).toBeUndefined()
      expect(await records.remove("user", "ann", version)).toBe(false)
      expect(await records.get("user", "ann")).toEqual({ value: 2, version: next })
      expect(await records.remove("user", "ann", next)).toBe(true)
      expect(await records.remove("user", "ann")).toBe(false)
    })

    it("are changed once when many expect the same version", async () => {
      const { records } = current().store
      const version = await records.put("n", "k", 0)
      const all = await Promise.all([1, 2, 3, 4, 5].map((value) => records.put("n", "k", value, version)))
      expect(all.filter((each) => each !== undefined)).toHaveLength(1)
    })

    it.each([
      { name: "all of a kind", query: undefined, keys: ["A", "a", "a%b", "a/1", "a/2", "b", "\u{ffff}", "\u{10000}"] },
      { name: "the beginning of keys", query: { prefix: "a/" }, keys: ["a/1", "a/2"] },
      { name: "a beginning that looks like a pattern", query: { prefix: "a%" }, keys: ["a%b"] },
      { name: "a page", query: { prefix: "a", limit: 2 }, keys: ["a", "a%b"] },
      { name: "the page after a key", query: { prefix: "a", after: "a%b", limit: 2 }, keys: ["a/1", "a/2"] },
      { name: "a key that is gone", query: { after: "a/11", limit: 1 }, keys: ["a/2"] },
    ])("are listed by $name, in order", async ({ query, keys }) => {
      const { records } = current().store
      for (const key of ["b", "a/2", "a", "\u{10000}", "a/1", "A", "\u{ffff}", "a%b"])
        await records.put("k", key, { key })
      await records.put("other", "a/3", 1)
      const listed = await records.list("k", query)
      expect(listed.map(({ key }) => key)).toEqual(keys)
      for (const { key, value, version } of listed) expect(await records.get("k", key)).toEqual({ value, version })
      expect(await records.list("none")).toEqual([])
    })

    it("outlive the sessions and the store's process", async () => {
      const { store, reopen } = current()
      await create(store, "s")
      const version = await store.records.put("user", "ann", { of: "s" })
      await store.sessions.remove("s")
      const again = (await reopen?.()) ?? store
      expect(await again.records.get("user", "ann")).toEqual({ value: { of: "s" }, version })
    })
  })
}
