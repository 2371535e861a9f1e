// Approvals beyond a single call: for the session, always, by tool and by the form of the arguments (L21, M16, F18).
import { mkdirSync, realpathSync } from "node:fs"
import { describe, expect, it } from "vitest"
import type { Grant } from "../contracts/fact.ts"
import { call, scripted } from "../model/scripted.ts"
import { settleAs } from "../session/__fixtures__/settle-as.ts"
import { aFolder } from "../session/__fixtures__/undoing.ts"
import type { Decision, Session } from "../session/handle.ts"
import { memory } from "../store/memory.ts"
import { type Tool, tool } from "../tools/tool.ts"
import { builtinTools } from "../workspace/builtin-tools.ts"
import { createAgent } from "./create-agent.ts"
import type { AgentOptions } from "./options.ts"

const HERE = realpathSync(process.cwd())

function world(risk: "changes" | "destructive" = "changes") {
  const ran: unknown[] = []
  const note = (name: string): Tool =>
    tool({
      name,
      description: "",
      input: { type: "object", properties: { path: { type: "string" }, command: { type: "string" } } },
      risk,
      effect: "once",
      run: (given) => void ran.push(given),
    })
  return { ran, tools: [note("write"), note("run_command")] }
}

/** One call per turn, as the input says: "write a.md". */
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
    await settleAs(session, event.call, decision ?? { decision: "denied" })
  }
  return asked
}

const open = (options: Partial<AgentOptions>) => createAgent({ model: obedient, ...options })

describe("L21: an approval", () => {
  it("is for one call unless it has a grant", async () => {
    const { ran, tools } = world()
    await using agent = await open({ tools })
    const session = await agent.open()
    expect(await say(session, "write a.md", { decision: "approved" })).toBe("asked")
    expect(await say(session, "write a.md")).toBe("asked")
    expect(ran).toHaveLength(1)
  })

  it("for the session holds in that session, also after a restart, and in no other", async () => {
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
    expect(started.map((fact) => fact.granted)).toEqual([undefined, { ...grant, workspace: HERE }])
  })

  it("for always holds in all sessions, and is stored by the application", async () => {
    const { tools } = world()
    const kept: Grant[] = []
    const grants = { list: () => kept, add: (grant: Grant) => void kept.push(grant) }
    await using agent = await open({ tools, grants })
    const grant: Grant = { tool: "write", scope: "always" }
    await say(await agent.open(), "write a.md", { decision: "approved", grant })
    expect(kept).toEqual([{ ...grant, workspace: HERE }])
    expect(await say(await agent.open(), "write b.md")).toBe("not asked")
    kept.length = 0
    expect(await say(await agent.open(), "write b.md")).toBe("asked")
  })

  it("for always that was revoked no longer holds in the session it was given in", async () => {
    const { tools } = world()
    const kept: Grant[] = []
    const grants = { list: () => kept, add: (grant: Grant) => void kept.push(grant) }
    await using agent = await open({ tools, grants })
    const session = await agent.open()
    await say(session, "write a.md", { decision: "approved", grant: { tool: "write", scope: "always" } })
    expect(await say(session, "write b.md")).toBe("not asked")
    kept.length = 0
    expect(await say(session, "write c.md")).toBe("asked")
  })

  it("of a destructive call is never for more than that call", async () => {
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

  it("that was denied stores no grant for always", async () => {
    const { tools } = world()
    const kept: Grant[] = []
    await using agent = await open({ tools, grants: { list: () => kept, add: (grant) => void kept.push(grant) } })
    const session = await agent.open()
    await say(session, "write a.md", { decision: "denied", grant: { tool: "write", scope: "always" } })
    expect(kept).toEqual([])
    expect(await say(session, "write a.md")).toBe("asked")
  })

  it("given before counts under a policy that denies", async () => {
    const { ran, tools } = world()
    const grants: readonly Grant[] = [{ tool: "write", scope: "always", where: { path: "docs/*" } }]
    await using agent = await open({ tools, grants, approve: "deny" })
    const session = await agent.open()
    await session.ask("write docs/a.md")
    await session.ask("write b.md")
    expect(ran).toEqual([{ path: "docs/a.md" }])
    const ends = (await session.facts()).filter((fact) => fact.type === "tool-finished")
    expect(ends.map(({ outcome, code }) => [outcome, code])).toEqual([
      ["ok", undefined],
      ["denied", "approval-denied"],
    ])
  })
})

describe("edited arguments", () => {
  it("that do not fit the schema are refused, and the approval stays open", async () => {
    const { ran, tools } = world()
    await using agent = await open({ tools })
    const session = await agent.open()
    const problems: unknown[] = []
    for await (const event of session.send("write a.md")) {
      if (event.type !== "approval-requested") continue
      const slip = { decision: "approved", arguments: { path: 7 } } as const
      problems.push(await settleAs(session, event.call, slip).catch((error: unknown) => error))
      await session.decide(event.call, "approve", { arguments: { path: "b.md" } })
    }
    expect(problems).toEqual([expect.objectContaining({ code: "input-invalid" })])
    expect(String(problems[0])).toMatch(/do not fit.*path.*Nothing was decided/s)
    expect(String(problems[0])).not.toMatch(/call again/)
    expect(ran).toEqual([{ path: "b.md" }])
  })
})

describe("F18: a list of commands", () => {
  it.each([
    [{ command: "ls" }, { asks: false }],
    [{ command: "ls; touch x" }, { asks: true }],
    [{ command: "ls", cwd: "sub" }, { asks: true }],
    [{ command: "git status" }, { asks: true }],
    [{ command: "git status" }, { asks: false, in: ".git" }],
    [
      { command: "git status", cwd: "sub" },
      { asks: true, in: ".git" },
    ],
  ])(
    "that only read is granted from the start: %j %j",
    (given, { asks, in: repository }: { asks: boolean; in?: string }) => {
      const { folder, path } = aFolder()
      for (const part of ["objects", "refs"])
        if (repository !== undefined) mkdirSync(path(`${repository}/${part}`), { recursive: true })
      const found = builtinTools({ workspace: folder }).find(({ name }) => name === "run_command")
      expect(
        typeof found?.approval === "function" && found.approval(given, { session: "", turn: 0, context: undefined }),
      ).toBe(asks)
    },
  )

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
      workspace: HERE,
    }))
    await using agent = await open({ tools, grants })
    expect(await say(await agent.open(), `run_command ${command}`)).toBe(expected)
  })
})
