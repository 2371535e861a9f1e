// When a worker that was started once gives up: only while its host is in trouble, and nothing runs here.
import { type Fact, memory, type Store } from "@pawl/agent"
import { beforeEach, describe, expect, it, vi } from "vitest"
import { PATIENCE_MS, untilNothingIsDue } from "./nothing-due.ts"
import { progress } from "./progress.ts"

const opened = { v: 1, seq: 1, at: 1, type: "session-opened", profile: "default" } as unknown as Fact
const error = new Error("Nobody answers.")
const longAgo = () => ({ since: Date.now() - PATIENCE_MS, error })

describe("a worker that ends when nothing is due", () => {
  let store: Store
  let how: Omit<Parameters<typeof untilNothingIsDue>[1], "trouble">
  beforeEach(async () => {
    const reporter = progress("json")
    store = reporter.watching(memory())
    how = { pollMs: 1, reporter, isMine: () => true }
    await store.sessions.create({ id: "s", opened, profile: "default" })
    await store.inbox.enqueue("s", { kind: "say", id: "c", input: [{ type: "text", text: "Hi." }], whenBusy: "queue" })
  })

  it("gives up what is due when its host has been in trouble for long enough", async () => {
    expect(await untilNothingIsDue(store, { ...how, trouble: longAgo })).toEqual({ due: 1, error })
  })

  it.each([
    ["without trouble", () => undefined],
    ["with trouble that began just now", () => ({ since: Date.now(), error })],
  ])("%s waits on, until nothing is left", async (_, now) => {
    const trouble = vi.fn(now)
    const done = untilNothingIsDue(store, { ...how, trouble })
    await vi.waitFor(() => expect(trouble.mock.calls.length).toBeGreaterThan(2))
    await store.sessions.remove("s")
    expect(await done).toBeUndefined()
  })

  it("lets what it runs come to its end first", async () => {
    await store.leases.join({ id: "here", pid: process.pid, boot: "b", started: "s" })
    const acquired = await store.leases.acquire("s", "here")
    if (!acquired.ok) throw new Error("The lease is free.")
    const trouble = vi.fn(longAgo)
    const done = untilNothingIsDue(store, { ...how, trouble })
    await vi.waitFor(() => expect(trouble.mock.calls.length).toBeGreaterThan(2))
    await store.leases.release("s", acquired.epoch, { dueAt: 0, seen: 0 })
    expect(await done).toEqual({ due: 1, error })
  })
})
