// Attack: half a character (a lone surrogate) or NUL enters by any input, and the
// provider refuses the session from then on. Whatever comes in, every fact holds
// whole characters, and every request passes the checks of three strict providers.
import { mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { type AgentOptions, createAgent, type Model, tool } from "../../packages/agent/src/index.ts"
import { call, type Script, scripted } from "../../packages/agent/src/model/scripted.ts"
import { textObjections } from "../../packages/agent/src/model/strict/text.ts"
import { anthropicText, openAiText } from "../../packages/agent/src/model/wire/__fixtures__/written.ts"
import { settleAs } from "../../packages/agent/src/session/__fixtures__/settle-as.ts"
import type { Session } from "../../packages/agent/src/session/handle.ts"
import { requestObjections } from "../../packages/agent/src/testing/strict-requests.ts"
import { mcpPeer } from "./mcp-peer.ts"

const HALF = "a\ud83db"
const LOW = "\ude00"
const wire = { model: "m", baseUrl: "http://test/v1" }

/** A model that validates its requests as strictly as three providers do. */
function strictModel(script: Script, objections: string[]): Model {
  return scripted((asked) => {
    const { request } = asked
    objections.push(
      ...requestObjections(anthropicText(wire)(request), "anthropic"),
      ...(["openai", "gemini"] as const).flatMap((provider) =>
        requestObjections(openAiText({ ...wire, provider }, "f")(request), provider),
      ),
    )
    return script(asked)
  })
}

async function playAttack(
  script: Script,
  options: Partial<AgentOptions>,
  attack: (session: Session) => Promise<unknown>,
): Promise<Session> {
  const objections: string[] = []
  await using agent = await createAgent({ approve: "auto", ...options, model: strictModel(script, objections) })
  const session = await agent.open({ title: `title ${HALF}\0` })
  await attack(session)
  // The session still works.
  expect(await session.ask("and now?")).toMatchObject({ outcome: "completed" })
  expect(objections).toEqual([])
  expect(factObjections(await session.facts())).toEqual([])
  expect(textObjections(await session.info(), "row")).toEqual([])
  return session
}

/** NUL may be intended in arguments. */
function factObjections(facts: readonly unknown[]): readonly string[] {
  return textObjections(facts, "facts").filter((said) => !/arguments.*NUL$/.test(said))
}

const say = tool({
  name: "say",
  description: "Says it.",
  input: { type: "object", properties: { what: {} }, additionalProperties: true },
  effect: "read",
  run: ({ what }) => (typeof what === "string" ? what : { ok: what ?? null }),
})

/** A script that calls once with each of these, then ends. */
function calling(...calls: readonly ReturnType<typeof call>[]): Script {
  return ({ results, said }) => (said === "and now?" ? "Fine." : results.length === 0 ? { calls } : "Done.")
}

describe("half a character never reaches a fact or a request, when it is", () => {
  it("in a user's message, in the names of attachments, and in attachments", async () => {
    const folder = mkdtempSync(join(tmpdir(), "pawl-edges-"))
    writeFileSync(join(folder, "x.txt"), "a\0b")
    writeFileSync(join(folder, "y.txt"), "words")
    await playAttack(
      () => "Fine.",
      {},
      async (session) => {
        await session.ask(`say ${HALF} and \0`)
        await session.ask([
          { type: "text", text: LOW },
          { type: "bytes", mime: `text/${HALF}`, bytes: Buffer.from("x"), name: `${HALF}.txt` },
          { type: "file", path: join(folder, "x.txt"), name: `${HALF}\0.txt` },
          { type: "file", path: join(folder, "y.txt"), name: HALF },
          { type: "file", path: join(folder, `${HALF}.txt`) },
          { type: "blob", hash: "0".repeat(64), mime: `image/${HALF}`, size: 1, name: LOW },
        ])
      },
    )
  })

  it("in a message that the user sends while a turn runs", async () => {
    let session: Session | undefined
    const slow = tool({
      ...say,
      name: "slow",
      run: async () => {
        session?.send(`more ${HALF}`, { whenBusy: "steer", by: HALF })
        return "ok"
      },
    })
    await playAttack(calling(call("slow")), { tools: [slow] }, async (own) => {
      session = own
      await own.ask("go")
    })
  })

  it("in a model's text, thinking, calls, names and keys", async () => {
    const calls = [
      call("say", { what: HALF, [LOW]: { deep: [HALF, { [HALF]: LOW }] } }),
      call(`no${HALF}such`, { x: LOW }),
      { name: "say", arguments: {}, unreadable: `{"what": "${HALF}` },
      call("say", { what: "a\0b" }),
    ]
    const script: Script = (request) =>
      request.said === "and now?"
        ? { text: HALF, thinking: LOW }
        : request.results.length === 0
          ? { text: LOW, thinking: HALF, calls }
          : `Done ${HALF}`
    await playAttack(script, { tools: [say] }, (session) => session.ask("go"))
  })

  it("in what a tool returns, throws and asks, and in its name", async () => {
    const input = { type: "object", properties: {} } as const
    const bad = { description: `x ${HALF}`, input, effect: "read" } as const
    const tools = [
      tool({ ...bad, name: "words", run: () => `${HALF}\0` }),
      tool({
        ...bad,
        name: "parts",
        run: () => [{ type: "bytes", mime: `image/${HALF}`, bytes: Buffer.from("x"), name: LOW }],
      }),
      tool({ ...bad, name: "json", run: () => ({ [HALF]: [LOW] }) }),
      tool({ ...bad, name: "throws", run: () => Promise.reject(new Error(HALF)) }),
      tool({ ...bad, name: "preview", effect: "once", approval: true, preview: () => HALF, run: () => "ok" }),
    ]
    const script = calling(...tools.map(({ name }) => call(name)))
    await playAttack(script, { tools }, (session) => session.ask("go"))
  })

  it("in a person's answers, decisions, edits and titles", async () => {
    const asks = tool({ ...say, name: "asks", question: () => ({ question: HALF, suggestions: [LOW] }) })
    const acts = tool({ ...say, name: "acts", effect: "once" })
    const asksLater = tool({
      ...say,
      name: "asks-later",
      run: async (_, { ask, askModel }) => {
        const answer = await ask?.({ question: `${HALF}?`, suggestions: [LOW] })
        const request = { system: HALF, messages: [{ role: "user", parts: [{ type: "text", text: LOW }] }] } as const
        const aside = await askModel?.({ ...request, blobs: new Map() })
        return `${answer} ${aside?.reply.kind}`
      },
    })
    const calls = calling(call("asks", {}), call("acts", { what: "x" }), call("asks-later", {}))
    const script: Script = (asked) => (asked.request.tools.length === 0 ? HALF : calls(asked))
    await playAttack(script, { approve: "ask", tools: [asks, acts, asksLater] }, async (session) => {
      const turn = session.send("go")
      for await (const event of turn) {
        if (event.type === "question-asked") await session.answer(event.call, HALF, { by: LOW })
        if (event.type === "approval-requested")
          await settleAs(session, event.call, {
            decision: "approved",
            reason: LOW,
            arguments: { what: HALF, [LOW]: 1 },
            by: HALF,
          })
      }
      await session.update({ title: `${HALF}\0` })
      expect((await session.info()).metadata.title).toBe("a\ufffdb\ufffd")
      await session.compact({ focus: HALF })
    })
  })

  it("in a server's tool list, introduction, results and suggestions", async () => {
    const schema = {
      type: "object",
      description: HALF,
      properties: { [HALF]: { enum: [LOW], default: HALF } },
      required: [HALF],
    }
    await using peer = await mcpPeer(
      {
        "tools/list": {
          tools: [
            {
              name: "good",
              title: HALF,
              description: LOW,
              inputSchema: schema,
              annotations: { readOnlyHint: true, title: HALF },
            },
            { name: `bad${HALF}`, inputSchema: {} },
            { name: `nul\0`, inputSchema: {} },
          ],
        },
        "tools/call": {
          content: [
            { type: "text", text: HALF },
            { type: "resource", resource: { uri: `x:${LOW}`, text: LOW } },
            { type: "resource", resource: { uri: `x:${LOW}`, blob: "eA==", mimeType: HALF } },
            { type: "resource_link", uri: LOW, name: HALF },
            { type: HALF },
          ],
          structuredContent: { [HALF]: LOW },
        },
        "resources/list": { resources: [{ uri: LOW, name: HALF }] },
        "resources/read": { contents: [{ uri: LOW, text: `${HALF}\0` }] },
        "prompts/list": { prompts: [{ name: "p", description: HALF, arguments: [{ name: LOW }] }, { name: HALF }] },
        "prompts/get": { messages: [{ role: "user", content: { type: "text", text: HALF } }] },
      },
      { name: HALF, version: LOW },
    )
    const objections: string[] = []
    const script = calling(
      call("web__good", { "a\ufffdb": "\ufffd" }),
      call("list_mcp_resources", {}),
      call("read_mcp_resource", { server: "web", uri: LOW }),
    )
    const mcp = { mcpServers: { web: { url: peer.url }, [`k${HALF}`]: { url: peer.url } } }
    await using agent = await createAgent({ approve: "auto", mcp, model: strictModel(script, objections) })
    const session = await agent.open()
    await session.ask("go")
    await session.ask(await agent.prompt("web", "p"))
    await session.ask([{ type: "text", text: "see" }, ...(await agent.resource("web", LOW))])
    expect(await session.ask("and now?")).toMatchObject({ outcome: "completed" })
    expect(objections).toEqual([])
    expect(
      textObjections([await session.facts(), agent.servers(), await agent.prompts(), await agent.tools()], "all"),
    ).toEqual([])
    const [web] = agent.servers().filter(({ key }) => key === "web")
    expect(web?.notes).toEqual([
      'Tool "good": half characters in its description or schema were replaced.',
      'Tool "bada\ufffdb" is left out: its name has half a character or NUL in it.',
      'Tool "nul\ufffd" is left out: its name has half a character or NUL in it.',
    ])
  })
})

it("a log that already holds half characters is repaired in the request", () => {
  const messages = [
    { role: "user", parts: [{ type: "text", text: HALF }] },
    {
      role: "assistant",
      text: LOW,
      reasoning: [{ text: HALF, signature: "s" }],
      calls: [
        { id: "c1", name: HALF, arguments: { [HALF]: LOW, nul: "\0" } },
        { id: "c2", name: "", arguments: {}, unreadable: LOW },
      ],
    },
    { role: "tool", call: "c1", name: HALF, parts: [{ type: "text", text: `${HALF}\0` }], failed: false },
    {
      role: "tool",
      call: "c2",
      name: "",
      parts: [{ type: "blob", hash: "x", mime: HALF, size: 1, name: LOW }],
      failed: true,
    },
    { role: "user", parts: [{ type: "text", text: "go on" }] },
    { role: "assistant", text: " \n", reasoning: [], calls: [{ id: "c3", name: "x", arguments: {} }] },
    { role: "tool", call: "c3", name: "x", parts: [{ type: "text", text: "ok" }], failed: false },
  ] as const
  const tools = [
    { name: HALF, description: LOW, inputSchema: { type: "object", properties: { [HALF]: { enum: [LOW] } } } },
  ]
  const request = { system: `${HALF}\0`, messages, tools, blobs: new Map() }
  expect(requestObjections(anthropicText(wire)(request), "anthropic")).toEqual([])
  for (const provider of ["openai", "gemini"] as const) {
    expect(requestObjections(openAiText({ ...wire, provider }, "f")(request), provider)).toEqual([])
  }
})
