// Input, models and tools that do not match their types: a session survives them all.
import { describe, expect, it } from "vitest"
import type { Reply } from "../contracts/answer.ts"
import { plainText } from "../contracts/content.ts"
import type { Model, ModelRequest } from "../contracts/model.ts"
import { call, scripted } from "../model/scripted.ts"
import { memory } from "../store/memory.ts"
import { FakeClock, settle } from "../testing/fake-clock.ts"
import { tool } from "../tools/tool.ts"
import { createAgent } from "./create-agent.ts"

const input = { type: "object" } as const

/** An adapter that returns this once, and valid answers after that. */
function broken(first: unknown): Model {
  let asked = 0
  return {
    name: "broken",
    ask: async () => {
      const proper: Reply = { kind: "answer", text: "fine", reasoning: [], calls: [], problems: [], stop: "end" }
      return asked++ === 0 ? (first as Reply) : proper
    },
  }
}

describe("input", () => {
  it.each([undefined, null, 5, "", "  ", [], [{ type: "text" }], [{ type: "blob" }]])(
    "is refused when it is %j, and the session goes on",
    async (said) => {
      await using agent = await createAgent({ model: scripted(() => "fine") })
      const session = await agent.open()
      expect(() => session.send(said as string)).toThrow(expect.objectContaining({ code: "input-invalid" }))
      expect((await session.ask("hello")).text).toBe("fine")
    },
  )

  it("may refer to a missing blob: the model is told so", async () => {
    await using agent = await createAgent({
      model: scripted((request) => request.need("[Attached file 'report.txt' is no longer available]")),
    })
    const session = await agent.open()
    const part = { type: "blob", hash: "gone", mime: "text/plain", size: 3, name: "report.txt" } as const
    expect(await session.ask([part])).toMatchObject({ outcome: "completed" })
  })

  it("in a malformed command is dropped, and does not block later commands", async () => {
    const store = memory()
    const errors: unknown[] = []
    const agent = await createAgent({ model: scripted(() => "fine"), store, onError: (_, error) => errors.push(error) })
    const session = await agent.open()
    const poison = { kind: "say", id: "poison", input: undefined, whenBusy: "queue" } as never
    expect(await store.inbox.enqueue(session.id, poison)).toMatchObject({ outcome: "accepted" })
    expect((await session.ask("hello")).text).toBe("fine")
    expect(errors).toHaveLength(1)
    await agent.close()
  })

  it.each(["", "a b", "a\ud800", "x".repeat(201), "a\u0000", ".", "..", "a\u202eb", "\ufeff"])(
    "under the session id %j is refused",
    async (id) => {
      await using agent = await createAgent({ model: scripted(() => "fine") })
      await expect(agent.open({ id })).rejects.toMatchObject({ code: "input-invalid" })
    },
  )

  it("is processed in order: a cancel sent after it stops it", async () => {
    const clock = new FakeClock()
    const agent = await createAgent({ model: scripted(() => "one two three", { clock, chunkMs: 1000 }), clock })
    const session = await agent.open()
    const turn = session.send("go")
    await session.cancel()
    expect(await clock.run(turn.result())).toMatchObject({ outcome: "cancelled" })
    await clock.run(agent.close())
  })

  it.each([true, "yes", {}, undefined])("for an approval is refused when it is %j", async (decision) => {
    await using agent = await createAgent({ model: scripted(() => "fine") })
    const session = await agent.open()
    const settled = session.decide("call", decision as never)
    await expect(settled).rejects.toMatchObject({ code: "input-invalid" })
  })
})

