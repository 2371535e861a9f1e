// Over the real wire: calls as models write them, results as
// models are shown them, and models that take over from others.
import { describe, expect, it } from "vitest"
import { createAgent } from "../../packages/agent/src/agent/create-agent.ts"
import { plainText } from "../../packages/agent/src/contracts/content.ts"
import type { Event } from "../../packages/agent/src/contracts/event.ts"
import type { Json } from "../../packages/agent/src/contracts/json.ts"
import { modelFrom } from "../../packages/agent/src/model/providers.ts"
import { call, type Script } from "../../packages/agent/src/model/scripted.ts"
import { FakeClock } from "../../packages/agent/src/testing/fake-clock.ts"
import type { Fault } from "../../packages/agent/src/testing/model-server/faults.ts"
import { type ModelServer, modelServer } from "../../packages/agent/src/testing/model-server.ts"
import { type Tool, tool } from "../../packages/agent/src/tools/tool.ts"

const modelOf = (server: ModelServer, name = "openai:m") =>
  modelFrom(name, { baseUrl: server.openai, apiKey: "k", env: {} })

interface Setup {
  readonly script: Script
  readonly tools?: readonly Tool[]
  readonly profile: string
  readonly say?: string
  readonly faults?: readonly (Fault | undefined)[]
}

async function playTurn({ script, tools = [], profile, say = "Go.", faults = [] }: Setup) {
  await using server = await modelServer({ script })
  server.misbehave(...faults)
  await using agent = await createAgent({ model: modelOf(server), tools, profile, approve: "auto" })
  const session = await agent.open()
  const events: Event[] = []
  for await (const event of session.send(say)) events.push(event)
  const facts = await session.facts()
  return { events, facts, end: events.at(-1), requests: server.requests, messages: await session.messages() }
}

describe("calls in XML", () => {
  const xml = (name: string, fields: string) =>
    `<tool><server_name>local</server_name><tool_name>${name}</tool_name><arguments>${fields}</arguments></tool>`
  const complete = xml("task_completion", "<result>Done.</result>")

  function keeper() {
    const kept: Json[] = []
    const keep = tool({
      name: "keep",
      description: "",
      input: {
        type: "object",
        properties: {
          count: { type: "integer" },
          isUrgent: { type: "boolean" },
          zip: { type: "string" },
          rows: { type: "array", items: { type: "array", items: { type: "number" } } },
          people: {
            type: "array",
            items: { type: "object", properties: { name: { type: "string" }, age: { type: "number" } } },
          },
        },
      },
      effect: "read",
      run: (input) => {
        kept.push(input as Json)
        return "kept"
      },
    })
    return { kept, keep }
  }

  const FIELDS =
    "<count>3</count><isUrgent>true</isUrgent><zip>01067</zip>" +
    "<rows><item><item>1</item><item>2</item></item><item><item>3</item></item></rows>" +
    "<people><item><name>Ümit & Söhne</name><age>41</age></item></people>"
  const TYPED = {
    count: 3,
    isUrgent: true,
    zip: "01067",
    rows: [[1, 2], [3]],
    people: [{ name: "Ümit & Söhne", age: 41 }],
  }
  const script: Script = ({ messages }) =>
    messages.some(({ role }) => role === "assistant") ? complete : `I keep it. ${xml("keep", FIELDS)}`

  it("F1: a call in XML reaches its tool with all arguments typed as the schema says, nested lists too", async () => {
    const { kept, keep } = keeper()
    await playTurn({ script, tools: [keep], profile: "xml-tools" })
    expect(kept).toEqual([TYPED])
  })

  it("F3: an answer in XML gives the same call and the same events when each of its bytes arrives separately", async () => {
    const play = async (faults: readonly Fault[]) => {
      const { kept, keep } = keeper()
      const { events } = await playTurn({ script, tools: [keep], profile: "xml-tools", faults })
      return { kept, events: joined(events) }
    }
    const whole = await play([])
    expect(await play([{ kind: "split", bytes: [1] }])).toEqual(whole)
    expect(whole.kept).toEqual([TYPED])
    expect(whole.events).toContainEqual(["text-delta", "I keep it. "])
  })

  it.each([
    [
      "is run when all its arguments are complete",
      xml("keep", "<count>3</count>").replace("</tool>", ""),
      [{ count: 3 }],
    ],
    ["is reported to the model when it breaks off", xml("keep", "<count>3</count>").replace(/<\/count>.*/, ""), []],
  ])("F13: a call in XML that is not closed %s", async (_what, text, expected) => {
    const { kept, keep } = keeper()
    let asked = 0
    const { end, events, requests } = await playTurn({
      script: () => (asked++ === 0 ? text : complete),
      tools: [keep],
      profile: "xml-tools",
    })
    expect(kept).toEqual(expected)
    expect(requests).toHaveLength(2)
    expect(end).toMatchObject({ type: "turn-end", outcome: "completed", text: "Done." })
    if (expected.length > 0) return
    expect(events.map(({ type }) => type)).toContain("no-tool-call")
    expect(requests[1]?.raw).toContain("The call that <tool> begins is not complete, and </tool> is missing")
  })
})

