// Delegation to other sessions, through the whole agent.
import { afterEach, describe, expect, it } from "vitest"
import { childOf } from "../contracts/delegation.ts"
import type { Event } from "../contracts/event.ts"
import type { Fact } from "../contracts/fact.ts"
import type { Store } from "../contracts/store.ts"
import { call, type Script, type ScriptReply, type ScriptRequest, scripted } from "../model/scripted.ts"
import { auditOf } from "../observe/audit.ts"
import type { MakeProfile } from "../profiles/profile.ts"
import { profiles } from "../profiles/profiles.ts"
import { recordedRules } from "../replay/recorded-rules.ts"
import { replaySession } from "../replay/replay-session.ts"
import { memory } from "../store/memory.ts"
import { FakeClock, settle } from "../testing/fake-clock.ts"
import { type Tool, tool } from "../tools/tool.ts"
import { type Agent, createAgent } from "./create-agent.ts"
import type { AgentOptions } from "./options.ts"

const agents: Agent[] = []
afterEach(async () => {
  await Promise.all(agents.splice(0).map((agent) => agent.close()))
})

interface Setup extends Partial<AgentOptions> {
  readonly child?: Script
  readonly gives?: readonly { readonly task: string; readonly kind?: string; readonly title?: string }[]
}

/** "team" delegates these tasks and reports the results; a session that gets one of them plays the child's script. */
async function open({ child = ({ said }) => `done: ${said}`, gives = [{ task: "sum" }], ...options }: Setup = {}) {
  const model = scripted((request) => {
    const { said, results } = request
    if (said !== "team") return child(request)
    if (results.length > 0) return results.map(({ text }) => text).join("; ")
    request.needTool("delegate")
    return { calls: gives.map((given) => call("delegate", { ...given })), usage: { inputTokens: 10, outputTokens: 1 } }
  })
  const agent = await createAgent({ model, delegation: true, ...options })
  agents.push(agent)
  return { agent, session: await agent.open({ id: "parent" }) }
}

const CHILD = childOf("parent:call_1_1_1_0")

const write = (done: string[], more: Partial<Tool> = {}) =>
  tool({
    name: "write",
    description: "Writes.",
    input: { type: "object", properties: { text: { type: "string" } } },
    effect: "once",
    run: (input) => {
      const { text } = input as { text: string }
      done.push(text)
      return `wrote ${text}`
    },
    ...more,
  })

const writes: Script = ({ results }) =>
  results.length === 0 ? { calls: [call("write", { text: "a" })] } : `I ${results[0]?.text}`

async function until<Type extends Event["type"]>(events: AsyncIterable<Event>, type: Type) {
  for await (const event of events) if (event.type === type) return event as Extract<Event, { type: Type }>
  throw new Error(`No ${type} came.`)
}

async function expectExact(store: Store, id: string): Promise<void> {
  const facts = await store.log.read(id, 0)
  const rules = recordedRules(facts, profiles.default as MakeProfile)
  expect(replaySession({ facts, rules })).toMatchObject({ exact: true })
}

const typesOf = (facts: readonly Fact[]) => facts.map(({ type }) => type)