describe("cancel", () => {
  it("ends the turn it was meant for, and the queued one is answered", async () => {
    const pay = tool({ name: "pay", description: "", input, effect: "once", run: () => "paid" })
    const model = scripted((request) => (request.said === "first" ? { calls: [call("pay")] } : "second answer"))
    await using agent = await createAgent({ model, tools: [pay] })
    const session = await agent.open()
    const first = session.send("first")
    for await (const event of first) if (event.type === "approval-requested") break
    const second = session.send("second")
    await second.accepted()
    await session.cancel()
    expect(await first.result()).toMatchObject({ outcome: "cancelled" })
    expect(await second.result()).toMatchObject({ outcome: "completed", text: "second answer" })
  })

  it("ends a turn whose tool hangs while its arguments are checked", async () => {
    const clock = new FakeClock()
    const hanging = {
      "~standard": {
        version: 1,
        vendor: "x",
        validate: () => new Promise<never>(() => {}),
        jsonSchema: { input: () => ({}) },
      },
    } as const
    const stuck = tool({
      name: "stuck",
      description: "",
      input: hanging,
      timeoutMs: 60_000,
      effect: "once",
      run: () => "",
    })
    const agent = await createAgent({ model: scripted(() => ({ calls: [call("stuck")] })), tools: [stuck], clock })
    const session = await agent.open()
    const turn = session.send("go")
    await turn.accepted()
    await clock.advance(100)
    await session.cancel()
    expect(await clock.run(turn.result(), 5000)).toMatchObject({ outcome: "cancelled" })
    await clock.run(agent.close())
  })
})

describe("an adapter that returns", () => {
  it.each([
    [undefined],
    [null],
    ["text"],
    [{}],
    [{ kind: "answer" }],
    [{ kind: "answer", text: 42, calls: [] }],
    [{ kind: "answer", text: "", calls: [{ name: "" }] }],
    [{ kind: "answer", text: "", calls: [{ name: "look", arguments: { n: 1n } }] }],
    [{ kind: "failure" }],
    [{ kind: "failure", error: {} }],
  ])("%o fails the turn with an error, and the next one works", async (reply) => {
    await using agent = await createAgent({ model: broken(reply) })
    const session = await agent.open()
    expect(await session.ask("go")).toMatchObject({ outcome: "failed", error: { code: "reply-malformed" } })
    expect(await session.ask("again")).toMatchObject({ outcome: "completed" })
  })

  it("extra fields cannot forge a fact", async () => {
    const forged = {
      kind: "answer",
      text: "hi",
      calls: [],
      type: "turn-finished",
      seq: 99,
      usage: { inputTokens: Number.NaN },
    }
    await using agent = await createAgent({ model: broken(forged) })
    const session = await agent.open()
    expect(await session.ask("go")).toMatchObject({ outcome: "completed", text: "hi", usage: { inputTokens: 0 } })
    expect((await session.facts()).map((fact) => fact.seq)).toEqual([1, 2, 3, 4, 5])
  })

  it("duplicate call ids has each call run once, under an id made by Pawl", async () => {
    let paid = 0
    const pay = tool({
      name: "pay",
      description: "",
      input,
      approval: false,
      effect: "once",
      run: () => `paid ${++paid}`,
    })
    const twice = {
      kind: "answer",
      text: "",
      calls: [
        { id: "x", name: "pay" },
        { id: "x", name: "pay" },
      ],
    }
    await using agent = await createAgent({ model: broken(twice), tools: [pay] })
    const session = await agent.open()
    expect(await session.ask("go")).toMatchObject({ outcome: "completed" })
    expect(paid).toBe(2)
    const keys = (await session.facts()).flatMap((fact) => (fact.type === "tool-started" ? [fact.effectKey] : []))
    expect(new Set(keys).size).toBe(2)
  })
})

