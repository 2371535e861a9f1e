import fc from "fast-check"
import { describe, expect, it, onTestFinished, vi } from "vitest"
import { anthropicWords } from "./anthropic-reader.ts"
import { EventReader, type FindWords } from "./event-reader.ts"
import { openAiWords } from "./openai-reader.ts"

const words = fc.oneof(
  fc.constantFrom(
    "",
    "a",
    '"',
    "\\",
    '\\"',
    '","content":"',
    '{"a":',
    "\n",
    "\u2028",
    "content",
    '"content":"x"',
    "😀",
  ),
  fc.string({ unit: "binary", maxLength: 20 }),
)
const head = fc.constantFrom(
  {},
  { id: "1" },
  { id: "2", usage: null },
  { note: 'says "content": "x"' },
  { content: "x" },
)

const openAi = fc.tuple(head, words, fc.nat(7)).map(([rest, said, kind]): unknown => {
  const call = { index: 0, function: { arguments: said } }
  const deltas = [
    { content: said },
    { content: said, role: "assistant" },
    { reasoning_content: said, content: null },
    { reasoning: said, content: said },
    { tool_calls: [call] },
    { tool_calls: [call, call] },
    { content: [{ type: "text", text: said }] },
  ]
  return { ...rest, choices: kind === 7 ? said : [{ index: 0, delta: deltas[kind], finish_reason: null }] }
})

const anthropic = fc.tuple(words, fc.nat(5)).map(([said, kind]): unknown => {
  const deltas = [
    { type: "text_delta", text: said },
    { text: said, type: "text_delta" },
    { type: "thinking_delta", thinking: said },
    { type: "input_json_delta", partial_json: said },
    { type: "signature_delta", signature: said },
    said,
  ]
  return { type: "content_block_delta", index: 0, delta: deltas[kind] }
})

/** Endpoints write JSON in their own ways, and some events arrive broken. */
const ways: readonly ((event: unknown) => string)[] = [
  (event) => JSON.stringify(event),
  (event) => JSON.stringify(event),
  (event) => JSON.stringify(event, null, 1).replaceAll("\n", ""),
  (event) => JSON.stringify(event).replaceAll("/", "\\/").replaceAll("a", "\\u0061"),
  (event) => JSON.stringify(event).replace('"content":', '"content":"twice","content":'),
  (event) => JSON.stringify(event).replace('"content":', '"content" :').replace(/}$/, ',"content":"a"}'),
  (event) => JSON.stringify(event).replace("\\n", "\n"),
  (event) => JSON.stringify(event).slice(0, -1),
]

function outcome(read: () => unknown): unknown {
  try {
    return { event: structuredClone(read()) }
  } catch (error) {
    return { error: String(error) }
  }
}

describe("EventReader", () => {
  it.each<[string, fc.Arbitrary<unknown>, FindWords]>([
    ["OpenAI", openAi, openAiWords],
    ["Anthropic", anthropic, anthropicWords],
  ])("reads from any stream of %s events what JSON.parse reads", (_name, events, findWords) => {
    const stream = fc.array(fc.tuple(events, fc.constantFrom(...ways)), { minLength: 2, maxLength: 8 })
    const property = fc.property(stream, (pieces) => {
      const reader = new EventReader(findWords)
      for (const [event, written] of pieces) {
        const data = written(event)
        expect(outcome(() => reader.read(data))).toEqual(outcome(() => JSON.parse(data)))
      }
    })
    fc.assert(property, { numRuns: 2000 })
  })

  it.each<[string, FindWords, (said: string) => object]>([
    ["OpenAI", openAiWords, (content) => ({ id: "1", choices: [{ index: 0, delta: { content } }] })],
    [
      "OpenAI's calls",
      openAiWords,
      (said) => ({ choices: [{ delta: { tool_calls: [{ function: { arguments: said } }] } }] }),
    ],
    ["Anthropic", anthropicWords, (text) => ({ type: "content_block_delta", delta: { type: "text_delta", text } })],
  ])("parses one whole event of %s, however many follow that differ only in words", (_name, findWords, event) => {
    const parsed = vi.spyOn(JSON, "parse")
    onTestFinished(() => parsed.mockRestore())
    const reader = new EventReader(findWords)
    for (let at = 0; at < 1000; at++) reader.read(JSON.stringify(event(at % 10 === 0 ? `line ${at}\n` : `word ${at} `)))
    expect(parsed.mock.calls.filter(([text]) => text.startsWith("{"))).toHaveLength(1)
    expect(parsed).toHaveBeenCalledTimes(100)
  })
})
