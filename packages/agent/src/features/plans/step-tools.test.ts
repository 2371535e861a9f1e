import { describe, expect, it } from "vitest"
import type { Draft } from "../../contracts/fact.ts"
import type { ToolDefinition } from "../../contracts/model.ts"
import type { ToolIndex } from "../../contracts/tool-index.ts"
import { foldFacts } from "../../kernel/state/fold.ts"
import * as fact from "../../testing/fact-builders.ts"
import { toolsForStep } from "./step-tools.ts"

const tool = (name: string): ToolDefinition => ({ name, description: name, inputSchema: { type: "object" } })
const all = Array.from({ length: 40 }, (_, index) => tool(`files__tool_${index}`))
/** Finds the last ones. */
const index: ToolIndex = { find: async (_query, { most, among }) => among.slice(-most).map(({ name }) => name) }
const step = { what: "Look", needs: [] }
const stateOf = (...drafts: readonly Draft[]) => foldFacts(fact.stamp([fact.opened(), fact.said("go"), ...drafts]))
const names = async (...given: Parameters<typeof toolsForStep>) =>
  (await toolsForStep(...given)).map(({ name }) => name)

describe("toolsForStep offers a router", () => {
  it("all tools when they are few, or when there is no index", async () => {
    expect(await names(step, stateOf(), { all: all.slice(0, 15), index, most: 15 })).toHaveLength(15)
    expect(await names(step, stateOf(), { all, most: 15 })).toHaveLength(40)
  })

  it("those that fit the step, in the catalogue's order, and the tool that finds others", async () => {
    const offered = await names(step, stateOf(), { all, index, most: 3, finder: () => tool("search_tools") })
    expect(offered).toEqual(["files__tool_37", "files__tool_38", "files__tool_39", "search_tools"])
  })

  it.each(["files__tool_2", "tool_2", "files.tool_2"])("the one that the planner suggested as %s", async (hint) => {
    const offered = await names({ ...step, tool: hint }, stateOf(), { all, index, most: 3 })
    expect(offered).toEqual(["files__tool_2", "files__tool_37", "files__tool_38"])
  })

  it("none that is withheld", async () => {
    const state = stateOf(fact.told({ withholds: { tool: "files__tool_39", until: "turn" } }))
    expect(await names(step, state, { all, index, most: 2 })).toEqual(["files__tool_37", "files__tool_38"])
  })

  it("twice as many after a miss", async () => {
    const vain = [
      fact.planAsked("plan", "1.1.1"),
      fact.planMade(step),
      fact.planAsked("route", "1.2.1", { number: 1, what: "Look", time: 1 }),
      fact.planAnswered("route", { text: "Which?" }, "1.2.1"),
    ]
    expect(await names(step, stateOf(...vain), { all, index, most: 3 })).toHaveLength(6)
  })

  it("all of them when nothing fits", async () => {
    expect(await names(step, stateOf(), { all, index: { find: async () => [] }, most: 3 })).toHaveLength(40)
  })
})
