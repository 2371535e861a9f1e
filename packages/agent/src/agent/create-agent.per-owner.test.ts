// What belongs to one owner alone: grants, limits, and the right to use a tool.
import { mkdtempSync, realpathSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, it, onTestFinished } from "vitest"
import type { Grant } from "../contracts/fact.ts"
import type { LimitsOf } from "../contracts/limits.ts"
import { call, scripted } from "../model/scripted.ts"
import type { Session } from "../session/handle.ts"
import { memory } from "../store/memory.ts"
import { sqlite } from "../store/sqlite.ts"
import { tool } from "../tools/tool.ts"
import { type Agent, createAgent } from "./create-agent.ts"
import type { AgentOptions } from "./options.ts"

const HERE = realpathSync(process.cwd())

const obedient = scripted(({ results, said }) => ({
  ...(results.length === 0 ? { calls: [call("write", { path: said })] } : { text: "done" }),
  usage: { inputTokens: 90, outputTokens: 10 },
}))

function world(options: Partial<AgentOptions> = {}) {
  const ran: unknown[] = []
  const write = tool({
    name: "write",
    description: "Writes.",
    input: { type: "object", properties: { path: { type: "string" } } },
    effect: "once",
    run: ({ path }, { owner, context }) => {
      ran.push([path, owner, ...(context === undefined ? [] : [context])])
      return "written"
    },
  })
  const open = async (): Promise<Agent> => {
    const agent = await createAgent({ model: obedient, tools: [write], ...options })
    onTestFinished(() => agent.close())
    return agent
  }
  return { ran, open }
}

/** Sends a message; a call that asks is approved with the grant, or denied without one. */
async function say(session: Session, words: string, grant?: Grant): Promise<"asked" | "not asked"> {
  let asked: "asked" | "not asked" = "not asked"
  for await (const event of session.send(words)) {
    if (event.type !== "approval-requested") continue
    asked = "asked"
    await session.decide(event, grant === undefined ? "deny" : "approve", grant === undefined ? {} : { grant })
  }
  return asked
}

const ALWAYS: Grant = { tool: "write", scope: "always" }

describe("L21: a grant for always", () => {
  const givers = [undefined, "ann", "bob"] as const
  const pairs = givers.flatMap((giver) => givers.map((user) => ({ giver, user })))
  const ownerOf = (owner: string | undefined) => (owner === undefined ? {} : { owner })

  it.each(pairs)("given by $giver serves $user only if they are the same, in any session", async ({ giver, user }) => {
    const agent = await world().open()
    await say(await agent.open(ownerOf(giver)), "a.md", ALWAYS)
    expect(await say(await agent.open(ownerOf(user)), "b.md")).toBe(giver === user ? "not asked" : "asked")
  })

  it.each(pairs)(
    "given by $giver is kept with its owner, and does not serve $user from a list of all",
    async (pair) => {
      const kept: Grant[] = []
      const asked: unknown[] = []
      const list = async (owner?: string) => {
        asked.push(owner)
        return kept
      }
      const agent = await world({ grants: { list, add: (grant) => void kept.push(grant) } }).open()
      await say(await agent.open(ownerOf(pair.giver)), "a.md", ALWAYS)
      expect(kept).toEqual([{ ...ALWAYS, workspace: HERE, ...ownerOf(pair.giver) }])
      expect(await say(await agent.open(ownerOf(pair.user)), "b.md")).toBe(
        pair.giver === pair.user ? "not asked" : "asked",
      )
      expect(asked).toEqual([pair.giver, pair.user])
    },
  )

  it("cannot be given in the name of another owner", async () => {
    const agent = await world().open()
    await say(await agent.open({ owner: "ann" }), "a.md", { ...ALWAYS, owner: "bob" })
    expect(await say(await agent.open({ owner: "bob" }), "b.md")).toBe("asked")
    expect(await say(await agent.open({ owner: "ann" }), "b.md")).toBe("not asked")
  })

  it("that the program lists holds for all, unless it names an owner", async () => {
    const forAll = await world({ grants: [ALWAYS] }).open()
    for (const owner of givers) expect(await say(await forAll.open(ownerOf(owner)), "a.md")).toBe("not asked")
    const forAnn = await world({ grants: [{ ...ALWAYS, owner: "ann" }] }).open()
    expect(await say(await forAnn.open({ owner: "ann" }), "a.md")).toBe("not asked")
    expect(await say(await forAnn.open({ owner: "bob" }), "a.md")).toBe("asked")
    expect(await say(await forAnn.open(), "a.md")).toBe("asked")
  })
})

