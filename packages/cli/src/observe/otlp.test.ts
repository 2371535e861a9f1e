// A real turn of the real command, and what a collector receives.
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { traceIdOf } from "@pawl/agent/observe"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { makePlace, type Place } from "../__fixtures__/pawl.ts"
import { collector, type SentSpan } from "./__fixtures__/collector.ts"
import { wantedSignals } from "./otel.ts"

const CLIENT = 3
const INTERNAL = 1
const ERROR = 2

let place: Place
let model: string

beforeAll(() => {
  place = makePlace()
  const file = join(place.root, "model.ts")
  writeFileSync(
    file,
    `export const tools = [
      {
        name: "look",
        description: "Looks.",
        input: { type: "object" },
        effect: "read",
        run: ({ where }) => {
          if (where === "WORDS-away") throw new Error("WORDS-nothing there")
          return "WORDS-seen"
        },
      },
    ]
    const look = (where) => ({ text: "WORDS-thinking", calls: [{ name: "look", arguments: { where } }] })
    export default ({ results }) => [look("WORDS-away"), look("WORDS-here"), "WORDS-answer"][results.length]`,
  )
  model = `scripted:${file}`
})

afterAll(() => place.remove())

async function turn(env: Readonly<Record<string, string>>, ...words: readonly string[]) {
  const ended = await place.pawl(["-p", "WORDS-prompt", "--model", model, ...words], { env })
  expect(ended).toMatchObject({ code: 0, stdout: expect.stringContaining("WORDS-answer") })
  const [row] = JSON.parse((await place.pawl(["sessions", "list", "--json"])).stdout)
  return { ...ended, session: row.id as string }
}

