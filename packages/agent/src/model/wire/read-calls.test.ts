// Malformed native calls, through both wire formats and the bridge: the text beside them is never lost.
import { describe, expect, it } from "vitest"
import type { Answer } from "../../contracts/answer.ts"
import type { Json } from "../../contracts/json.ts"
import { readReply } from "../../kernel/performers/read-reply.ts"
import { type Part, PartReader } from "../ai-sdk/read-parts.ts"
import { readAnthropic } from "./anthropic-reader.ts"
import { readOpenAi } from "./openai-reader.ts"
import { type Format, Receiver } from "./receiver.ts"

interface Written {
  readonly name: string | null
  readonly args: string
}
type Ask = (calls: readonly Written[], stop?: "calls" | "limit") => Answer

function receive(format: Format, events: readonly Json[]): Answer {
  const peer = { provider: "test", model: "m", url: "http://test/v1" }
  const receiver = new Receiver({ format, peer, nameOf: (name) => name, onText: () => {}, onReasoning: () => {} })
  receiver.start(200, { "content-type": "text/event-stream" })
  for (const event of events) receiver.data(Buffer.from(`data: ${JSON.stringify(event)}\n\n`))
  return receiver.end() as Answer
}

const openAi: Ask = (calls, stop = "calls") => {
  const chunk = (delta: Json, finish: string | null = null): Json => ({ choices: [{ delta, finish_reason: finish }] })
  return receive({ name: "openai-chat/test", read: readOpenAi }, [
    chunk({ content: "Let me." }),
    ...calls.map(({ name, args }, index) =>
      chunk({
        tool_calls: [
          { index, id: `c${index}`, function: { name, arguments: args }, extra_content: { signed: `s${index}` } },
        ],
      }),
    ),
    chunk({}, stop === "limit" ? "length" : "tool_calls"),
  ])
}

const anthropic: Ask = (calls, stop = "calls") => {
  const use = ({ name, args }: Written, at: number): readonly Json[] => [
    { type: "content_block_start", index: at, content_block: { type: "tool_use", id: `c${at}`, name, input: {} } },
    { type: "content_block_delta", index: at, delta: { type: "input_json_delta", partial_json: args } },
  ]
  return receive({ name: "anthropic-messages", read: readAnthropic }, [
    { type: "content_block_start", index: 0, content_block: { type: "text", text: "Let me." } },
    ...calls.flatMap((call, index) => use(call, index + 1)),
    { type: "message_delta", delta: { stop_reason: stop === "limit" ? "max_tokens" : "tool_use" } },
    { type: "message_stop" },
  ])
}

const finish = (unified: "length" | "tool-calls"): Part => ({
  type: "finish",
  finishReason: { unified, raw: unified },
  usage: {
    inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 1, text: 1, reasoning: 0 },
  },
})

function bridge(parts: readonly Part[]): Answer {
  const reader = new PartReader({ onText: () => {}, onReasoning: () => {} }, "test")
  for (const part of parts) reader.take(part)
  return reader.answer([]) as Answer
}

const bridged: Ask = (calls, stop = "calls") =>
  bridge([
    { type: "text-delta", id: "t", delta: "Let me." },
    ...calls.map(
      ({ name, args }, index): Part => ({
        type: "tool-call",
        toolCallId: `c${index}`,
        toolName: name as string, // A provider may pass on any value.
        input: args,
        providerMetadata: { test: { signed: `s${index}` } },
      }),
    ),
    finish(stop === "limit" ? "length" : "tool-calls"),
  ])

const ASKS: readonly (readonly [string, Ask])[] = [
  ["openai", openAi],
  ["anthropic", anthropic],
  ["the bridge", bridged],
]

describe.each(ASKS)("a native call, by %s", (_name, ask) => {
  it.each(["", null, " "])("without a name (%j) becomes a problem that says so, and the text stays", (name) => {
    const answer = ask([
      { name, args: '{"a":"1"}' },
      { name: "t", args: '{"a":"2"}' },
    ])
    expect(answer).toMatchObject({
      text: "Let me.",
      calls: [{ name: "t", arguments: { a: "2" } }],
      problems: [{ code: "missing-tool-name", message: expect.stringMatching(/names no tool.*\{"a":"1"\}/) }],
    })
    expect(readReply(answer)).toEqual(answer)
  })

  it.each([
    ["a trailing comma", '{"a":"1",}', { a: "1" }],
    ["a missing brace", '{"a":"1"', { a: "1" }],
    ["single quotes", "{'a': '1'}", { a: "1" }],
    ["itself as a string", '"{\\"a\\":\\"1\\"}"', { a: "1" }],
  ])("with %s in its arguments is repaired", (_what, args, expected) => {
    expect(ask([{ name: "t", args }])).toMatchObject({ calls: [{ name: "t", arguments: expected }], problems: [] })
    expect(ask([{ name: "t", args }]).calls[0]).not.toHaveProperty("unreadable")
  })

  it.each(['{"a":"1",,', '{"a":', '{"a"', '{"a":"lo', '{"a":1', "[1]", '{"a":1}{"b":2}', '{"p":"C:\\Users\\new"}'])(
    "with ambiguous arguments (%s) stays unreadable",
    (args) => {
      expect(ask([{ name: "t", args }]).calls).toEqual([{ name: "t", arguments: {}, unreadable: args }])
    },
  )

  it.each(['{"a":"lo', '{"a":"1"', '{"a":"1",', ""])(
    "that the output limit cut off (%s) becomes a problem that asks for a shorter call",
    (args) => {
      const whole = { name: "t", args: '{"a":"0"}' }
      const { text, calls, problems, stop } = ask([whole, { name: "t", args }], "limit")
      expect({ text, calls, stop }).toEqual({
        text: "Let me.",
        calls: [{ name: "t", arguments: { a: "0" } }],
        stop: "max-tokens",
      })
      expect(problems).toEqual([
        { code: "unclosed", message: expect.stringMatching(/cut off at the output limit.*"t".*again, shorter/) },
      ])
    },
  )

  it("that is complete is made, even if the output limit was reached after it", () => {
    const answer = ask([{ name: "t", args: '{"a":"0"}' }], "limit")
    expect(answer).toMatchObject({ calls: [{ name: "t", arguments: { a: "0" } }], problems: [] })
  })
})

describe("what a provider attached to a call", () => {
  it.each([
    ["openai", openAi, { "0": { signed: "s1" } }],
    ["the bridge", bridged, { calls: { "0": { test: { signed: "s1" } } } }],
  ] as const)("stays with its call when a nameless call precedes it (%s)", (_name, ask, data) => {
    const answer = ask([
      { name: "", args: "{}" },
      { name: "t", args: "{}" },
    ])
    expect(answer.reasoning).toMatchObject([{ opaque: { data } }])
  })
})

it("a call of the bridge that the output limit cut off while its arguments streamed becomes a problem too", () => {
  const answer = bridge([
    { type: "tool-input-start", id: "c", toolName: "t" },
    { type: "tool-input-delta", id: "c", delta: '{"a":"lo' },
    finish("length"),
  ])
  expect(answer).toMatchObject({ calls: [], problems: [{ code: "unclosed" }], stop: "max-tokens" })
})