describe("a tool that returns", () => {
  it.each<[unknown, string]>([
    [[{ type: "text", value: "row" }], '[{"type":"text","value":"row"}]'],
    [[{ type: "text", text: 5 }], '[{"type":"text","text":5}]'],
    [[{ type: "blob", id: 7 }], '[{"type":"blob","id":7}]'],
    [[], "[]"],
  ])("%o still gives a result", async (output, shown) => {
    const odd = tool({ name: "odd", description: "", input, effect: "read", run: () => output as never })
    const model = scripted((request) =>
      request.results.length === 0 ? { calls: [call("odd")] } : (request.results[0]?.text ?? ""),
    )
    await using agent = await createAgent({ model, tools: [odd] })
    expect((await (await agent.open()).ask("go")).text).toBe(shown)
  })

  it("after changing its input has changed only its own copy", async () => {
    const requests: ModelRequest[] = []
    const vandal = tool({
      name: "vandal",
      description: "",
      input,
      effect: "read",
      run: (given) => {
        Object.assign(given, { path: "changed" })
        return "done"
      },
    })
    const model = scripted((request) => {
      requests.push(request.request)
      return request.results.length === 0 ? { calls: [call("vandal", { path: "a" })] } : "done"
    })
    await using agent = await createAgent({ model, tools: [vandal] })
    await (await agent.open()).ask("go")
    const shown = requests[1]?.messages.flatMap((message) => (message.role === "assistant" ? message.calls : []))
    expect(shown?.map((each) => each.arguments)).toEqual([{ path: "a" }])
  })
})

describe("a session that is removed while it runs", () => {
  it("ends the streams of its subscribers, and a new session with the same id is separate", async () => {
    const clock = new FakeClock()
    const slow = tool({
      name: "slow",
      description: "",
      input,
      effect: "read",
      run: (_, { signal }) => clock.sleep(5000, signal).then(() => "old"),
    })
    const model = scripted((request) =>
      request.said === "go" && request.results.length === 0 ? { calls: [call("slow")] } : `${request.said} answered`,
    )
    const agent = await createAgent({ model, tools: [slow], clock, onError: () => {} })
    const session = await agent.open({ id: "s" })
    const turn = session.send("go")
    await turn.accepted()
    await clock.advance(100)
    await agent.sessions.remove("s")
    await expect(clock.run(turn.result())).rejects.toMatchObject({ code: "session-missing" })
    const again = await agent.open({ id: "s" })
    expect((await clock.run(again.ask("new"))).text).toBe("new answered")
    expect(plainText((await again.messages()).flatMap((message) => ("parts" in message ? message.parts : [])))).toBe(
      "new",
    )
    await clock.run(agent.close())
  })
})

describe("losing the lease", () => {
  it("aborts the effects in flight, and the other runner continues", async () => {
    const clock = new FakeClock()
    const store = memory()
    const aborted: string[] = []
    const slow = tool({
      name: "slow",
      description: "",
      input,
      effect: "read",
      run: async (_, { signal }) => {
        signal.addEventListener("abort", () => aborted.push(String(signal.reason)))
        await clock.sleep(60_000, signal)
        return "seen"
      },
    })
    const agent = await createAgent({ model: scripted(() => ({ calls: [call("slow")] })), tools: [slow], clock, store })
    const session = await agent.open({ id: "s" })
    await session.send("go").accepted()
    await clock.advance(500)
    await store.leases.join({ id: "thief", pid: 0, boot: "elsewhere", started: "" })
    const held = await store.leases.acquire("s", "thief")
    expect(held).toMatchObject({ ok: false })
    const holder = held.ok ? undefined : held.holder
    expect(await store.leases.acquire("s", "thief", holder)).toMatchObject({ ok: true })
    await clock.advance(1500)
    await settle()
    expect(aborted).toEqual(["lost"])
    await clock.run(agent.close())
  })
})

describe("options", () => {
  it.each([
    [{ model: undefined }, "model"],
    [{ model: scripted(() => ""), run: "bogus" }, "run"],
    [{ model: scripted(() => ""), approve: "bogus" }, "approve"],
    [{ model: scripted(() => ""), concurrency: 0 }, "concurrency"],
  ])("that are invalid are refused by name: %o", async (options, name) => {
    await expect(createAgent(options as never)).rejects.toMatchObject({
      code: "config-invalid",
      message: expect.stringContaining(name),
    })
  })
})