describe("OpenTelemetry", () => {
  it("receives a turn's spans in the conventions for generative AI, without any message text", async () => {
    const { url, spans, bodies, resources, close } = await collector()
    const { session } = await turn({
      OTEL_EXPORTER_OTLP_ENDPOINT: url,
      OTEL_SERVICE_NAME: "my-pawl",
      OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=test",
    })
    await close()
    const agent = spans().find(({ parentSpanId }) => parentSpanId === undefined)
    const others = spans()
      .filter(({ parentSpanId }) => parentSpanId !== undefined)
      .toSorted((a, b) => Number(a.startTimeUnixNano) - Number(b.startTimeUnixNano))
    expect(agent).toMatchObject({
      name: "invoke_agent pawl",
      kind: INTERNAL,
      attributes: {
        "gen_ai.operation.name": "invoke_agent",
        "gen_ai.agent.name": "pawl",
        "gen_ai.conversation.id": session,
        "pawl.turn.outcome": "completed",
        "pawl.turn.steps": 3,
        "pawl.turn.model_calls": 3,
        "pawl.turn.tool_runs": 2,
        "pawl.turn.failures": 1,
      },
      status: { code: 0 },
    })
    expect(spans()).toHaveLength(6)
    expect(agent?.traceId).toBe(traceIdOf(String(agent?.attributes["pawl.trace"])))
    const name = model.slice("scripted:".length)
    expect(others.map((span) => span.name)).toEqual([
      `chat ${name}`,
      "execute_tool look",
      `chat ${name}`,
      "execute_tool look",
      `chat ${name}`,
    ])
    for (const span of others) {
      expect(span).toMatchObject({ traceId: agent?.traceId, parentSpanId: agent?.spanId })
      expect(Number(span.endTimeUnixNano)).toBeGreaterThanOrEqual(Number(span.startTimeUnixNano))
    }
    expect(new Set(spans().map((span) => span.spanId)).size).toBe(6)
    checkChat(others[0], "tool_calls", name)
    checkChat(others[4], "stop", name)
    expect(others[1]).toMatchObject({
      kind: INTERNAL,
      attributes: {
        "gen_ai.operation.name": "execute_tool",
        "gen_ai.tool.name": "look",
        "gen_ai.tool.type": "function",
        "gen_ai.tool.call.id": expect.stringMatching(/./),
        "error.type": "tool-failed",
      },
      status: { code: ERROR },
    })
    expect(others[3]?.attributes).not.toHaveProperty(["error.type"])
    expect(resources()).toEqual([
      expect.objectContaining({ "service.name": "my-pawl", "deployment.environment.name": "test" }),
    ])
    expect(bodies.length).toBeGreaterThan(0)
    for (const { body } of bodies) expect(body).not.toContain("WORDS")
  })

  it("receives the metrics of the conventions, with their buckets", async () => {
    const { url, metrics, bodies, close } = await collector()
    await turn({ OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: `${url}/v1/metrics` })
    await close()
    // Traces have no endpoint, so none are sent.
    expect(new Set(bodies.map(({ path }) => path))).toEqual(new Set(["/v1/metrics"]))
    const found = new Map(metrics().map((metric) => [metric.name, metric]))
    const asked = found.get("gen_ai.client.operation.duration")
    expect(asked).toMatchObject({ unit: "s", points: [{ count: 3 }] })
    expect(asked?.points[0]?.explicitBounds).toEqual([
      0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92,
    ])
    expect(asked?.points[0]?.attributes).toMatchObject({
      "gen_ai.operation.name": "chat",
      "gen_ai.provider.name": "scripted",
    })
    const tokens = found.get("gen_ai.client.token.usage")
    expect(tokens?.unit).toBe("{token}")
    expect(tokens?.points.map(({ attributes }) => attributes["gen_ai.token.type"]).toSorted()).toEqual([
      "input",
      "output",
    ])
    expect(tokens?.points[0]?.explicitBounds.slice(0, 4)).toEqual([1, 4, 16, 64])
    const ran = found.get("gen_ai.execute_tool.duration")?.points ?? []
    expect(ran.map(({ attributes }) => attributes["error.type"]).toSorted()).toEqual(["tool-failed", undefined])
    expect(found.get("gen_ai.invoke_agent.duration")?.points).toMatchObject([{ count: 1 }])
    for (const { body } of bodies) expect(body).not.toContain("WORDS")
  })

  it("receives messages only when configured, and even then no secret", async () => {
    const { url, spans, close } = await collector()
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: "true" }
    await place.pawl(["-p", "WORDS-prompt sk-abcdefgh12345678", "--model", model], { env })
    await close()
    const of = (name: string) => spans().find((span) => span.name.startsWith(name))?.attributes ?? {}
    expect(of("invoke_agent")["gen_ai.input.messages"]).toMatch(/WORDS-prompt \[redacted\]/)
    expect(of("invoke_agent")["gen_ai.output.messages"]).toMatch(/WORDS-answer/)
    expect(of("execute_tool")["gen_ai.tool.call.arguments"]).toMatch(/WORDS-away/)
    expect(of("execute_tool")["gen_ai.tool.call.result"]).toMatch(/WORDS-nothing there/)
    expect(JSON.stringify(spans())).not.toContain("abcdefgh12345678")
  })

  it.each([
    ["no endpoint is set", {}, false, false],
    ["an endpoint is set", { OTEL_EXPORTER_OTLP_ENDPOINT: "http://x" }, true, true],
    ["an endpoint is empty", { OTEL_EXPORTER_OTLP_ENDPOINT: " " }, false, false],
    ["one for traces is set", { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "http://x" }, true, false],
    ["it is switched off", { OTEL_EXPORTER_OTLP_ENDPOINT: "http://x", OTEL_SDK_DISABLED: "TRUE" }, false, false],
    [
      "an exporter is set to none",
      { OTEL_EXPORTER_OTLP_ENDPOINT: "http://x", OTEL_TRACES_EXPORTER: "none" },
      false,
      true,
    ],
  ])("is switched on or off when %s", (_, env, traces, metrics) => {
    expect(wantedSignals(env)).toEqual({ traces, metrics })
  })

  it("receives nothing, and is not loaded, when it is switched off", async () => {
    const { url, bodies, close } = await collector()
    const loaded = join(place.root, "loaded")
    const hook = join(place.root, "hook.mjs")
    writeFileSync(
      hook,
      `import { registerHooks } from "node:module"
      import { appendFileSync } from "node:fs"
      registerHooks({ load: (url, context, next) => (appendFileSync(process.env.LOADED, url + "\\n"), next(url, context)) })`,
    )
    const off = { OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_SDK_DISABLED: "true" }
    const env = { ...off, NODE_OPTIONS: `--import ${hook}`, LOADED: loaded }
    const ended = await place.spawned(["-p", "WORDS-prompt", "--model", model], { env })
    expect(ended).toMatchObject({ code: 0, stdout: expect.stringContaining("WORDS-answer") })
    await close()
    expect(bodies).toEqual([])
    expect(readFileSync(loaded, "utf8")).toContain("run/prompt.ts")
    expect(readFileSync(loaded, "utf8")).not.toMatch(/opentelemetry|agent\/src\/(otel\.ts|observe\/otel\/)/)
  })

  it("does not disturb the turn when the collector is down or refuses: one line reports it", async () => {
    const { url, close } = await collector({ status: 400 })
    const refused = await turn({ OTEL_EXPORTER_OTLP_ENDPOINT: url })
    await close()
    const gone = await turn({ OTEL_EXPORTER_OTLP_ENDPOINT: url })
    for (const { stderr } of [refused, gone]) {
      expect(stderr.match(/Traces or metrics are not sent/g)).toHaveLength(1)
      expect(stderr).not.toMatch(/\n\s+at /)
    }
  })

  it("receives one trace for a turn whose process was killed, from the process that continues it", async () => {
    const doomed = join(place.root, "doomed.ts")
    const mark = join(place.root, "mark")
    writeFileSync(
      doomed,
      `import { existsSync, writeFileSync } from "node:fs"
      export const tools = [
        {
          name: "step",
          description: "Steps.",
          input: { type: "object" },
          effect: "read",
          run: () => {
            if (existsSync(${JSON.stringify(mark)})) return "done"
            writeFileSync(${JSON.stringify(mark)}, "")
            process.kill(process.pid, "SIGKILL")
            return new Promise(() => {})
          },
        },
      ]
      export default ({ results }) => (results.length === 0 ? { calls: [{ name: "step", arguments: {} }] } : "done")`,
    )
    const words = ["--model", `scripted:${doomed}`]
    const killed = await place.spawned(["-p", "go", ...words, "--title", "Doomed"])
    expect(killed.signal).toBe("SIGKILL")
    const { url, spans, close } = await collector()
    const ended = await place.pawl(["resume", "Doomed", ...words], { env: { OTEL_EXPORTER_OTLP_ENDPOINT: url } })
    await close()
    expect(ended.code).toBe(0)
    const traced = JSON.parse((await place.pawl(["trace", "Doomed", "--json"])).stdout)
    const [agent] = spans().filter((span) => span.name === "invoke_agent pawl")
    expect(agent?.traceId).toBe(traced.turns[0].traceId)
    // The turn began with the user's message, in the process that was killed.
    expect(Number(agent?.startTimeUnixNano) / 1e6).toBeCloseTo(traced.turns[0].records[0].at, -1)
    const tool = spans().find((span) => span.name === "execute_tool step")
    expect(tool).toMatchObject({ parentSpanId: agent?.spanId, attributes: { "pawl.tool.again": "safe" } })
    // The killed process would have reported the first model call.
    expect(spans().filter((span) => span.name.startsWith("chat"))).toHaveLength(1)
  })

  it("receives the spans of MCP servers below the call, because they are passed the trace", async () => {
    const server = join(place.root, "server.mjs")
    const got = join(place.root, "meta.json")
    writeFileSync(server, ECHOING)
    const config = join(place.root, "mcp.json")
    const entry = { command: process.execPath, args: [server, got] }
    writeFileSync(config, JSON.stringify({ mcpServers: { echo: entry } }))
    const asks = join(place.root, "asks.ts")
    writeFileSync(
      asks,
      `export default ({ results }) => (results.length === 0 ? { calls: [{ name: "echo__say", arguments: {} }] } : "done")`,
    )
    const { url, spans, close } = await collector()
    const words = ["-p", "go", "--model", `scripted:${asks}`, "--mcp-config", config, "--approve", "auto"]
    const { code } = await place.pawl(words, { env: { OTEL_EXPORTER_OTLP_ENDPOINT: url } })
    await close()
    expect(code).toBe(0)
    const call = spans().find((span) => span.name === "execute_tool echo__say")
    expect(call?.status.code).toBe(0)
    expect(JSON.parse(readFileSync(got, "utf8")).traceparent).toBe(`00-${call?.traceId}-${call?.spanId}-01`)
  })
})

