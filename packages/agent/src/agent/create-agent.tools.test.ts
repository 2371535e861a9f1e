// Tools as a turn uses them: in parallel, in order, failing, slow.
import { describe, expect, it } from "vitest"
import type { Event } from "../contracts/event.ts"
import { call, scripted } from "../model/scripted.ts"
import { FakeClock } from "../testing/fake-clock.ts"
import { type Tool, tool } from "../tools/tool.ts"
import { createAgent } from "./create-agent.ts"

const input = { type: "object", properties: { path: { type: "string" } } } as const

function timed(name: string, clock: FakeClock, ms: number, extra: Partial<Tool<typeof input>> = {}): Tool {
  const run = async () => {
    await clock.sleep(ms)
    return `${name} done`
  }
  return tool<typeof input>({ name, description: name, input, effect: "read", run, ...extra })
}

describe("several calls in one answer", () => {
  it("run at the same time, and their results are in request order (X1)", async () => {
    const clock = new FakeClock()
    const tools = [timed("slow", clock, 1000), timed("slower", clock, 1100), timed("quick", clock, 900)]
    const model = scripted((request) =>
      request.results.length === 0 ? { calls: [call("slow"), call("slower"), call("quick")] } : "done",
    )
    const agent = await createAgent({ model, tools, clock })
    const session = await agent.open()
    const began = clock.now()
    await clock.run(session.ask("go"))
    expect(clock.now() - began).toBeLessThan(1500)
    const finished = (await session.facts()).flatMap((fact) => (fact.type === "tool-finished" ? [fact.name] : []))
    expect(finished).toEqual(["quick", "slow", "slower"])
    const shown = (await session.messages()).flatMap((message) => (message.role === "tool" ? [message.name] : []))
    expect(shown).toEqual(["slow", "slower", "quick"])
    await clock.run(agent.close())
  })

  it("give two errors and a result when one throws and one is unknown, and the loop goes on (X2, T15)", async () => {
    const thrower = tool({
      name: "thrower",
      description: "",
      input,
      effect: "read",
      run: () => Promise.reject(new Error("No luck")),
    })
    const good = tool({ name: "good", description: "", input, effect: "read", run: () => "fine" })
    const model = scripted((request) => {
      if (request.results.length === 0) return { calls: [call("thrower"), call("missing"), call("good")] }
      expect(request.results.map((result) => result.failed)).toEqual([true, true, false])
      request.need("No luck")
      request.need('There is no tool "missing"')
      return request.need("fine")
    })
    await using agent = await createAgent({ model, tools: [thrower, good] })
    const session = await agent.open()
    expect(await session.ask("go")).toMatchObject({ outcome: "completed", text: "fine" })
  })

  it("that write to the same resource run one after another, in request order", async () => {
    const clock = new FakeClock()
    const order: string[] = []
    const write = tool({
      name: "write",
      description: "",
      input,
      approval: false,
      touches: ({ path }) => [String(path)],
      effect: "once",
      run: async ({ path }, { call: id }) => {
        order.push(`${path} begins ${id.at(-1)}`)
        await clock.sleep(path === "a" ? 100 : 10)
        order.push(`${path} ends ${id.at(-1)}`)
      },
    })
    const model = scripted((request) =>
      request.results.length === 0
        ? { calls: [call("write", { path: "a" }), call("write", { path: "a" }), call("write", { path: "b" })] }
        : "done",
    )
    const agent = await createAgent({ model, tools: [write], clock })
    const session = await agent.open()
    await clock.run(session.ask("go"))
    expect(order).toEqual(["a begins 0", "b begins 2", "b ends 2", "a ends 0", "a begins 1", "a ends 1"])
    await clock.run(agent.close())
  })
})

describe("a tool", () => {
  it("that takes longer than its limit is reported as timed out, and the loop goes on", async () => {
    const clock = new FakeClock()
    const model = scripted((request) =>
      request.results.length === 0 ? { calls: [call("stuck")] } : request.need("timed out after 30 s"),
    )
    const agent = await createAgent({ model, tools: [timed("stuck", clock, 31_000)], clock })
    const session = await agent.open()
    expect(await clock.run(session.ask("go"))).toMatchObject({ outcome: "completed" })
    await clock.run(agent.close())
  })

  it("emits output while it runs, which is not stored", async () => {
    const chatty = tool({
      name: "chatty",
      description: "",
      input,
      effect: "read",
      run: (_, { output }) => {
        output("half way")
        return "there"
      },
    })
    const model = scripted((request) => (request.results.length === 0 ? { calls: [call("chatty")] } : "done"))
    await using agent = await createAgent({ model, tools: [chatty] })
    const session = await agent.open()
    const events: Event[] = []
    for await (const event of session.send("go")) events.push(event)
    expect(events).toContainEqual(expect.objectContaining({ type: "tool-output", text: "half way" }))
    expect(JSON.stringify(await session.facts())).not.toContain("half way")
  })

  it("with a result longer than the limit is cut with a notice; the user is warned and the rest stays readable (X3)", async () => {
    const long = "x".repeat(50_000)
    const reader = tool({ name: "reader", description: "", input, effect: "read", run: () => long })
    const again = tool({
      name: "again",
      description: "",
      input,
      effect: "read",
      run: async (_, { readResult }) => `${(await readResult("call_1_1_1_0"))?.length} characters in all`,
    })
    const model = scripted((request) => {
      if (request.results.length === 0) return { calls: [call("reader")] }
      request.need("[OUTPUT TRUNCATED: Showing 40000 of 50000 characters from reader]")
      return request.results.length === 1 ? { calls: [call("again")] } : request.need("50000 characters in all")
    })
    await using agent = await createAgent({ model, tools: [reader, again] })
    const session = await agent.open()
    const events: Event[] = []
    for await (const event of session.send("go")) events.push(event)
    expect(events.at(-1)).toMatchObject({ type: "turn-end", text: "50000 characters in all" })
    const told = events.find((event) => event.type === "tool-result")
    expect(told).toMatchObject({ cut: { shown: 40_000, total: 50_000 } })
  })

  it("may return more than fits in a fact: the model gets all of it, the log holds a hash", async () => {
    const long = "ä".repeat(100_000)
    const reader = tool({
      name: "reader",
      description: "",
      input,
      effect: "read",
      maxResultChars: 1e6,
      run: () => long,
    })
    const model = scripted((request) =>
      request.results.length === 0 ? { calls: [call("reader")] } : `read ${request.need(long).length}`,
    )
    await using agent = await createAgent({ model, tools: [reader] })
    const session = await agent.open()
    expect((await session.ask("go")).text).toBe("read 100000")
    expect(JSON.stringify(await session.facts()).length).toBeLessThan(10_000)
  })
})
