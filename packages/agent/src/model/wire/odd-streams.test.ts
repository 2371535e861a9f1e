// Streams that endpoints and gateways were seen to send, outside of what their formats describe.
import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import type { Reply } from "../../contracts/answer.ts"
import { readAnthropic } from "./anthropic-reader.ts"
import { readOpenAi } from "./openai-reader.ts"
import { Receiver } from "./receiver.ts"

const READERS = { "anthropic-messages": readAnthropic, "openai-chat/test": readOpenAi } as const

function receive(name: keyof typeof READERS, stream: string): Reply {
  const receiver = new Receiver({
    format: { name, read: READERS[name] },
    peer: { provider: "test", model: "m", url: "http://test/v1" },
    nameOf: (wire) => wire,
    onText: () => {},
    onReasoning: () => {},
  })
  receiver.start(200, { "content-type": "text/event-stream" })
  receiver.data(Buffer.from(stream))
  return receiver.end()
}

type Events = readonly (object | "[DONE]")[]

const sse = (events: Events) =>
  events.map((event) => `data: ${typeof event === "string" ? event : JSON.stringify(event)}\n\n`).join("")

const START = messageStart("msg_1", 10)
const STOP = [{ type: "message_delta", delta: { stop_reason: "tool_use" }, usage: { output_tokens: 5 } }, ended()]
const LOOK = [toolUse(0, "toolu_1"), input(0, '{"at":1}'), { type: "content_block_stop", index: 0 }]

function messageStart(id: string | undefined, tokens: number, more: object = {}) {
  return { type: "message_start", message: { id, content: [], usage: { input_tokens: tokens }, ...more } }
}

function toolUse(index: number, id: string) {
  return { type: "content_block_start", index, content_block: { type: "tool_use", id, name: "look", input: {} } }
}

function input(index: number, json: string) {
  return { type: "content_block_delta", index, delta: { type: "input_json_delta", partial_json: json } }
}

function ended() {
  return { type: "message_stop" }
}

const look = { name: "look", arguments: { at: 1 } }

describe("the Anthropic reader", () => {
  it.each<[string, Events, object]>([
    ["the start of the message twice", [START, messageStart("msg_1", 99), ...LOOK, ...STOP], {}],
    ["the start twice, the second without an id", [START, ...LOOK, messageStart(undefined, 99), ...STOP], {}],
    ["the start twice, both without ids", [messageStart("", 10), ...LOOK, messageStart("", 99), ...STOP], {}],
    ["the start of another message before any content", [messageStart("gateway", 99), START, ...LOOK, ...STOP], {}],
    ["a block that begins again with its id", [START, toolUse(0, "toolu_1"), input(0, '{"a'), ...LOOK, ...STOP], {}],
    ["another message after the end", [START, ...LOOK, ...STOP, messageStart("msg_2", 99), ...LOOK, ...STOP], {}],
    ["an error after the end", [START, ...LOOK, ...STOP, { type: "error", error: { type: "api_error" } }], {}],
    ["pings and events of unknown types", [START, { type: "ping" }, { type: "new_thing" }, ...LOOK, ...STOP], {}],
    ["pieces without content", [START, ...LOOK, { type: "content_block_delta", index: 0, delta: {} }, ...STOP], {}],
    ["a piece without a delta", [START, ...LOOK, { type: "content_block_delta", index: 0 }, ...STOP], {}],
    [
      "a block of an unknown type",
      [START, { type: "content_block_start", index: 1, content_block: { type: "fallback" } }, ...LOOK, ...STOP],
      {},
    ],
    [
      "content in the start of the message",
      [
        messageStart("msg_1", 10, {
          content: [{ type: "tool_use", id: "toolu_1", name: "look", input: { at: 1 } }],
          stop_reason: "tool_use",
        }),
        ended(),
      ],
      { usage: { inputTokens: 10, outputTokens: 0 } },
    ],
    [
      "two calls with the same index",
      [START, ...LOOK, toolUse(0, "toolu_2"), input(0, '{"at":2}'), ...STOP],
      { calls: [look, { name: "look", arguments: { at: 2 } }] },
    ],
  ])("reads %s", (_name, events, expected) => {
    expect(receive("anthropic-messages", sse(events))).toEqual({
      kind: "answer",
      text: "",
      reasoning: [],
      calls: [look],
      problems: [],
      stop: "tool-calls",
      usage: { inputTokens: 10, outputTokens: 5 },
      ...expected,
    })
  })

  it("reads two answers in one stream as a failure that a retry may mend, and runs no call of either", () => {
    const stream = readFileSync(new URL("__fixtures__/anthropic-spliced-answers.txt", import.meta.url), "utf8")
    expect(receive("anthropic-messages", stream)).toEqual({
      kind: "failure",
      text: "I read it.",
      usage: { inputTokens: 120, outputTokens: 1 },
      error: {
        class: "network",
        code: "stream-spliced",
        message: "test failed (a second answer began in the middle of the first). Try again later.",
      },
    })
  })
})

