// Approvals beyond a single call: for the session, for good, by tool and by what the arguments look like (L21, M16, F18).
import { describe, expect, it } from "vitest"
import type { AgentOptions } from "./agent-options.ts"
import type { Grant } from "./contracts/fact.ts"
import { createAgent } from "./create-agent.ts"
import { call, scripted } from "./model/scripted.ts"
import type { Decision, Session } from "./session/handle.ts"
import { memory } from "./store/memory.ts"
import { type Tool, tool } from "./tools/tool.ts"

function world(risk: "changes" | "destructive" = "changes") {
  const ran: unknown[] = []
  const note = (name: string): Tool =>
    tool({
      name,
      description: "",
      input: { type: "object", properties: { path: { type: "string" }, command: { type: "string" } } },
      risk,
      run: (given) => void ran.push(given),
    })
  return { ran, tools: [note("write"), note("run_command")] }
}

/** One call a turn, as the user says it: "write a.md". */
const obedient = scripted(({ messages }) => {
  const last = messages.at(-1)
  if (last?.role !== "user") return "done"
  const [name = "", ...words] = last.parts
    .map((part) => (part.type === "text" ? part.text : ""))
    .join("")
    .split(" ")
  const given = words.join(" ")
  return { calls: [call(name, name === "run_command" ? { command: given } : { path: given })] }
})

async function say(session: Session, words: string, decision?: Decision): Promise<"asked" | "not asked"> {
  const turn = session.send(words)
  let asked: "asked" | "not asked" = "not asked"
  for await (const event of turn) {
    if (event.type !== "approval-requested") continue
    asked = "asked"
    await session.approve(event.call, decision ?? { decision: "denied" })
  }
  return asked
}

const open = (options: Partial<AgentOptions>) => createAgent({ model: obedient, ...options })

describe("L21: an approval", () => {
  it("is for one call unless it says more", async () => {
    const { ran, tools } = world()
    await using agent = await open({ tools })
    const session = await agent.open()
    expect(await say(session, "write a.md", { decision: "approved" })).toBe("asked")
    expect(await say(session, "write a.md")).toBe("asked")
    expect(ran).toHaveLength(1)
  })

  it("for the session holds in it, after a restart too, and in no other", async () => {
    const { ran, tools } = world()
    const store = memory()
    const grant: Grant = { tool: "write", scope: "session", where: { path: "docs/*" } }
    {
      await using agent = await open({ tools, store })
      const session = await agent.open({ id: "s" })
      await say(session, "write docs/a.md", { decision: "approved", grant })
    }
    await using agent = await open({ tools, store })
    const session = await agent.open({ id: "s" })
    expect(await say(session, "write docs/b.md")).toBe("not asked")
    expect(await say(session, "write other/b.md")).toBe("asked")
    expect(await say(await agent.open({ id: "other" }), "write docs/b.md")).toBe("asked")
    expect(ran).toHaveLength(2)
    const started = (await session.facts()).filter((fact) => fact.type === "tool-started")
    expect(started.map((fact) => fact.granted)).toEqual([undefined, grant])
  })

  it("for good holds in all sessions, and is kept by whoever runs the agent", async () => {
    const { tools } = world()
    const kept: Grant[] = []
    const grants = { list: () => kept, add: (grant: Grant) => void kept.push(grant) }
    await using agent = await open({ tools, grants })
    const grant: Grant = { tool: "write", scope: "always" }
    await say(await agent.open(), "write a.md", { decision: "approved", grant })
    expect(kept).toEqual([grant])
    expect(await say(await agent.open(), "write b.md")).toBe("not asked")
    kept.length = 0
    expect(await say(await agent.open(), "write b.md")).toBe("asked")
  })

  it("of what may destroy something is never for more than one call", async () => {
    const { tools } = world("destructive")
    await using agent = await open({ tools, grants: [{ tool: "write", scope: "always" }] })
    const session = await agent.open()
    const grant: Grant = { tool: "write", scope: "session" }
    expect(await say(session, "write a.md", { decision: "approved", grant })).toBe("asked")
    expect(await say(session, "write a.md", { decision: "approved" })).toBe("asked")
    const settled = (await session.facts()).filter((fact) => fact.type === "approval-settled")
    expect(settled.map((fact) => fact.grant)).toEqual([undefined, undefined])
  })

  it("that was denied grants nothing", async () => {
    const { tools } = world()
    await using agent = await open({ tools })
    const session = await agent.open()
    await say(session, "write a.md", { decision: "denied", grant: { tool: "write", scope: "session" } })
    expect(await say(session, "write a.md")).toBe("asked")
  })
})

describe("F18: a list of commands", () => {
  it.each([
    ["git status -s", "not asked"],
    ["ls; rm x", "asked"],
    ["ls && git status", "not asked"],
    ["git push", "asked"],
  ])("%s: %s", async (command, expected) => {
    const { tools } = world()
    const grants: readonly Grant[] = ["git status", "ls"].map((each) => ({
      tool: "run_command",
      scope: "always",
      where: { command: each },
    }))
    await using agent = await open({ tools, grants })
    expect(await say(await agent.open(), `run_command ${command}`)).toBe(expected)
  })
})