/** Text may be cut anywhere: joins consecutive pieces. */
function joined(events: readonly Event[]): readonly (readonly [string, string])[] {
  const told: [string, string][] = []
  for (const event of events) {
    const text = "text" in event && typeof event.text === "string" ? event.text : ""
    const last = told.at(-1)
    if (event.type.endsWith("-delta") && last?.[0] === event.type) last[1] += text
    else told.push([event.type, text])
  }
  return told
}

describe("local-desktop", () => {
  const input = { type: "object", properties: { day: { type: "string" } } } as const

  it("L2: shows 6,000 of 60,000 characters with the true size, and cuts inside no character", async () => {
    const long = `x${"🎉".repeat(30_000)}`
    const reader = tool({ name: "reader", description: "", input, effect: "read", run: () => long })
    const script: Script = ({ results }) => (results.length === 0 ? { calls: [call("reader")] } : "Read.")
    const { messages, end } = await playTurn({ script, tools: [reader], profile: "local-desktop" })
    expect(end).toMatchObject({ outcome: "completed" })
    const shown = messages.flatMap((message) => (message.role === "tool" ? message.parts : []))
    const [words = "", notice = ""] = shown.map((part) => (part.type === "text" ? part.text : ""))
    expect(words).toBe(`x${"🎉".repeat(2999)}`)
    expect(notice).toContain("[OUTPUT TRUNCATED: Showing 5999 of 60001 characters from reader]")
  })

  it("L16: runs a call that the server could not parse (HTTP 500), repaired, with the right tool", async () => {
    const days: unknown[] = []
    const plan = tool({
      name: "plan_day",
      description: "",
      input: { ...input, required: ["day"] },
      approval: false,
      effect: "once",
      run: ({ day }) => {
        days.push(day)
        return "planned"
      },
    })
    const raw = `{"name":"plan_day","arguments":{"day":"friday",}`
    const message = `error parsing tool call: raw='${raw}', err=unexpected end of JSON input`
    const { end, requests } = await playTurn({
      script: ({ results }) =>
        results.length === 1 ? "It is planned." : { error: { class: "auth", code: "x", message: "" } },
      tools: [plan],
      profile: "local-desktop",
      faults: [{ kind: "status", status: 500, message }],
    })
    expect(days).toEqual(["friday"])
    expect(requests).toHaveLength(2)
    expect(end).toMatchObject({ outcome: "completed", text: "It is planned." })
  })

  it("L28: passes the tool the day that a relative date means, as stated beside the user's words", async () => {
    const clock = new FakeClock(Date.UTC(2031, 11, 31, 12))
    const days: unknown[] = []
    const plan = tool({
      name: "plan_day",
      description: "",
      input,
      approval: false,
      effect: "once",
      run: ({ day }) => {
        days.push(day)
        return "planned"
      },
    })
    const script: Script = ({ results, messages }) => {
      if (results.length > 0) return "It is planned."
      const said = messages.flatMap((each) => (each.role === "user" ? [plainText(each.parts)] : [])).join("\n")
      return { calls: [call("plan_day", { day: /Tomorrow is \w+, (\S+)\./.exec(said)?.[1] ?? said })] }
    }
    await using server = await modelServer({ script })
    const agent = await createAgent({ model: modelOf(server), tools: [plan], profile: "local-desktop", clock })
    const session = await agent.open()
    await clock.run(session.ask("Plan tomorrow."))
    expect(days).toEqual(["2032-01-01"])
    await clock.run(agent.close())
  })
})

it("X11: another model of the same family takes over, with its own name and the same history", async () => {
  const look = tool({ name: "look", description: "", input: { type: "object" }, effect: "read", run: () => "seen" })
  const script: Script = ({ results }) => (results.length === 0 ? { calls: [call("look")] } : "I have seen it.")
  await using first = await modelServer({
    script,
    fault: (_, index) =>
      index === 0 ? undefined : { kind: "status", status: 503, headers: { "retry-after": "5000" } },
  })
  await using second = await modelServer({ script })
  const model = [modelOf(first, "openai:one"), modelOf(second, "openai:two")]
  await using agent = await createAgent({ model, tools: [look], profile: "terminal" })
  expect(await (await agent.open()).ask("Look.")).toMatchObject({ outcome: "completed", text: "I have seen it." })
  expect(second.requests).toHaveLength(1)
  expect(second.requests[0]?.body).toMatchObject({ model: "two" })
  expect(second.requests[0]?.raw).toContain("seen")
})