describe("limits.owner as a function", () => {
  const limitsOf: LimitsOf = async (owner) => (owner === null ? undefined : { ann: { tokens: 250 } }[owner])

  it("gives each owner a budget of its own (X20)", async () => {
    const agent = await world({ approve: "auto", limits: { owner: limitsOf } }).open()
    const outcomes = async (owner?: string) => {
      const session = await agent.open(owner === undefined ? {} : { owner })
      return [(await session.ask("a.md")).outcome, (await session.ask("b.md")).error?.code]
    }
    expect(await outcomes("ann")).toEqual(["completed", "usage-limit"])
    expect(await outcomes("bob")).toEqual(["completed", undefined])
    expect(await outcomes()).toEqual(["completed", undefined])
  })

  it.each([{ store: "memory" }, { store: "sqlite" }] as const)(
    "T21: counts the active sessions of each owner, also of messages sent at once: $store",
    async ({ store: kind }) => {
      const folder = mkdtempSync(join(tmpdir(), "pawl-per-owner-"))
      onTestFinished(() => rmSync(folder, { recursive: true }))
      const store = kind === "memory" ? memory() : await sqlite(join(folder, "a.db"))
      onTestFinished(() => store.close())
      const activeSessions = async (owner: string | null) => (owner === "ann" ? { activeSessions: 3 } : undefined)
      const agent = await world({ store, limits: { owner: activeSessions } }).open()
      const send = async (owner: string) => {
        const session = await agent.open({ owner })
        return session
          .send("a.md")
          .accepted()
          .then(
            () => "sent",
            (error) => error.code,
          )
      }
      const ann = await Promise.all(Array.from({ length: 8 }, () => send("ann")))
      expect(ann.filter((each) => each === "sent")).toHaveLength(3)
      expect(ann.filter((each) => each === "limit-reached")).toHaveLength(5)
      expect(await Promise.all(Array.from({ length: 5 }, () => send("bob")))).toEqual(Array(5).fill("sent"))
    },
  )

  it("T26: archives the oldest session of the owner whose cap it is", async () => {
    const agent = await world({
      approve: "auto",
      limits: { owner: (owner) => (owner === "ann" ? { sessions: 1 } : {}) },
    }).open()
    for (const owner of ["ann", "bob"])
      for (const n of [1, 2]) await (await agent.open({ id: `${owner}${n}`, owner })).ask("a.md")
    const archived = await agent.sessions.list({ archived: true })
    expect(archived.map(({ id }) => id)).toEqual(["ann1"])
  })

  it("is not asked for the sessions that work for another one", async () => {
    const model = scripted(({ results, said }) =>
      said === "task" || results.length > 0 ? "done" : { calls: [call("delegate", { task: "task", title: "t" })] },
    )
    const limits = { owner: () => ({ activeSessions: 1 }) }
    const agent = await world({ model, delegation: true, limits, approve: "auto" }).open()
    expect((await (await agent.open({ owner: "ann" })).ask("go")).outcome).toBe("completed")
    expect(await agent.sessions.list()).toHaveLength(2)
  })

  it.each([
    { name: "throws", owner: () => Promise.reject(new Error("no database")), code: /no database/ },
    { name: "returns no number", owner: () => ({ activeSessions: "3" as unknown as number }), code: /activeSessions/ },
  ])("that $name opens no session and sends nothing", async ({ owner, code }) => {
    let isBroken = false
    const agent = await world({ limits: { owner: () => (isBroken ? owner() : {}) } }).open()
    const session = await agent.open({ owner: "ann" })
    isBroken = true
    await expect(session.send("a.md").accepted()).rejects.toThrow(code)
    await expect(agent.open({ owner: "ann" })).rejects.toThrow(code)
    expect(await session.facts()).toHaveLength(1)
    expect(await agent.sessions.list()).toHaveLength(1)
  })

  it("refuses what is no function and no object", async () => {
    await expect(world({ limits: { owner: 3 as never } }).open()).rejects.toThrow(/limits\.owner: an object/)
  })
})

