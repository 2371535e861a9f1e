// Turns that are carried out by a plan, through the whole agent.
import { afterEach, describe, expect, it } from "vitest"
import { call, type Script, scripted } from "../model/scripted.ts"
import { tool } from "../tools/tool.ts"
import { type Agent, createAgent } from "./create-agent.ts"

const agents: Agent[] = []
afterEach(async () => {
  await Promise.all(agents.splice(0).map((agent) => agent.close()))
})

const LONG = Array.from({ length: 2000 }, (_, place) => `/photos/${place}.png`).join("\n")

const list = tool({
  name: "list",
  description: "Lists photos.",
  input: { type: "object" },
  effect: "read",
  run: () => LONG,
})
const count = tool({
  name: "count",
  description: "Counts.",
  input: { type: "object" },
  effect: "read",
  run: () => "2000",
})

async function open(script: Script, tools = [list, count]) {
  const agent = await createAgent({ model: scripted(script), tools, approve: "auto", orchestrate: true })
  agents.push(agent)
  return agent.open()
}

describe("a plan without a workspace", () => {
  it("says that a long result is cut, and offers a tool to read the rest", async () => {
    const read: string[] = []
    const session = await open(({ said, request }) => {
      if (said.includes("plan it")) return "1. [list] list them\n2. [count] count them (needs 1)"
      if (!said.includes("Make the call")) return "There are 2000."
      if (said.includes('<step number="1">')) return { calls: [call("list")] }
      if (said.includes("/photos/1999.png")) return { calls: [call("count")] }
      const [, id = ""] = /To read all of it: read_result with call "([^"]+)"/.exec(said) ?? []
      expect(said).toMatch(/\[The first \d+ of \d+ characters\./)
      expect(request.tools.map(({ name }) => name)).toEqual(["list", "count", "ask_user", "read_result"])
      read.push(id)
      return {
        calls: [read.length === 1 ? call("read_result", { call: id, offset: LONG.length - 40 }) : call("count")],
      }
    })
    expect(await session.ask("How many photos are there?")).toMatchObject({ outcome: "completed" })
    const results = (await session.facts()).filter((fact) => fact.type === "tool-finished")
    expect(results.map(({ name, outcome }) => `${name} ${outcome}`)).toEqual(["list ok", "read_result ok", "count ok"])
    expect(JSON.stringify(results[1]?.content)).toContain("/photos/1999.png")
  })

  it("is not made when there are no tools", async () => {
    const session = await open(() => "Hello.", [])
    expect(await session.ask("Hi.")).toMatchObject({ outcome: "completed", text: "Hello." })
    expect((await session.facts()).find(({ type }) => type === "plan-failed")).toMatchObject({
      why: "There are no tools.",
    })
  })
})

describe("a plan, with default options,", () => {
  const planOf = (many: number) => Array.from({ length: many }, (_, place) => `${place + 1}. [count] count`).join("\n")

  it.each([
    [40, []],
    [41, ["The plan has 41 steps, and 40 are allowed."]],
  ])("of %i steps is carried out up to 40", async (many, why) => {
    const session = await open(({ said }) => {
      if (said.includes("plan it")) return planOf(many)
      return said.includes("Make the call") ? { calls: [call("count")] } : "Done."
    })
    expect(await session.ask("Count.")).toMatchObject({ outcome: "completed" })
    const failed = (await session.facts()).filter((fact) => fact.type === "plan-failed")
    expect(failed.map((fact) => fact.why)).toEqual(why)
  })

  it("offers 15 tools for a step, and the one that finds others", async () => {
    const counts = Array.from({ length: 60 }, (_, place) => ({ ...count, name: `count_${place}` }))
    const offered: number[] = []
    const session = await open(({ said, request }) => {
      if (said.includes("plan it")) return "1. count them"
      if (!said.includes("Make the call")) return "Done."
      offered.push(request.tools.length)
      return { calls: [call(request.tools[0]?.name ?? "")] }
    }, counts)
    await session.ask("Count.")
    expect(offered).toEqual([15 + 1])
  })
})
