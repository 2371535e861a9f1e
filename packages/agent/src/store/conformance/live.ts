// Text in flight, and notifications about changes.
import { describe, expect, it, vi } from "vitest"
import { append, type Current, create, held, otherRunner, runner, say } from "./data.ts"

export function liveSuite(current: Current): void {
  describe("text in flight", () => {
    it("is the text that was written last, until it is cleared", async () => {
      const { store } = current()
      await create(store, "a")
      expect(await store.live.read("a")).toBeUndefined()
      store.live.write("a", { attempt: "m1", text: "Hel" })
      store.live.write("a", { attempt: "m1", text: "Hello" })
      expect(await store.live.read("a")).toEqual({ attempt: "m1", text: "Hello" })
      store.live.write("a", undefined)
      expect(await store.live.read("a")).toBeUndefined()
    })

    it("ends with the lease of the runner that was writing it", async () => {
      const { store } = current()
      await held(store, "a")
      await store.leases.join(otherRunner)
      store.live.write("a", { attempt: "m1", text: "Hel" })
      const holder = { runner, epoch: 1, beat: 0 }
      expect(await store.leases.acquire("a", otherRunner.id, holder)).toMatchObject({ ok: true })
      expect(await store.live.read("a")).toBeUndefined()
    })
  })

  describe("watching", () => {
    it("notifies listeners of changes until they stop watching", async () => {
      const { store } = current()
      await held(store, "a")
      const kept = vi.fn()
      const stopped = vi.fn()
      const stopKept = store.watch(kept)
      const stop = store.watch(stopped)
      await append(store, "a")
      await vi.waitFor(() => expect(kept).toHaveBeenCalled())
      expect(stopped).toHaveBeenCalled()
      stop()
      stopped.mockClear()
      kept.mockClear()
      await store.inbox.enqueue("a", say("c1"))
      await vi.waitFor(() => expect(kept).toHaveBeenCalled())
      expect(stopped).not.toHaveBeenCalled()
      stopKept()
    })
  })
}
