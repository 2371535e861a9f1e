// Sessions as objects: opened, named, listed, found, resumed, closed, removed.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { call, scripted } from "../model/scripted.ts"
import type { Session } from "../session/handle.ts"
import { memory } from "../store/memory.ts"
import { sqlite } from "../store/sqlite.ts"
import { FakeClock, settle } from "../testing/fake-clock.ts"
import { tool } from "../tools/tool.ts"
import { createAgent } from "./create-agent.ts"

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pawl-"))
})
afterEach(() => rmSync(folder, { recursive: true }))

const counting = scripted(
  (request) => `I know ${request.messages.filter((message) => message.role === "user").length} messages.`,
)

describe("sessions", () => {
  it("are listed, named, found by name, and resumed after a restart with all messages (X16)", async () => {
    const path = join(folder, "pawl.db")
    const before = await sqlite(path)
    const first = await createAgent({ store: before, model: counting })
    const session = await first.open({ title: "Trip" })
    await session.ask("one")
    await session.ask("two")
    await first.open({ title: "Other" })
    await first.close()
    await before.close()

    const after = await sqlite(path)
    const second = await createAgent({ store: after, model: counting })
    expect((await second.sessions.list()).map((row) => row.metadata.title).sort()).toEqual(["Other", "Trip"])
    const found = await second.sessions.find("Trip")
    expect(found.id).toBe(session.id)
    const resumed = await second.open({ id: found.id })
    expect((await resumed.ask("three")).text).toBe("I know 3 messages.")
    await second.close()
    await after.close()
  })

  it("are restored after a restart with all messages, tool calls and budget (L26)", async () => {
    const path = join(folder, "resumed.db")
    const look = tool({ name: "look", description: "", input: { type: "object" }, effect: "read", run: () => "seen" })
    const model = scripted(({ results, said }) => (results.length === 0 ? { calls: [call("look")] } : `${said}: done`))
    async function lookAt(work: (session: Session) => Promise<unknown>) {
      const store = await sqlite(path)
      const agent = await createAgent({ store, model, tools: [look], window: 20_000 })
      const session = await agent.open({ id: "s" })
      await work(session)
      const { budget } = await session.context()
      const all = { messages: await session.messages(), facts: await session.facts(), budget }
      await agent.close()
      await store.close()
      return all
    }
    const before = await lookAt((session) => session.ask("one"))
    const after = await lookAt(async () => {})
    expect(after).toEqual(before)
    expect(after.budget).toMatchObject({ window: 20_000 })
    expect(after.messages.map(({ role }) => role)).toEqual(["user", "assistant", "tool", "assistant"])
  })

  it("that are queued are run by exactly one of many workers, from beginning to end (T10)", async () => {
    const clock = new FakeClock()
    const store = memory()
    const started: string[] = []
    const slow = (worker: string) =>
      tool({
        name: "slow",
        description: "",
        input: { type: "object" },
        effect: "read",
        timeoutMs: 600_000,
        run: async () => {
          started.push(worker)
          await clock.sleep(300_000)
          return `the lease was acquired ${await store.leases.epoch("s")} times`
        },
      })
    const model = scripted(({ results: [first] }) => first?.text ?? { calls: [call("slow")] })
    const front = await createAgent({ store, model, clock, run: "none" })
    const turn = (await front.open({ id: "s" })).send("go")
    await turn.accepted()
    const workers = await Promise.all(
      ["a", "b", "c", "d"].map((name) => createAgent({ store, model, tools: [slow(name)], clock, run: "all" })),
    )
    expect(await clock.run(turn.result())).toMatchObject({ text: "the lease was acquired 1 times" })
    expect(started).toHaveLength(1)
    await Promise.all([...workers, front].map((each) => each.close()))
  })

  it("with the same name are refused as ambiguous (X16)", async () => {
    await using agent = await createAgent({ model: counting })
    await agent.open({ title: "Twin" })
    await agent.open({ title: "Twin" })
    await expect(agent.sessions.find("Twin")).rejects.toMatchObject({ code: "name-ambiguous" })
    await expect(agent.sessions.find("Missing")).rejects.toMatchObject({ code: "session-missing" })
  })

  it("keep a new title, pin and archive flag whatever a running turn writes (T13)", async () => {
    const clock = new FakeClock()
    const look = tool({
      name: "look",
      description: "",
      input: { type: "object" },
      effect: "read",
      run: () => clock.sleep(500).then(() => "seen"),
    })
    const model = scripted((request) => (request.results.length === 0 ? { calls: [call("look")] } : "done"))
    const agent = await createAgent({ model, tools: [look], clock })
    const session = await agent.open({ title: "Old" })
    const turn = session.send("go")
    await turn.accepted()
    await clock.advance(100)
    await session.update({ title: "New", pinned: true, archived: true })
    await clock.run(turn.result())
    expect((await session.info()).metadata).toEqual({ title: "New", pinned: true, archived: true })
    await clock.run(agent.close())
  })

  it("can be removed for good (M25)", async () => {
    await using agent = await createAgent({ model: counting })
    const session = await agent.open()
    await session.ask("one")
    expect(await agent.sessions.remove(session.id)).toBe(true)
    expect(await agent.sessions.list()).toEqual([])
    await expect(session.ask("two")).rejects.toMatchObject({ code: "session-missing" })
  })

  it.each(["transcript", "messages", "tasks", "notes", "changes", "checkpoints", "context", "info"] as const)(
    "that are removed have no %s, which is not the same as an empty one",
    async (method) => {
      await using agent = await createAgent({ model: counting })
      const session = await agent.open()
      await session.ask("one")
      await agent.sessions.remove(session.id)
      await expect(session[method]()).rejects.toMatchObject({ code: "session-missing" })
    },
  )

  it("are found by their text also behind many newer ones", async () => {
    const clock = new FakeClock()
    await using agent = await createAgent({ model: counting, clock })
    await clock.run((await agent.open({ id: "old" })).ask("about apples"))
    await clock.advance(1000)
    for (let nth = 0; nth < 500; nth++) await agent.open()
    expect((await agent.sessions.list({ limit: 500 })).map(({ id }) => id)).not.toContain("old")
    expect((await agent.sessions.list({ text: "apples" })).map(({ id }) => id)).toEqual(["old"])
  })
})

