// MCP servers that cannot be used, or that return secrets, as an agent and its model see them.
import { expect, it } from "vitest"
import { FAULT, node } from "../mcp/__fixtures__/peers.ts"
import { call, scripted } from "../testing/index.ts"
import { createAgent } from "./create-agent.ts"

/** Calls this tool, and answers with the result. */
const calling = (name: string) =>
  scripted(({ results }) => (results[0] === undefined ? { calls: [call(name, {})] } : results[0].text))

const BAD = { old: { type: "sse", url: "http://x" }, unset: { command: "x", args: ["$" + "{NO_SUCH_VARIABLE}"] } }

it("a broken server entry affects no other: its status gives the reason, the others work", async () => {
  const mcp = { mcpServers: { ...BAD, fault: node(FAULT) } }
  await using agent = await createAgent({ model: calling("fault__echo"), approve: "auto", mcp })
  expect(await (await agent.open()).ask("go")).toMatchObject({ text: expect.stringContaining("given") })
  expect(agent.servers()).toMatchObject([
    { key: "fault", state: "ready" },
    { key: "old", state: "misconfigured", error: expect.stringContaining('MCP server "old" is misconfigured: "type"') },
    { key: "unset", state: "misconfigured", error: expect.stringContaining("NO_SUCH_VARIABLE, which is not set") },
  ])
})

it.each([
  ["old__search", BAD, /"old" is misconfigured: .*not "sse"\. The call was not sent\. .*correct its entry/],
  [
    "web.search",
    { web: { command: "no-such-program" } },
    /"web" could not be started: .*not found.* not tried again for/,
  ],
])(
  "a call to a server that is down says that it is down and why, not that it does not exist: %s",
  async (name, mcpServers, says) => {
    await using agent = await createAgent({ model: calling(name), approve: "auto", mcp: { mcpServers } })
    expect((await (await agent.open()).ask("go")).text).toMatch(says)
  },
)

it("the structured content of a server's result is the value of the event and of the tool card", async () => {
  const mcp = { mcpServers: { fault: node(FAULT) } }
  await using agent = await createAgent({ model: calling("fault__kinds"), approve: "auto", mcp })
  const session = await agent.open()
  const values: unknown[] = []
  for await (const event of session.send("go")) if (event.type === "tool-result") values.push(event.value)
  expect(values).toEqual([{ degrees: 20 }])
  const turns = await session.transcript()
  const parts = turns.flatMap(({ messages }) => messages.flatMap<unknown>((message) => message.parts))
  expect(parts).toContainEqual(expect.objectContaining({ name: "fault__kinds", value: { degrees: 20 } }))
})

it("secrets of a server entry are removed from results and from the log, and other text is unchanged", async () => {
  const env = { API_KEY: "k1-very-hidden", MODE: "production" }
  const mcp = { mcpServers: { fault: { ...node(FAULT), env } } }
  await using agent = await createAgent({ model: calling("fault__leak"), approve: "auto", mcp })
  const session = await agent.open()
  expect((await session.ask("go")).text).toBe("the key is [redacted], the mode production")
  const facts = JSON.stringify(await session.facts())
  expect(facts).toContain("[redacted]")
  expect(facts).not.toContain("k1-very-hidden")
})