const piece = (delta: object, finish: string | null = null, more: object = {}) => ({
  choices: [{ index: 0, delta, finish_reason: finish }],
  ...more,
})
const call = (given: object, finish: string | null = null) => piece({ tool_calls: [given] }, finish)
const BEGUN = call({ index: 0, id: "a", function: { name: "look", arguments: '{"at"' } })
const REST = { function: { arguments: ":1}" } }
const END = [piece({}, "tool_calls"), "[DONE]"] as const

describe("the OpenAI reader", () => {
  it.each<[string, Events, object]>([
    ["more of a call by its index alone", [BEGUN, call({ index: 0, ...REST }), ...END], {}],
    [
      "an id again, with an empty name",
      [BEGUN, call({ index: 0, id: "a", function: { name: "", arguments: ":1}" } }), ...END],
      {},
    ],
    [
      "a piece without an index in the middle of a call",
      [
        call({ index: 1, id: "a", function: { name: "look", arguments: '{"a' } }),
        call({ function: { arguments: 't"' } }),
        call({ index: 1, ...REST }),
        ...END,
      ],
      {},
    ],
    ["a new id with every piece", [BEGUN, call({ index: 0, id: "b", ...REST }), ...END], {}],
    ["a name with every piece", [BEGUN, call({ index: 0, function: { name: "look", arguments: ":1}" } }), ...END], {}],
    ["no [DONE] at the end", [BEGUN, call({ index: 0, ...REST }), piece({}, "tool_calls")], {}],
    [
      "a finish reason that is empty until the last",
      [piece({}, ""), BEGUN, call({ index: 0, ...REST }, ""), ...END],
      {},
    ],
    [
      "an error that is null or empty",
      [
        piece({}, null, { error: null }),
        BEGUN,
        piece({ tool_calls: [{ index: 0, ...REST }] }, null, { error: "" }),
        ...END,
      ],
      {},
    ],
    ["a choice without a delta", [{ choices: [{ index: 0 }] }, BEGUN, call({ index: 0, ...REST }), ...END], {}],
    [
      "usage in a last chunk without choices",
      [
        BEGUN,
        call({ index: 0, ...REST }),
        END[0],
        { choices: [], usage: { prompt_tokens: 3, completion_tokens: 4 } },
        "[DONE]",
      ],
      { usage: { inputTokens: 3, outputTokens: 4 } },
    ],
    [
      "two calls with one index and no ids",
      [
        call({ index: 0, function: { name: "look", arguments: '{"at":1}' } }),
        call({ index: 0, function: { name: "list", arguments: "{}" } }),
        ...END,
      ],
      { calls: [look, { name: "list", arguments: {} }] },
    ],
  ])("reads %s", (_name, events, expected) => {
    expect(receive("openai-chat/test", sse(events))).toEqual({
      kind: "answer",
      text: "",
      reasoning: [],
      calls: [look],
      problems: [],
      stop: "tool-calls",
      ...expected,
    })
  })

  it("reads a stream that breaks off as a failure, also when its finish reasons are empty", () => {
    const reply = receive("openai-chat/test", sse([piece({ content: "Half" }, "")]))
    expect(reply).toMatchObject({ kind: "failure", text: "Half", error: { code: "stream-cut" } })
  })
})