describe("a delegated task", () => {
  it("is done by a child session linked to its parent, and its last words are the result", async () => {
    const store = memory()
    const { agent, session } = await open({ store, gives: [{ task: "sum it up", title: "The sum" }] })
    expect(await session.ask("team")).toMatchObject({ outcome: "completed", text: "done: sum it up" })
    const [first] = await store.log.read(CHILD, 0)
    expect(first).toMatchObject({
      parent: { session: "parent", kind: "delegation", call: "call_1_1_1_0" },
      delegated: { kind: "general", depth: 1, title: "The sum" },
    })
    expect((await session.facts()).find(({ type }) => type === "tool-started")).toMatchObject({ child: CHILD })
    expect(await agent.sessions.find(CHILD)).toMatchObject({ parent: "parent", metadata: { title: "The sum" } })
    await expectExact(store, "parent")
    await expectExact(store, CHILD)
  })

  it("is removed with its parent, but not with a fork of the parent", async () => {
    const store = memory()
    const { agent, session } = await open({ store })
    await session.ask("team")
    const fork = await session.fork()
    await agent.sessions.remove(fork.id)
    expect(await store.sessions.get(CHILD)).toBeDefined()
    await agent.sessions.remove("parent")
    expect(await store.sessions.list()).toEqual([])
  })

  it("X22: adds the child's usage to the parent once", async () => {
    const child: Script = () => ({ text: "done", usage: { inputTokens: 100, outputTokens: 5, costUsd: 0.5 } })
    const { session } = await open({ child })
    const { usage } = await session.ask("team")
    expect(usage).toEqual({ inputTokens: 111, outputTokens: 7, costUsd: 0.5 })
    expect((await session.info()).usage).toEqual(usage)
  })

  it("X22: runs at the same time as others", async () => {
    let there = 0
    let open3: () => void = () => {}
    const all = new Promise<void>((resolve) => {
      open3 = resolve
    })
    const child: Script = async ({ said }) => {
      if (++there === 3) open3()
      await all
      return said
    }
    const { session } = await open({ child, gives: [{ task: "a" }, { task: "b" }, { task: "c" }] })
    expect(await session.ask("team")).toMatchObject({ text: "a; b; c" })
  })

  it("waits when the limit of children is reached", async () => {
    let now = 0
    let most = 0
    const child: Script = async ({ said }) => {
      most = Math.max(most, ++now)
      await settle(5)
      now--
      return said
    }
    const gives = ["a", "b", "c", "d", "e"].map((task) => ({ task }))
    const { session } = await open({ child, gives, delegation: { maxChildren: 2 } })
    expect(await session.ask("team")).toMatchObject({ text: "a; b; c; d; e" })
    expect(most).toBe(2)
  })

  it("does not deadlock with concurrency 1: a waiting parent takes up no slot", async () => {
    const { session } = await open({ concurrency: 1, gives: [{ task: "a" }, { task: "b" }] })
    expect(await session.ask("team")).toMatchObject({ text: "done: a; done: b" })
  })

  it("X22: of kind read-only has no tool that changes anything, whatever it calls", async () => {
    const done: string[] = []
    const look = tool({ name: "look", description: "Looks.", input: {}, effect: "read", run: () => "seen" })
    const put = write(done, { name: "put", effect: "idempotent", approval: false })
    const offered: string[][] = []
    const child: Script = ({ request, results }) => {
      offered.push(request.tools.map(({ name }) => name))
      return results.length === 0
        ? {
            calls: ["look", "write", "put", "run_command", "delegate"].map((name) =>
              call(name, { text: "x", command: "touch x" }),
            ),
          }
        : results.map(({ name, text }) => `${name}: ${text.slice(0, 22)}`).join("; ")
    }
    const tools = [look, write(done, { approval: false }), put]
    const { session } = await open({ child, tools, gives: [{ task: "look", kind: "read-only" }], workspace: "." })
    const { text } = await session.ask("team")
    expect(text).toMatch(
      /^look: seen; write: There is no tool "writ\S*; put: There is no tool "put"; run_command: There is no tool "run\S*; delegate: There is no tool/,
    )
    expect(done).toEqual([])
    for (const name of [
      "write",
      "put",
      "run_command",
      "delegate",
      "write_file",
      "edit_file",
      "move_file",
      "delete_file",
    ])
      expect(offered.flat()).not.toContain(name)
    expect(offered.flat()).toContain("read_file")
  })

  it("may be of a kind that the user defined", async () => {
    const tools = [write([]), write([], { name: "other" })]
    const child: Script = ({ request }) =>
      `${request.tools.map(({ name }) => name)} ${/Be brief\./.exec(request.system)}`
    const kinds = { writer: { about: "writes.", tools: ["write"], instructions: "Be brief." } }
    const { session } = await open({
      child,
      tools,
      delegation: { kinds, maxDepth: 1 },
      gives: [{ task: "a", kind: "writer" }],
    })
    expect((await session.ask("team")).text).toBe("write Be brief.")
  })

  it("cannot be delegated deeper than the limit", async () => {
    const child: Script = ({ said, request, results }) => {
      const may = request.tools.some(({ name }) => name === "delegate")
      if (results.length > 0) return `${said}>${results[0]?.text}`
      return may ? { calls: [call("delegate", { task: `${said}+` })] } : `${said} may not`
    }
    const { session } = await open({ child, gives: [{ task: "a" }] })
    expect((await session.ask("team")).text).toBe("a>a+ may not")
  })

  it("X22: is stopped at the time limit, and its usage is counted", async () => {
    const clock = new FakeClock()
    const store = memory()
    const child: Script = ({ results, signal }) =>
      results.length === 0
        ? { calls: [call("write", { text: "a" })], usage: { inputTokens: 5, outputTokens: 5 } }
        : new Promise<ScriptReply>((resolve) => signal.addEventListener("abort", () => resolve("late")))
    const tools = [write([], { approval: false })]
    const { session } = await open({ child, clock, store, tools, delegation: { timeoutMs: 60_000 } })
    const turn = session.ask("team")
    while ((await store.log.head(CHILD)) < 6) await settle(5)
    await clock.advance(59_000)
    expect((await session.info()).status).toBe("tool_loop")
    await clock.advance(1_000)
    await settle(20)
    const { text, usage } = await turn
    expect(text).toContain("stopped after 60 s (limit delegation.timeoutMs")
    expect(usage).toMatchObject({ inputTokens: 16 })
    expect((await session.facts()).find(({ type }) => type === "tool-finished")).toMatchObject({ outcome: "timeout" })
    expect(typesOf(await store.log.read(CHILD, 0)).slice(-1)).toEqual(["turn-finished"])
  })

  it("has a token limit", async () => {
    const child: Script = ({ request, results, messages }) =>
      request.tools.length === 0
        ? `so far: ${messages.filter(({ role }) => role === "tool").length}`
        : { calls: [call("write", { text: `${results.length}` })], usage: { inputTokens: 40, outputTokens: 10 } }
    const tools = [write([], { approval: false })]
    const store = memory()
    const { session } = await open({ child, tools, store, delegation: { maxTokens: 100, maxIterations: 7 } })
    const { text } = await session.ask("team")
    expect(text).toContain("The limit of 100 tokens was reached")
    expect(text).toContain("so far: 2")
    expect((await store.log.read(CHILD, 0))[0]).toMatchObject({ delegated: { maxTokens: 100, maxIterations: 7 } })
    await expectExact(store, CHILD)
  })

  it("that fails is an error of the call, with the reason", async () => {
    const child: Script = () => ({ error: { class: "auth", code: "no-key", message: "The key is wrong." } })
    const { session } = await open({ child })
    const { text, outcome } = await session.ask("team")
    expect(outcome).toBe("completed")
    expect(text).toContain("The sub-agent failed: The key is wrong.")
  })

  it("X22: adds its usage to its parent also when it fails", async () => {
    const child: Script = ({ results }) =>
      results.length === 0
        ? { calls: [call("write", { text: "a" })], usage: { inputTokens: 100, outputTokens: 5, costUsd: 0.5 } }
        : { error: { class: "auth", code: "no-key", message: "The key is wrong." } }
    const { session } = await open({ child, tools: [write([])], approve: "auto" })
    const { usage, text } = await session.ask("team")
    expect(text).toContain("The sub-agent failed")
    expect(usage).toMatchObject({ inputTokens: 111, costUsd: 0.5 })
  })

  it("is cancelled with its parent's turn, within a second", async () => {
    const store = memory()
    const child: Script = ({ signal }) =>
      new Promise<ScriptReply>((resolve) => signal.addEventListener("abort", () => resolve("stopped")))
    const { session } = await open({ child, store })
    const turn = session.ask("team")
    while ((await store.log.head(CHILD)) < 3) await settle(5)
    await session.cancel()
    expect(await turn).toMatchObject({ outcome: "cancelled" })
    await settle(20)
    expect(await store.sessions.get(CHILD)).toMatchObject({ status: "idle" })
    expect(typesOf(await store.log.read(CHILD, 0))).toContain("turn-cancelled")
  })
})

