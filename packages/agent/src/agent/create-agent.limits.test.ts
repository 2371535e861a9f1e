// Limits for applications that run Pawl on behalf of users: message length, files and sessions.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { call, scripted } from "../model/scripted.ts"
import { memory } from "../store/memory.ts"
import { sqlite } from "../store/sqlite.ts"
import { tool } from "../tools/tool.ts"
import { type Agent, createAgent } from "./create-agent.ts"
import type { AgentOptions } from "./options.ts"

let folder: string
const agents: Agent[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pawl-limits-"))
})
afterEach(async () => {
  for (const agent of agents.splice(0)) await agent.close()
  rmSync(folder, { recursive: true })
})

async function agentWith(options: Partial<AgentOptions>): Promise<Agent> {
  const agent = await createAgent({ model: scripted(({ said }) => `heard ${said.slice(0, 9)}`), ...options })
  agents.push(agent)
  return agent
}

/** Turns that run until the test releases them. */
function holding() {
  const { promise, resolve } = Promise.withResolvers<void>()
  const hold = tool({
    name: "hold",
    description: "Waits.",
    input: { type: "object" },
    effect: "read",
    run: async () => promise.then(() => "held"),
  })
  const model = scripted(({ results }) => (results.length > 0 ? "done" : { calls: [call("hold")] }))
  return { model, tools: [hold], release: resolve }
}

const pdf = (name: string) =>
  ({ type: "bytes", bytes: Buffer.from("%PDF-1.4\n"), mime: "application/pdf", name }) as const

describe("T21: limits", () => {
  it("refuse a message with too many characters, counted as people count", async () => {
    const session = await (await agentWith({ limits: { message: { chars: 10 } } })).open()
    expect((await session.ask("👍".repeat(10))).outcome).toBe("completed")
    expect(() => session.send("x".repeat(11))).toThrow(
      expect.objectContaining({
        code: "input-invalid",
        message: expect.stringContaining("11 characters; the limit is 10"),
      }),
    )
    expect(() => session.send("   ")).toThrow(expect.objectContaining({ code: "input-invalid" }))
    expect((await session.info()).turns).toBe(1)
  })

  it("refuse the sixth file of a session, however the files are spread over messages", async () => {
    const session = await (await agentWith({ limits: { session: { files: 5 } } })).open()
    await session.ask([{ type: "text", text: "look" }, pdf("1.pdf"), pdf("2.pdf")])
    await session.ask([{ type: "text", text: "and" }, pdf("3.pdf"), pdf("4.pdf"), pdf("5.pdf")])
    const sixth = session.ask([{ type: "text", text: "this" }, pdf("6.pdf")])
    await expect(sixth).rejects.toMatchObject({
      code: "input-invalid",
      message: expect.stringContaining("limits.session.files"),
    })
    expect((await session.ask("without")).outcome).toBe("completed")
  })

  it.each(["memory", "sqlite"])(
    "refuse a fourth active session of one owner, also for simultaneous sends (%s)",
    async (kind) => {
      const { release, ...held } = holding()
      const store = kind === "memory" ? memory() : sqlite(join(folder, "a.db"))
      const agent = await agentWith({ ...held, store, limits: { owner: { activeSessions: 3 } } })
      const mine = await Promise.all(Array.from({ length: 6 }, () => agent.open({ owner: "ann" })))
      const others = await agent.open({ owner: "bob" })
      const sent = await Promise.allSettled(mine.map((session) => session.send("go").accepted()))
      const refused = sent.filter((each) => each.status === "rejected")
      expect(refused).toHaveLength(3)
      expect(refused[0]?.reason).toMatchObject({ code: "limit-reached" })
      await others.send("go").accepted()
      release()
      for (const [at, session] of mine.entries())
        if (sent[at]?.status === "fulfilled")
          for await (const event of session.events()) if (event.type === "turn-end") break
      const again = mine.find((_, at) => sent[at]?.status === "rejected")
      expect((await again?.ask("go"))?.outcome).toBe("completed")
    },
  )

  it("must be numbers that can be reached", async () => {
    const made = agentWith({
      limits: { message: { chars: 0 }, session: { files: -1, costUsd: 0 }, owner: { activeSessions: 1.5 } },
    })
    await expect(made).rejects.toThrow(
      /limits.message.chars: .*session.files: .*session.costUsd: .*owner.activeSessions: /,
    )
  })
})