describe("closing an agent", () => {
  it("suspends a running turn, and the next agent that opens the session finishes it", async () => {
    const clock = new FakeClock()
    const store = memory()
    const runs: string[] = []
    const look = (name: string, ms: number) =>
      tool({
        name: "look",
        description: "",
        input: { type: "object" },
        effect: "read",
        run: async (_, { signal }) => {
          runs.push(name)
          await clock.sleep(ms, signal)
          return "seen"
        },
      })
    const model = scripted((request) =>
      request.results.length === 0 ? { calls: [call("look")] } : request.need("seen"),
    )
    const first = await createAgent({ store, model, tools: [look("first", 60_000)], clock })
    const turn = (await first.open({ id: "s" })).send("go")
    await turn.accepted()
    await clock.advance(1000)
    await clock.run(first.close())
    await expect(turn.result()).rejects.toMatchObject({ code: "agent-closed" })

    const second = await createAgent({ store, model, tools: [look("second", 10)], clock })
    const session = await second.open({ id: "s" })
    expect((await clock.run(session.ask("go", { id: turn.id }))).text).toBe("seen")
    expect(runs).toEqual(["first", "second"])
    await clock.run(second.close())
  })

  it("waits for a running turn when it has a deadline", async () => {
    const clock = new FakeClock()
    const model = scripted(() => "one two three", { chunkMs: 100, clock })
    const agent = await createAgent({ model, clock })
    const turn = (await agent.open()).send("go")
    await turn.accepted()
    const result = turn.result()
    await settle()
    await clock.run(agent.close({ deadlineMs: 5000 }))
    expect(await result).toMatchObject({ outcome: "completed", text: "one two three" })
  })
})

describe("a failed turn with calls left open", () => {
  it("leaves a valid history for the next message (T14)", async () => {
    const store = memory()
    const look = tool({ name: "look", description: "", input: { type: "object" }, effect: "read", run: () => "seen" })
    let asked = 0
    const model = scripted((request) => {
      asked++
      if (asked === 1) return { calls: [call("look"), call("look")] }
      if (asked === 2) return { error: { class: "auth", code: "auth", message: "Invalid key" } }
      return request.need("seen")
    })
    await using agent = await createAgent({ store, model, tools: [look] })
    const session = await agent.open()
    expect(await session.ask("one")).toMatchObject({ outcome: "failed" })
    expect(await session.ask("two")).toMatchObject({ outcome: "completed", text: "seen" })
    expect((await session.messages()).map((message) => message.role)).toEqual([
      "user",
      "assistant",
      "tool",
      "tool",
      "user",
      "assistant",
    ])
  })
})