describe("a child that is interrupted", () => {
  it("goes on when its parent is opened again: nothing runs twice, and its usage is the same", async () => {
    const store = memory()
    const done: string[] = []
    let isHeld = true
    const child: Script = ({ results, signal }) => {
      if (results.length === 0) return { calls: [call("write", { text: "a" })] }
      if (!isHeld) return `I ${results[0]?.text}`
      return new Promise<ScriptReply>((resolve) => signal.addEventListener("abort", () => resolve("cut")))
    }
    const setup = { child, store, tools: [write(done, { approval: false })] }
    const { agent, session } = await open(setup)
    const turn = session.send("team", { id: "say" })
    await turn.accepted()
    while (done.length === 0 || (await store.log.head(CHILD)) < 7) await settle(5)
    await agent.close()
    isHeld = false
    const again = await open(setup)
    expect(await again.session.ask("team", { id: "say" })).toMatchObject({ outcome: "completed", text: "I wrote a" })
    expect(done).toEqual(["a"])
    const facts = await again.session.facts()
    expect(facts.filter(({ type }) => type === "tool-started")).toHaveLength(2)
    expect(typesOf(await store.log.read(CHILD, 0))).not.toContain("turn-cancelled")
    await expectExact(store, "parent")
    await expectExact(store, CHILD)
  })

  it("is stopped when its parent is resumed by an agent that cannot delegate", async () => {
    const store = memory()
    const child: Script = ({ signal }) =>
      new Promise<ScriptReply>((resolve) => signal.addEventListener("abort", () => resolve("cut")))
    const { agent, session } = await open({ child, store })
    await session.send("team", { id: "say" }).accepted()
    while ((await store.log.head(CHILD)) < 3) await settle(5)
    await agent.close()
    const again = await open({ child, store, delegation: false })
    const { content } = await until(again.session.send("team", { id: "say" }), "tool-error")
    expect(JSON.stringify(content)).toContain("There is no tool")
    for (let looks = 0; looks < 50 && (await store.sessions.get(CHILD))?.status !== "idle"; looks++) await settle(5)
    expect(typesOf(await store.log.read(CHILD, 0))).toContain("turn-cancelled")
  })

  it("is stopped when its parent was cancelled while no process ran it", async () => {
    const store = memory()
    const child: Script = ({ signal }) =>
      new Promise<ScriptReply>((resolve) => signal.addEventListener("abort", () => resolve("cut")))
    const { agent, session } = await open({ child, store })
    await session.send("team", { id: "say" }).accepted()
    while ((await store.log.head(CHILD)) < 3) await settle(5)
    await agent.close()
    const idle = await createAgent({ model: scripted(() => ""), store, run: "none" })
    agents.push(idle)
    await (await idle.open({ id: "parent" })).cancel()
    const again = await open({ child, store })
    expect(await again.session.ask("team", { id: "say" })).toMatchObject({ outcome: "cancelled" })
    for (let looks = 0; looks < 50 && (await store.sessions.get(CHILD))?.status !== "idle"; looks++) await settle(5)
    expect(typesOf(await store.log.read(CHILD, 0))).toContain("turn-cancelled")
  })
})

