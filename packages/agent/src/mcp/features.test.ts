// What a server may offer and ask besides tools, with a real server over stdio and a whole agent.
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Agent, createAgent } from "../agent/create-agent.ts"
import { type BytesPart, ownWords, plainText } from "../contracts/content.ts"
import type { Event } from "../contracts/event.ts"
import { call, scripted } from "../model/scripted.ts"
import { EVERYTHING, node, scratch } from "./__fixtures__/peers.ts"

/** Calls the tool that the user names. A sampling request of the server is answered with "Blue.". */
const model = scripted((request) => {
  if (request.request.system.includes("test server"))
    return { text: "Blue.", usage: { inputTokens: 7000, outputTokens: 2 } }
  const [name = "", args = "{}"] = request.said.split(" ", 2)
  return request.results.length === 0 || request.messages.at(-1)?.role === "user"
    ? { calls: [call(name, JSON.parse(args))] }
    : `It says: ${request.results.at(-1)?.text}`
})

let agent: Agent
const folder = scratch()
beforeAll(async () => {
  agent = await createAgent({
    model,
    workspace: folder,
    mcp: { mcpServers: { all: node(EVERYTHING) } },
    approve: "auto",
  })
  await agent.tools()
})
afterAll(() => agent.close())

/** Runs a turn; returns its last text and the questions that were asked. */
async function say(said: string, answer: (event: Extract<Event, { type: "question-asked" }>) => string = () => "") {
  const session = await agent.open()
  const asked: string[] = []
  let text = ""
  for await (const event of session.send(said)) {
    if (event.type === "turn-end") text = event.text
    if (event.type !== "question-asked") continue
    asked.push(event.question)
    await session.answer(event.call, answer(event))
  }
  return { text, asked, facts: await session.facts() }
}

describe("a real server", () => {
  it("gets the workspace as a root", async () => {
    expect((await say("all__get-roots-list")).text).toContain(`file://${folder}`)
  })

  it("asks the user with a form, in the middle of its call", async () => {
    const { text, asked } = await say("all__trigger-elicitation-request", ({ question, suggestions }) =>
      question.includes("legal name") ? "Ada" : (suggestions[0] ?? ""),
    )
    expect(asked[0]).toContain('MCP server "all" asks:')
    expect(asked.length).toBeGreaterThan(3)
    expect(text).toContain("Ada")
  })

  it("is informed when the user declines", async () => {
    expect((await say("all__trigger-elicitation-request", () => "(decline)")).text).toMatch(/declined/i)
  })

  it("asks our model once the user allows it, at the session's cost", async () => {
    const { text, asked, facts } = await say(
      'all__trigger-sampling-request {"prompt":"colour","maxTokens":10}',
      () => "Allow",
    )
    expect(asked).toEqual([expect.stringContaining("wants to ask the model")])
    expect(text).toContain("Blue.")
    expect(facts).toContainEqual(expect.objectContaining({ type: "model-asked", purpose: "sampling" }))
    const [finished] = facts.filter((fact) => fact.type === "turn-finished")
    expect(finished?.usage.inputTokens).toBeGreaterThan(7000)
  })

  it("does not ask our model when the user denies it", async () => {
    const { text, facts } = await say('all__trigger-sampling-request {"prompt":"colour","maxTokens":10}', () => "Deny")
    expect(text).toContain("did not allow")
    expect(facts.filter((fact) => "purpose" in fact)).toEqual([])
  })

  it("has resources that the model can list and read", async () => {
    expect((await say("list_mcp_resources")).text).toContain("demo://resource/static/document/features.md")
    const read = await say('read_mcp_resource {"server":"all","uri":"demo://resource/dynamic/text/1"}')
    expect(read.text).toContain("This is a plaintext resource")
    const wrong = await say('read_mcp_resource {"server":"all","uri":"demo://nothing"}')
    expect(wrong.text).toContain('MCP server "all" refused')
  })

  it("has prompts and resources that a person can use", async () => {
    const prompts = await agent.prompts()
    expect(prompts).toContainEqual(expect.objectContaining({ server: "all", name: "simple-prompt", arguments: [] }))
    const parts = await agent.prompt("all", "args-prompt", { city: "Oslo" })
    expect(plainText(parts as never)).toContain("Oslo")
    await expect(agent.prompt("all", "args-prompt")).rejects.toThrow("needs city=…")
    await expect(agent.prompt("all", "nothing")).rejects.toThrow("There is no prompt all:nothing")
    const uri = "demo://resource/dynamic/text/2"
    const [read] = await agent.resource("all", uri)
    expect(read).toMatchObject({ type: "bytes", mime: "text/plain", name: `all:${uri}` })
    const { bytes, mime, name } = read as BytesPart
    expect(new TextDecoder().decode(bytes)).toContain("Resource 2")
    // The mentioned resource is attached: finish checks must not find an unread mention in the user's words.
    const blob = { type: "blob", hash: "x", mime, size: bytes.length, name: name ?? "" } as const
    expect(ownWords([{ type: "text", text: `Summarise @all:${uri}` }, blob])).toBe("Summarise the attachment")
  })
})