/** A minimal MCP server that records what comes with a call. */
const ECHOING = `import { writeFileSync } from "node:fs"
import { createInterface } from "node:readline"
const answers = {
  initialize: ({ protocolVersion }) => ({ protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "echo", version: "1" } }),
  "tools/list": () => ({ tools: [{ name: "say", inputSchema: { type: "object" } }] }),
  "tools/call": ({ _meta }) => {
    writeFileSync(process.argv[2], JSON.stringify(_meta))
    return { content: [{ type: "text", text: "said" }] }
  },
}
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line)
  if (id === undefined) continue
  const answer = answers[method]
  const reply = answer ? { result: answer(params) } : { error: { code: -32601, message: "no" } }
  process.stdout.write(JSON.stringify({ jsonrpc: "2.0", id, ...reply }) + "\\n")
}
`

function checkChat(span: SentSpan | undefined, finish: string, name: string): void {
  expect(span).toMatchObject({
    kind: CLIENT,
    attributes: {
      "gen_ai.operation.name": "chat",
      "gen_ai.provider.name": "scripted",
      "gen_ai.request.model": name,
      "gen_ai.response.finish_reasons": [finish],
      "gen_ai.usage.input_tokens": expect.any(Number),
      "gen_ai.usage.output_tokens": expect.any(Number),
    },
  })
}
