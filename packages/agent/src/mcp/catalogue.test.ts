// Tools that are added or removed during a session: the model is told once, at that place in the conversation.
import { afterEach, describe, expect, it } from "vitest"
import { createAgent } from "../agent/create-agent.ts"
import { call, scripted } from "../model/scripted.ts"
import { profileNamed } from "../profiles/profiles.ts"
import { recordedRules } from "../replay/recorded-rules.ts"
import { replaySession } from "../replay/replay-session.ts"
import { FAULT, node, scratch } from "./__fixtures__/peers.ts"
import type { McpOptions } from "./mcp-tools.ts"

const open: { close(): Promise<void> }[] = []

afterEach(async () => {
  for (const each of open.splice(0)) await each.close()
})

const FAST: McpOptions = { restarts: { delaysMs: [10, 10, 10], coolDownMs: 50, maxCoolDownMs: 100 } }

type Script = Parameters<typeof scripted>[0]

async function play(script: Script, mcpOptions: McpOptions = FAST) {
  const mcp = { mcpServers: { fault: node(FAULT) } }
  const agent = await createAgent({ model: scripted(script), mcp, mcpOptions, approve: "auto" })
  open.push(agent)
  return { agent, session: await agent.open() }
}

describe("the catalogue", () => {
  it("change is reported to the model in the request that first offers the new tool", async () => {
    const seen: { readonly offers: boolean; readonly told: number }[] = []
    const { session } = await play((request) => {
      const told = request.messages.filter((each) => JSON.stringify(each).includes("[Tools changed: + fault__new-1. "))
      seen.push({ offers: request.request.tools.some(({ name }) => name === "fault__new-1"), told: told.length })
      if (seen.length === 1) return { calls: [call("fault__change")] }
      // The list is read a moment after it was announced.
      return seen.at(-1)?.offers === true ? "Done." : { calls: [call("fault__echo", { n: seen.length })] }
    })
    expect(await session.ask("go")).toMatchObject({ text: "Done." })
    expect(await session.ask("once more")).toMatchObject({ text: "Done." })
    expect(seen.every(({ offers, told }) => told === (offers ? 1 : 0))).toBe(true)
    const facts = await session.facts()
    const changes = facts.filter(({ type }) => type === "catalogue-changed")
    expect(changes).toMatchObject([
      { added: ["fault__new-1"], removed: [], why: 'MCP server "fault" announced another list.' },
    ])
    expect(replaySession({ facts, rules: recordedRules(facts, profileNamed("default")) })).toMatchObject({
      exact: true,
    })
  })

  it("does not change while a server is down", async () => {
    const { session, agent } = await play((request) => {
      if (request.results.length === 0) return { calls: [call("fault__die")] }
      return request.results.length === 1 ? { calls: [call("fault__echo")] } : "Done."
    })
    expect(await session.ask("go")).toMatchObject({ text: "Done." })
    expect((await session.facts()).filter(({ type }) => type === "catalogue-changed")).toEqual([])
    expect(agent.servers()).toMatchObject([{ state: "ready" }])
  })

  it("change is reported again by another process with other tools", async () => {
    const folder = scratch()
    const { sqlite } = await import("../store/open-sqlite.ts")
    const asked: string[] = []
    const model = scripted((request) => {
      asked.push(JSON.stringify(request.messages))
      return "Done."
    })
    const opened = async (mcpServers: Record<string, ReturnType<typeof node>>) => {
      const agent = await createAgent({ model, mcp: { mcpServers }, store: sqlite(`${folder}/a.db`) })
      open.push(agent)
      return agent
    }
    const first = await opened({ one: node(FAULT) })
    await (await first.open({ id: "s" })).ask("go")
    await first.close()
    const second = await opened({ two: node(FAULT, "--more") })
    await (await second.open({ id: "s" })).ask("go on")
    expect(asked[0]).not.toContain("Tools changed")
    expect(asked[1]).toContain("[Tools changed: + two__bad-schema, ")
    expect(asked[1]).toContain("; - one__bad-schema, ")
  })
})