describe("T22: permits", () => {
  const finished = async (session: Session) =>
    (await session.facts()).flatMap((fact) => (fact.type === "tool-finished" ? [fact.code ?? fact.outcome] : []))

  it("decides by owner, tool and context, before a person is asked", async () => {
    const seen: unknown[] = []
    const { ran, open } = world({
      approve: "auto",
      contextOf: ({ owner }) => ({ tenant: `of ${owner}` }),
      permits: async ({ owner, tool: name, context, turn }) => {
        seen.push([owner, name, context, turn])
        return owner === "ann"
      },
    })
    const agent = await open()
    for (const owner of ["ann", "bob"]) {
      const session = await agent.open({ owner })
      expect((await session.ask("a.md")).outcome).toBe("completed")
      expect(await finished(session)).toEqual([owner === "ann" ? "ok" : "tool-not-allowed"])
    }
    expect(seen).toEqual([
      ["ann", "write", { tenant: "of ann" }, 1],
      ["bob", "write", { tenant: "of bob" }, 1],
    ])
    expect(ran).toEqual([["a.md", "ann", { tenant: "of ann" }]])
  })

  it("is asked again once a person has approved: a right that is gone by then is gone", async () => {
    let may = true
    const { ran, open } = world({ permits: () => may })
    const session = await (await open()).open({ owner: "ann" })
    for await (const event of session.send("a.md")) {
      if (event.type !== "approval-requested") continue
      may = false
      await session.decide(event, "approve")
    }
    expect(await finished(session)).toEqual(["tool-not-allowed"])
    expect(ran).toEqual([])
  })

  it("holds for a turn that another agent continues, with the owner's context", async () => {
    const store = memory()
    const rights = new Set(["ann", "bob"])
    const options: Partial<AgentOptions> = {
      store,
      permits: ({ owner = "" }) => rights.has(owner),
      contextOf: ({ owner }) => `the context of ${owner}`,
    }
    const before = world(options)
    const first = await before.open()
    for (const owner of ["ann", "bob"])
      for await (const { type } of (await first.open({ id: owner, owner })).send("a.md"))
        if (type === "approval-requested") break
    await first.close()
    rights.delete("bob")
    const after = world(options)
    const second = await after.open()
    for (const owner of ["ann", "bob"]) {
      const session = await second.open({ id: owner, owner })
      const [request] = (await session.info()).openRequests
      await session.decide(request!, "approve")
      for await (const { type } of session.events({ after: 0 })) if (type === "turn-end") break
      expect(await finished(session)).toEqual([owner === "ann" ? "ok" : "tool-not-allowed"])
    }
    expect([before.ran, after.ran]).toEqual([[], [["a.md", "ann", "the context of ann"]]])
  })

  it("that fails permits nothing, and says why", async () => {
    const told: unknown[] = []
    const { ran, open } = world({
      approve: "auto",
      permits: () => Promise.reject(new Error("no database")),
      onError: (_, error) => void told.push(String(error)),
    })
    const session = await (await open()).open()
    await session.ask("a.md")
    expect(ran).toEqual([])
    expect(told).toEqual(["Error: no database"])
  })

  it("must be a function", async () => {
    await expect(world({ permits: true as never }).open()).rejects.toThrow(/permits: a function/)
  })
})
