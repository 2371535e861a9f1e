// The context of the application: who gets it, where it comes from, and how long it is kept.
import { afterEach, describe, expect, it } from "vitest"
import type { Store } from "../contracts/store.ts"
import { call, scripted } from "../model/scripted.ts"
import { memory } from "../store/memory.ts"
import { FakeClock } from "../testing/fake-clock.ts"
import { toolFor } from "../tools/tool.ts"
import { createAgent } from "./create-agent.ts"
import type { AgentOptions } from "./options.ts"

type App = { readonly user: string } | undefined

const closing: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const each of closing.splice(0)) await each.close()
})

/** Calls the tool `look` once per turn, and ends with what it said. */
const looks = scripted(({ results }) => results.at(-1)?.text ?? { calls: [call("look", {})] })

/** Says for whom it runs. */
const look = toolFor<App>()({
  name: "look",
  description: "Looks.",
  input: { type: "object" },
  effect: "read",
  run: (_, { context, owner = "no owner", session, turn }) =>
    `${context?.user ?? "no user"} of ${owner} in ${session}, turn ${turn}`,
})

async function agentWith(options: Partial<AgentOptions<App>> = {}) {
  const agent = await createAgent<App>({ model: looks, tools: [look], ...options })
  closing.push(agent)
  return agent
}

describe("a tool gets the context", () => {
  it("of the turn, else of the handle, with owner, session and turn", async () => {
    const agent = await agentWith()
    const session = await agent.open({ id: "s", owner: "o", context: { user: "ada" } })
    expect((await session.ask("One.")).text).toBe("ada of o in s, turn 1")
    expect((await session.ask("Two.", { context: { user: "bob" } })).text).toBe("bob of o in s, turn 2")
    expect((await session.ask("Three.")).text).toBe("ada of o in s, turn 3")
    const other = await agent.open({ id: "s" })
    expect((await other.ask("Four.")).text).toBe("no user of o in s, turn 4")
    const found = await agent.sessions.get("s", { context: { user: "eve" } })
    expect((await found?.ask("Five."))?.text).toBe("eve of o in s, turn 5")
  })

  it("of its own turn when it is queued behind another", async () => {
    const session = await (await agentWith()).open({ id: "s" })
    const turns = ["ada", "bob", "eve"].map((user) => session.send("Go.", { context: { user } }).result())
    expect((await Promise.all(turns)).map(({ text }) => text.split(" ")[0])).toEqual(["ada", "bob", "eve"])
  })

  it("of the turn that it joins", async () => {
    const entered = Promise.withResolvers<void>()
    const go = Promise.withResolvers<void>()
    const slow = toolFor<App>()({
      ...look,
      run: async (input, context) => {
        entered.resolve()
        await go.promise
        return look.run(input, context)
      },
    })
    const model = scripted(({ results }) =>
      results.length < 2 ? { calls: [call("look", {})] } : results.map(({ text }) => text.split(" ")[0]).join(" "),
    )
    const session = await (await agentWith({ tools: [slow], model })).open({ id: "s" })
    const turn = session.ask("Go.", { context: { user: "ada" } })
    await entered.promise
    const joined = session.send("And this.", { whenBusy: "steer", context: { user: "bob" } })
    await joined.accepted()
    go.resolve()
    expect((await turn).text).toBe("ada ada")
  })

  it("of its parent when it is a child's", async () => {
    const model = scripted(({ said, results }) => {
      if (results.length > 0) return results.at(-1)?.text ?? ""
      return { calls: [said === "Look." ? call("look", {}) : call("delegate", { task: "Look." })] }
    })
    const agent = await agentWith({ model, delegation: true })
    const session = await agent.open({ owner: "o", context: { user: "ada" } })
    expect((await session.ask("Have it done.")).text).toMatch(/^ada of o in /)
  })

  it("of the session it was forked from", async () => {
    const session = await (await agentWith()).open({ id: "s", context: { user: "ada" } })
    await session.ask("One.")
    expect((await (await session.fork()).ask("Two.")).text).toMatch(/^ada /)
  })
})

describe("without one from open or send, the context", () => {
  it("comes from contextOf, once per turn, for all who ask", async () => {
    const asked: unknown[] = []
    const model = scripted(({ results }) =>
      results.length > 0 ? results.map(({ text }) => text).join("; ") : { calls: [call("look", {}), call("look", {})] },
    )
    const agent = await agentWith({
      model,
      contextOf: async (turn) => {
        asked.push(turn)
        return { user: `user of ${turn.owner}` }
      },
    })
    const session = await agent.open({ id: "s", owner: "o" })
    expect((await session.ask("One.")).text).toBe(Array(2).fill("user of o of o in s, turn 1").join("; "))
    expect((await session.ask("Two.", { context: { user: "ada" } })).text).toMatch(/^ada /)
    await session.ask("Three.")
    expect(asked).toEqual([
      { id: "s", owner: "o", turn: 1 },
      { id: "s", owner: "o", turn: 3 },
    ])
  })

  it("comes from what is stored, with the turn or else with the session", async () => {
    const store = memory()
    const contextOf = () => ({ user: "from the hook" })
    const agent = await agentWith({ store, storeContext: true, contextOf })
    await (await agent.open({ id: "s", context: { user: "ada" } })).ask("One.")
    const later = await (await agentWith({ store, contextOf })).open({ id: "s" })
    expect((await later.ask("Two.")).text).toMatch(/^ada /)
    expect((await contextsIn(store, "s")).map((each) => each?.user)).toEqual(["ada", "ada", undefined])
  })

  it("is not stored unless asked for", async () => {
    const store = memory()
    const session = await (await agentWith({ store })).open({ id: "s", context: { user: "ada" } })
    await session.ask("One.", { context: { user: "bob" } })
    expect(await contextsIn(store, "s")).toEqual([undefined, undefined])
    expect(JSON.stringify((await session.facts()).map(({ type: _, ...fact }) => fact))).not.toContain('"ada"')
  })

  it("is undefined where there is none", async () => {
    expect((await (await (await agentWith()).open({ id: "s" })).ask("One.")).text).toMatch(/^no user /)
  })
})

