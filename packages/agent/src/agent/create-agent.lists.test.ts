// The model's lists, through the whole agent: they are state, so they survive restarts and compaction.
import { afterEach, describe, expect, it } from "vitest"
import { call, type Script, scripted } from "../model/scripted.ts"
import type { MakeProfile } from "../profiles/profile.ts"
import { profiles } from "../profiles/profiles.ts"
import { recordedRules } from "../replay/recorded-rules.ts"
import { replaySession } from "../replay/replay-session.ts"
import { memory } from "../store/memory.ts"
import { tool } from "../tools/tool.ts"
import { type Agent, createAgent } from "./create-agent.ts"
import type { AgentOptions } from "./options.ts"

const agents: Agent[] = []
afterEach(async () => {
  await Promise.all(agents.splice(0).map((agent) => agent.close()))
})

async function open(script: Script, options: Partial<AgentOptions> = {}) {
  const agent = await createAgent({ model: scripted(script), tasks: true, notes: true, ...options })
  agents.push(agent)
  return { agent, session: await agent.open({ id: "s" }) }
}

const create = (...titles: readonly string[]) => call("tasks", { action: "create", titles })
const update = (id: number, more: { readonly status?: string; readonly after?: readonly number[] }) =>
  call("tasks", { action: "update", id, ...more })

/** Each round makes its calls, then comes a closing text. */
function rounds(...replies: readonly (readonly ReturnType<typeof call>[])[]): Script {
  return ({ messages }) => {
    const begin = messages.findLastIndex((message) => message.role === "user" && message.from === undefined)
    const at = messages.slice(begin).filter(({ role }) => role === "assistant").length
    const calls = replies[at]
    return calls === undefined ? "That is all I can say; the rest waits for you: which one?" : { calls }
  }
}

describe("the task list", () => {
  it("X24: is kept with its dependencies, across the calls of one answer and by the next process", async () => {
    const store = memory()
    const script = rounds(
      [create("plant", "water"), create("sell")],
      [update(3, { after: [1, 2] }), update(1, { status: "done" })],
    )
    const { agent, session } = await open(script, { store })
    await session.ask("go")
    const tasks = [
      { id: 1, title: "plant", status: "done" },
      { id: 2, title: "water", status: "open" },
      { id: 3, title: "sell", status: "open", after: [1, 2] },
    ]
    expect(await session.tasks()).toEqual(tasks)
    const facts = await session.facts()
    expect(replaySession({ facts, rules: recordedRules(facts, profiles.default as MakeProfile) })).toMatchObject({
      exact: true,
    })
    await agent.close()
    const again = await open(script, { store })
    expect(await again.session.tasks()).toEqual(tasks)
  })

  it("makes the agent nudge the model once about a task that it started in this turn and left in progress", async () => {
    let asked = 0
    const script: Script = ({ messages }) => {
      asked += 1
      if (!messages.some(({ role }) => role === "tool"))
        return { calls: [create("plant", "water"), update(1, { status: "in_progress" })] }
      const nudge = messages.some((message) => /still in progress/.test(JSON.stringify(message)))
      return nudge && asked === 3 ? { calls: [update(1, { status: "done" })] } : "All tasks are done."
    }
    const { session } = await open(script)
    expect(await session.ask("go")).toMatchObject({ outcome: "completed", text: "All tasks are done." })
    expect((await session.facts()).filter(({ type }) => type === "nudged")).toMatchObject([
      { reason: "tasks-in-progress", evidence: "begun in this turn and left in progress: 1 plant" },
    ])
    expect((await session.tasks()).map(({ status }) => status)).toEqual(["done", "open"])
  })

  it("causes no nudge when the model was told only to plan: open tasks are no promise", async () => {
    const script: Script = ({ results }) =>
      results.length === 0 ? { calls: [create("plant", "water")] } : "That is the plan."
    const { session } = await open(script)
    expect(await session.ask("Plan it, don't do it.")).toMatchObject({ text: "That is the plan." })
    expect((await session.facts()).filter(({ type }) => type === "nudged")).toEqual([])
  })

  it("is carried over in its current form when the history is condensed", async () => {
    const script: Script = ({ messages, said }) => {
      const tools = messages.filter(({ role }) => role === "tool").length
      if (said.includes("go") && tools === 0) return { calls: [create("plant", "water")] }
      return `Well, which one? ${"word ".repeat(300)}`
    }
    const { session } = await open(script)
    await session.ask("go")
    for (let turn = 0; turn < 4; turn++) await session.ask(`say something ${turn}`)
    await session.compact()
    for await (const event of session.events()) if (event.type === "compaction-done") break
    const compacted = (await session.facts()).findLast(({ type }) => type === "history-compacted")
    expect(compacted).toMatchObject({ contract: { open: ["task 1: plant", "task 2: water"] } })
    expect(await session.tasks()).toHaveLength(2)
  })

  it("is restored when the conversation is rewound", async () => {
    const script: Script = ({ said, results }) =>
      results.length === 0 ? { calls: [create(said)] } : "Which one would you like next?"
    const { session } = await open(script)
    await session.ask("one")
    await session.ask("two")
    expect(await session.tasks()).toHaveLength(2)
    await session.rewind({ turn: 2, what: "conversation" })
    expect((await session.tasks()).map(({ title }) => title)).toEqual(["one"])
  })
})

describe("notes", () => {
  it("F26: are kept when the conversation is condensed", async () => {
    const script: Script = ({ said, results }) => {
      if (said.startsWith("find"))
        return results.length === 0
          ? { calls: [call("notes", { action: "search", query: "port" })] }
          : String(results[0]?.text)
      return results.length === 0 && said.includes("keep")
        ? { calls: [call("notes", { action: "add", text: "The port is 8080", tags: ["server"] })] }
        : `Fine. ${"word ".repeat(300)}`
    }
    const { session } = await open(script)
    await session.ask("keep it")
    for (let turn = 0; turn < 4; turn++) await session.ask(`say something ${turn}`)
    await session.compact()
    for await (const event of session.events()) if (event.type === "compaction-done") break
    expect(await session.ask("find it")).toMatchObject({ text: "1. The port is 8080 [server]" })
    expect(await session.notes()).toEqual([{ id: 1, text: "The port is 8080", tags: ["server"] }])
  })
})

describe("the list tools that are offered", () => {
  it.each<[string, Partial<AgentOptions>, readonly string[]]>([
    ["the default profile in a workspace: tasks", { workspace: "." }, ["tasks"]],
    ["without a workspace: none", {}, []],
    ["xml-tools: both", { workspace: ".", profile: "xml-tools" }, ["notes", "tasks"]],
    ["chat-service: none", { workspace: ".", profile: "chat-service" }, []],
    ["as the options say", { workspace: ".", tasks: false, notes: true }, ["notes"]],
    ["delegation only where it is asked for", { delegation: true }, ["delegate"]],
  ])("%s", async (_name, options, names) => {
    const agent = await createAgent({ model: scripted(() => ""), ...options })
    agents.push(agent)
    const all = (await agent.tools()).map(({ name }) => name)
    expect(all.filter((name) => ["tasks", "notes", "delegate"].includes(name)).sort()).toEqual(names)
  })

  it("give way to a tool of the user with the same name", async () => {
    const own = tool({ name: "tasks", description: "Mine.", input: {}, effect: "read", run: () => "mine" })
    const agent = await createAgent({ model: scripted(() => ""), tools: [own], tasks: true })
    agents.push(agent)
    expect((await agent.tools()).filter(({ name }) => name === "tasks")).toMatchObject([{ description: "Mine." }])
  })
})
