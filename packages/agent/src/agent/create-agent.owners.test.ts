// Handles to existing sessions: whose session is opened, what lists show, and what waits for a person.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, expect, it } from "vitest"
import { memory, type Store, sqlite, tool } from "../index.ts"
import { call, scripted } from "../model/scripted.ts"
import { type Agent, createAgent } from "./create-agent.ts"

let folder = ""
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pawl-owners-"))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const pay = tool({
  name: "pay",
  description: "Pays an amount.",
  input: { type: "object", properties: { amount: { type: "integer" } }, required: ["amount"] },
  effect: "once",
  preview: ({ amount }) => `Pay ${amount} euros`,
  run: ({ amount }) => `Paid ${amount}.`,
})

const model = scripted(({ results, said }) => {
  if (results.length > 0) return `Done: ${results.map(({ text }) => text).join(" ")}`
  if (said.includes("pay")) return { calls: [call("pay", { amount: 7 })] }
  return said.includes("when") ? { calls: [call("ask_user", { question: "When?", options: ["now"] })] } : "Hello."
})

const stores: readonly (readonly [string, () => Store | Promise<Store>])[] = [
  ["memory", () => memory()],
  ["sqlite", () => sqlite(join(folder, "a.db"))],
]

async function withAgent(store: Store | Promise<Store>, use: (agent: Agent) => Promise<void>): Promise<void> {
  const opened = await store
  const agent = await createAgent({ model, tools: [pay], store: opened, questions: true })
  try {
    await use(agent)
  } finally {
    await agent.close()
    await opened.close()
  }
}

/** Sends, and returns once the turn waits for a person. */
async function sendAndWait(agent: Agent, id: string, owner: string, words: string): Promise<void> {
  const session = await agent.open({ id, owner })
  for await (const { type } of session.send(words)) {
    if (type === "approval-requested" || type === "question-asked") return
  }
}

const openings: readonly (readonly [string, object, string])[] = [
  ["its owner", { id: "a", owner: "ann" }, "a"],
  ["no owner", { id: "a" }, "a"],
  ["its owner, without creating", { id: "a", owner: "ann", create: false }, "a"],
  ["another owner", { id: "a", owner: "bob" }, "session-missing"],
  ["another owner, without creating", { id: "a", owner: "bob", create: false }, "session-missing"],
  ["an owner, of a session without one", { id: "old", owner: "bob" }, "old"],
  ["anyone, a missing one without creating", { id: "none", create: false }, "session-missing"],
  ["anyone, without creating and without an id", { create: false }, "input-invalid"],
  ["anyone, with a create that is no boolean", { id: "a", create: "no" }, "input-invalid"],
]
it.each(openings)("opening a session for %s: %j gives %s", (_, options, expected) =>
  withAgent(memory(), async (agent) => {
    await agent.open({ id: "a", owner: "ann" })
    await agent.open({ id: "old" })
    const seen = await agent.open(options).then(
      ({ id }) => id,
      (error) => error.code,
    )
    expect(seen).toBe(expected)
    expect((await agent.sessions.list()).map(({ id }) => id).sort()).toEqual(["a", "old"])
  }),
)

it("the error for another owner's session is the one for a session that does not exist", () =>
  withAgent(memory(), async (agent) => {
    await agent.open({ id: "a", owner: "ann" })
    const open = (id: string) => agent.open({ id, owner: "bob", create: false })
    const words = (id: string) => open(id).catch((error: Error) => error.message.replace(id, "it"))
    expect(await words("a")).toBe(await words("b"))
    expect(await words("a")).toBe(
      'There is no session "it" of this owner. Check the id, or open a session without an id to begin a new one.',
    )
  }))

it("sessions.get returns the handle of an existing session, and creates none", () =>
  withAgent(memory(), async (agent) => {
    await agent.open({ id: "a", owner: "ann" })
    expect((await agent.sessions.get("a"))?.id).toBe("a")
    expect((await agent.sessions.get("a", { owner: "ann" }))?.id).toBe("a")
    expect(await agent.sessions.get("a", { owner: "bob" })).toBeUndefined()
    expect(await agent.sessions.get("b")).toBeUndefined()
    expect(await agent.sessions.list()).toHaveLength(1)
  }))

it.each(stores)("sessions are listed by status, owner and text (%s)", (_, make) =>
  withAgent(make(), async (agent) => {
    await sendAndWait(agent, "a", "ann", "please pay the plumber")
    for (const id of ["b", "c"])
      await (await agent.open({ id, owner: id === "b" ? "ann" : "bob" })).ask("greet the plumber")
    const ids = async (query: Parameters<Agent["sessions"]["list"]>[0]) =>
      (await agent.sessions.list(query)).map(({ id }) => id).sort()
    expect(await ids({ status: "waiting" })).toEqual(["a"])
    expect(await ids({ text: "plumber" })).toEqual(["a", "b", "c"])
    expect(await ids({ text: "plumber", owner: "ann" })).toEqual(["a", "b"])
    expect(await ids({ text: "plumber", owner: "ann", status: "idle" })).toEqual(["b"])
    expect(await ids({ text: "plumber", limit: 2 })).toHaveLength(2)
    expect(await ids({ text: "gardener" })).toEqual([])
  }),
)

it.each(stores)(
  "the inbox has the open requests of all sessions, newest first, and each settles its call (%s)",
  (_, make) =>
    withAgent(make(), async (agent) => {
      await sendAndWait(agent, "a", "ann", "please pay")
      await sendAndWait(agent, "b", "bob", "please pay")
      await sendAndWait(agent, "c", "ann", "when?")
      const inbox = await agent.requests()
      expect(inbox.map(({ session }) => session).sort()).toEqual(["a", "b", "c"])
      expect(inbox.map(({ since }) => since)).toEqual(inbox.map(({ since }) => since).sort((x, y) => y - x))
      const mine = await agent.requests({ owner: "ann" })
      const bySession = Object.fromEntries(mine.map((request) => [request.session, request]))
      const about = { owner: "ann", since: expect.any(Number) }
      const paying = { name: "pay", arguments: { amount: 7 }, preview: "Pay 7 euros", risk: "changes" }
      expect(bySession).toMatchObject({
        a: { kind: "approval", title: "please pay", ...paying, ...about },
        c: { kind: "question", name: "ask_user", preview: "When?", suggestions: ["now"], ...about },
      })
      for (const request of mine) {
        const session = await agent.sessions.get(request.session, { owner: "ann" })
        expect((await session?.info())?.openRequests).toMatchObject([{ call: request.call, preview: request.preview }])
        if (request.kind === "approval") await session?.decide(request, "approve")
        else await session?.answer(request, "now")
      }
      for (const id of ["a", "c"]) {
        const session = await agent.open({ id })
        for await (const { type } of session.events()) if (type === "turn-end") break
      }
      expect((await agent.requests()).map(({ session }) => session)).toEqual(["b"])
    }),
)