async function contextsIn(store: Store, session: string): Promise<readonly (App | undefined)[]> {
  const facts = await store.log.read(session, 0)
  return facts.flatMap((fact) =>
    fact.type === "session-opened" || fact.type === "turn-started" ? [fact.context as App] : [],
  )
}

describe("a contextOf that fails", () => {
  it("holds the turn up: onError is told, no tool runs without its context, and it is tried again", async () => {
    const clock = new FakeClock()
    const errors: unknown[] = []
    let tries = 0
    const agent = await agentWith({
      clock,
      onError: (...told) => errors.push(told),
      contextOf: () => {
        if (++tries === 1) throw new Error("The directory is down.")
        return { user: "ada" }
      },
    })
    const session = await agent.open({ id: "s" })
    await expect(session.ask("Go.", { id: "go" })).rejects.toThrow("The directory is down.")
    expect(errors).toEqual([["s", new Error("The directory is down.")]])
    const again = session.ask("Go.", { id: "go" })
    await clock.advance(5000)
    expect((await again).text).toMatch(/^ada /)
  })

  it("and one that hangs do not keep the turn from being cancelled", async () => {
    const asked = Promise.withResolvers<void>()
    const agent = await agentWith({
      contextOf: () => {
        asked.resolve()
        return new Promise<App>(() => {})
      },
    })
    const session = await agent.open({ id: "s" })
    const turn = session.ask("Go.")
    await asked.promise
    await session.cancel()
    expect((await turn).outcome).toBe("cancelled")
  })
})

class Connection {}

const unfit: readonly (readonly [unknown, string])[] = [
  [{ db: new Connection() }, "context.db is a Connection"],
  [{ at: new Date(0) }, "context.at is a Date"],
  [{ list: [1, () => 2] }, "context.list[1] is a function"],
  [new Map(), "context is a Map"],
  [{ n: Number.NaN }, "context.n is NaN"],
  [{ big: 1n }, "context.big is a bigint"],
  [cyclic(), "context.self is a cycle"],
  ["x".repeat(70_000), "the limit is 65536"],
]
it.each(unfit)("a context that cannot be stored is refused where it is to be stored: %#", async (context, problem) => {
  const agent = await createAgent({ model: looks, storeContext: true })
  closing.push(agent)
  const expected = { code: "input-invalid", message: expect.stringContaining(problem) }
  await expect(agent.open({ context })).rejects.toMatchObject(expected)
  const session = await agent.open()
  expect(() => session.send("Go.", { context })).toThrow(expect.objectContaining(expected))
  expect((await session.facts()).map(({ type }) => type)).toEqual(["session-opened"])
  const free = await createAgent({ model: looks })
  closing.push(free)
  expect((await (await free.open({ context })).ask("Go.")).outcome).toBe("completed")
})

function cyclic(): object {
  const self: Record<string, unknown> = {}
  self.self = self
  return self
}

describe("besides tools, the context reaches", () => {
  it("context providers", async () => {
    const seen: unknown[] = []
    const provider = {
      name: "user",
      fetch: async ({
        context,
        owner,
        session,
        turn,
      }: {
        context: App
        owner?: string
        session: string
        turn: number
      }) => void seen.push([context?.user, owner, session, turn]),
    }
    const agent = await agentWith({ contextProviders: [provider] })
    const session = await agent.open({ id: "s", owner: "o", context: { user: "ada" } })
    await session.ask("Go.")
    expect(seen).toEqual([["ada", "o", "s", 1]])
  })

  it("finish checks", async () => {
    const seen: unknown[] = []
    const finish: AgentOptions<App>["finish"] = [
      {
        name: "seen",
        check: ({ context, owner, session, turn }) => void seen.push([context?.user, owner, session, turn]),
      },
    ]
    const agent = await agentWith({ finish, contextOf: async () => ({ user: "eve" }) })
    const session = await agent.open({ id: "s", owner: "o" })
    await session.ask("Go.", { context: { user: "ada" } })
    await session.ask("Go.")
    expect(seen).toEqual([
      ["ada", "o", "s", 1],
      ["eve", "o", "s", 2],
    ])
  })

  it("approval and refuses of a tool", async () => {
    const seen: string[] = []
    const guarded = toolFor<App>()({
      ...look,
      effect: "once",
      refuses: (_, { context, turn }) => void seen.push(`refuses ${context?.user} ${turn}`),
      approval: async (_, { context, owner }) => {
        seen.push(`approval ${context?.user} ${owner}`)
        return false
      },
    })
    const agent = await agentWith({ tools: [guarded] })
    const session = await agent.open({ id: "s", owner: "o", context: { user: "ada" } })
    expect((await session.ask("Go.")).text).toMatch(/^ada /)
    expect(seen).toEqual(["refuses ada 1", "approval ada o"])
  })

  it("preview of a tool", async () => {
    const shown = toolFor<App>()({ ...look, effect: "once", preview: (_, { context }) => `for ${context?.user}` })
    const agent = await agentWith({ tools: [shown] })
    const session = await agent.open({ context: { user: "ada" } })
    for await (const event of session.send("Go.")) {
      if (event.type !== "approval-requested") continue
      expect(event.preview).toBe("for ada")
      await session.decide(event, "deny")
    }
    expect.assertions(1)
  })
})