it("T26: exceeding limits.owner.sessions archives the owner's oldest session that is not pinned", async () => {
  const agent = await agentWith({ limits: { owner: { sessions: 2 } } })
  const [first, second] = [await agent.open({ owner: "ann" }), await agent.open({ owner: "ann" })]
  await first.update({ pinned: true })
  await first.ask("one")
  await second.ask("two")
  await agent.open({ owner: "bob" })
  const third = await agent.open({ owner: "ann" })
  await third.ask("three")
  const archived = async () => (await agent.sessions.list({ archived: true })).map(({ id }) => id)
  expect(await archived()).toEqual([second.id])
  await second.ask("I am still here")
  expect(await archived()).toEqual([third.id])
})

it.each([
  ["opened", async (agent: Agent) => agent.open({ owner: "ann" })],
  ["forked", async (agent: Agent) => (await agent.sessions.get("b"))?.fork()],
  ["imported", async (agent: Agent) => agent.sessions.import(agent.sessions.export("b"))],
])("T26: a session counts towards limits.owner.sessions as soon as it is %s", async (_, make) => {
  for (const store of [memory(), await sqlite(join(folder, "agent.db"))]) {
    const agent = await agentWith({ store, limits: { owner: (owner) => (owner === "ann" ? { sessions: 2 } : {}) } })
    for (const id of ["a", "b", "bobs"]) await agent.open({ id, owner: id === "bobs" ? "bob" : "ann" })
    expect(await agent.sessions.list({ archived: true })).toEqual([])
    await make(agent)
    expect((await agent.sessions.list({ archived: true })).map(({ owner }) => owner)).toEqual(["ann"])
  }
})

it("T26: a refused message archives nothing", async () => {
  const { release, ...held } = holding()
  const agent = await agentWith({ ...held, limits: { owner: { sessions: 2, activeSessions: 1 } } })
  const [first, busy, third] = [await agent.open(), await agent.open(), await agent.open()]
  const turn = busy.send("go")
  await turn.accepted()
  // Three are outside of the archive again.
  await first.update({ archived: false })
  const archived = async () => (await agent.sessions.list({ archived: true })).map(({ id }) => id)
  await expect(third.send("me too").accepted()).rejects.toMatchObject({ code: "limit-reached" })
  expect(await archived()).toEqual([])
  release()
  await turn.result()
  await third.ask("now me")
  expect(await archived()).toEqual([first.id])
})

it("T13: a title, pin or archive flag set while a turn runs stays, and new input takes a session out of the archive", async () => {
  const { release, ...held } = holding()
  const session = await (await agentWith(held)).open()
  const turn = session.send("go")
  await turn.accepted()
  await session.update({ title: "Mine", pinned: true, archived: true })
  release()
  expect((await turn.result()).outcome).toBe("completed")
  expect((await session.info()).metadata).toEqual({ title: "Mine", pinned: true, archived: true })
  await session.ask("again")
  expect((await session.info()).metadata).toEqual({ title: "Mine", pinned: true, archived: false })
})

it("T11: a session exposes its whenBusy setting, and of two simultaneous sends accepts one", async () => {
  const { release, ...held } = holding()
  const session = await (await agentWith({ ...held, profile: "chat-service" })).open()
  expect(session.whenBusy).toBe("refuse")
  const sent = await Promise.allSettled([session.send("one").accepted(), session.send("two").accepted()])
  expect(sent.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"])
  await expect(session.send("three").accepted()).rejects.toMatchObject({ code: "session-busy" })
  await expect(session.retry()).rejects.toMatchObject({ code: "command-refused" })
  release()
})

describe("a title", () => {
  it("is the user's first words, cut at a word, until a person gives one", async () => {
    const session = await (await agentWith({})).open()
    expect((await session.info()).title).toBeNull()
    await session.ask(`Please rename\n the screenshots ${"of my holidays ".repeat(20)}`)
    await session.ask("And then?")
    const { title } = await session.info()
    expect(title).toMatch(/^Please rename the screenshots (?:of my holidays ?)+(?:of|of my)?$/)
    expect(title?.length).toBeLessThanOrEqual(200)
    await session.update({ title: "Holidays" })
    expect(await session.info()).toMatchObject({ title: "Holidays", metadata: { title: "Holidays" } })
  })

  it.each([["x".repeat(201)], ["  "]])(
    "given by a person is refused when empty or longer than 200 characters: %j",
    async (title) => {
      const agent = await agentWith({})
      const session = await agent.open({ title: "x".repeat(200) })
      await expect(session.update({ title })).rejects.toMatchObject({ code: "input-invalid" })
      await expect(agent.open({ title })).rejects.toMatchObject({ code: "input-invalid" })
      expect((await agent.sessions.list()).map(({ id }) => id)).toEqual([session.id])
      const fork = await session.fork()
      expect((await fork.info()).metadata.title).toMatch(/^x{193} \(fork\)$/)
    },
  )
})