describe("a request of a child", () => {
  async function asked(setup: Setup = {}) {
    const done: string[] = []
    const store = memory()
    const how = { child: writes, store, tools: [write(done)], gives: [{ task: "write", title: "Writer" }], ...setup }
    const { agent, session } = await open(how)
    const turn = session.send("team", { id: "say" })
    const request = await until(turn, "approval-requested")
    return { agent, done, store, how, session, turn, request }
  }

  it("is shown in its parent, and settled there", async () => {
    const { done, session, turn, request, store } = await asked()
    expect(request).toMatchObject({
      call: "call_1_1_1_0",
      name: "write",
      arguments: { text: "a" },
      risk: "changes",
      from: { session: CHILD, call: "call_1_1_1_0", title: "Writer" },
    })
    expect(await session.info()).toMatchObject({
      status: "waiting",
      openRequests: [{ call: "call_1_1_1_0", kind: "approval" }],
    })
    await session.decide(request.call, "approve", { arguments: { text: "b" }, by: "ann" })
    expect(await turn.result()).toMatchObject({ text: "I wrote b" })
    expect(done).toEqual(["b"])
    expect(auditOf(await store.log.read(CHILD, 0))).toMatchObject([{ tool: "write", confirmed: true, by: "ann" }])
    expect(auditOf(await session.facts())).toMatchObject([{ tool: "delegate", confirmed: false }])
    await expectExact(store, "parent")
    await expectExact(store, CHILD)
  })

  it("is void once the parent's turn is cancelled: both end, and nothing was done", async () => {
    const { done, session, turn, store, request } = await asked()
    await session.cancel()
    expect(await turn.result()).toMatchObject({ outcome: "cancelled" })
    for (let looks = 0; looks < 50 && (await store.sessions.get(CHILD))?.status !== "idle"; looks++) await settle(5)
    expect(await store.sessions.get(CHILD)).toMatchObject({ status: "idle", openRequests: [] })
    await expect(session.decide(request.call, "approve")).rejects.toMatchObject({ code: "approval-not-open" })
    expect(done).toEqual([])
    await expectExact(store, "parent")
    await expectExact(store, CHILD)
  })

  it("can be denied in its parent, with the reason", async () => {
    const { done, session, turn, request } = await asked()
    await session.decide(request.call, "deny", { reason: "not now" })
    expect((await turn.result()).text).toContain('The user did not allow "write". Reason: not now')
    expect(done).toEqual([])
  })

  it("may be settled in the child itself: then the parent's request is withdrawn", async () => {
    const { agent, turn, session, request } = await asked()
    await (await agent.open({ id: CHILD })).decide("call_1_1_1_0", "approve")
    expect(await turn.result()).toMatchObject({ text: "I wrote a" })
    expect(typesOf(await session.facts())).toContain("question-withdrawn")
    await expect(session.decide(request.call, "approve")).rejects.toMatchObject({ code: "approval-not-open" })
  })

  it("is shown again when its parent is opened after a restart", async () => {
    const { agent, how, done } = await asked()
    await agent.close()
    const again = await open(how)
    const turn = again.session.send("team", { id: "say" })
    let requests = 0
    for await (const event of turn) {
      if (event.type !== "approval-requested") continue
      if (++requests === 2) await again.session.decide(event.call, "approve")
    }
    expect(requests).toBe(2)
    expect(done).toEqual(["a"])
  })

  it("is not made when a grant of the parent's session covers it", async () => {
    const done: string[] = []
    const child: Script = writes
    const model: Script = (request: ScriptRequest) => {
      const { said, results } = request
      if (said !== "team") return child(request)
      if (results.length === 0) return { calls: [call("write", { text: "mine" })] }
      return results.length === 1 ? { calls: [call("delegate", { task: "write" })] } : String(results[1]?.text)
    }
    const agent = await createAgent({ model: scripted(model), delegation: true, tools: [write(done)] })
    agents.push(agent)
    const session = await agent.open()
    const turn = session.send("team")
    const { call: id } = await until(turn, "approval-requested")
    await session.decide(id, "approve", { grant: { tool: "write", scope: "session" } })
    expect(await turn.result()).toMatchObject({ text: "I wrote a" })
    expect(done).toEqual(["mine", "a"])
  })

  /** Approves every request for the session, however often one is made. */
  async function allowing(session: Awaited<ReturnType<typeof open>>["session"]) {
    const turn = session.send("team")
    let asked = 0
    for await (const event of turn) {
      if (event.type !== "approval-requested") continue
      asked++
      await session.decide(event.call, "approve", { grant: { tool: "write", scope: "session" } })
    }
    return { asked, text: (await turn.result()).text }
  }

  it("is not made by children that start after the session got the grant", async () => {
    const done: string[] = []
    const gives = [{ task: "a" }, { task: "b" }, { task: "c" }]
    const { session } = await open({ child: writes, gives, tools: [write(done)], delegation: { maxChildren: 1 } })
    expect(await allowing(session)).toMatchObject({ asked: 1, text: "I wrote a; I wrote a; I wrote a" })
    expect(done).toHaveLength(3)
  })

  it("is not repeated by the same child once its session has the grant", async () => {
    const done: string[] = []
    const child: Script = ({ results }) =>
      results.length < 2 ? { calls: [call("write", { text: `${results.length}` })] } : "I wrote twice"
    const { session } = await open({ child, tools: [write(done)] })
    expect(await allowing(session)).toMatchObject({ asked: 1, text: "I wrote twice" })
    expect(done).toEqual(["0", "1"])
  })

  it("may be a question", async () => {
    const which = tool({
      name: "which",
      description: "Asks.",
      input: {},
      effect: "read",
      question: () => ({ question: "Which one?", suggestions: ["this", "that"] }),
      run: () => "",
    })
    const child: Script = ({ results }) =>
      results.length === 0 ? { calls: [call("which")] } : `so ${results[0]?.text}`
    const { session } = await open({ child, tools: [which] })
    const turn = session.send("team")
    const event = await until(turn, "question-asked")
    expect(event).toMatchObject({ question: "Which one?", suggestions: ["this", "that"], from: { session: CHILD } })
    await session.answer(event.call, "that")
    expect(await turn.result()).toMatchObject({ text: "so that" })
  })

  it("does not count towards its time limit", async () => {
    const clock = new FakeClock()
    const { session, turn, request, done } = await asked({ clock, delegation: { timeoutMs: 1000 } })
    await clock.advance(3_600_000)
    await session.decide(request.call, "approve")
    expect(await turn.result()).toMatchObject({ text: "I wrote a" })
    expect(done).toEqual(["a"])
  })

  it("reaches the user from a child of a child", async () => {
    const done: string[] = []
    const child: Script = (request) => {
      if (request.said !== "middle") return writes(request)
      return request.results.length === 0
        ? { calls: [call("delegate", { task: "write", title: "Inner" })] }
        : String(request.results[0]?.text)
    }
    const { session } = await open({ child, tools: [write(done)], gives: [{ task: "middle", title: "Outer" }] })
    const turn = session.send("team")
    const request = await until(turn, "approval-requested")
    expect(request.from?.title).toBe("Outer > Inner")
    await session.decide(request.call, "approve")
    expect(await turn.result()).toMatchObject({ text: "I wrote a" })
    expect(done).toEqual(["a"])
  })
})
