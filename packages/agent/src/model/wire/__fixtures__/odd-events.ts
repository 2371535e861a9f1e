// Streams of events as endpoints may send them, for property tests: most differ only in their words.
import fc from "fast-check"

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

/** Events of OpenAI's format: some with words, in several places, and some odd ones. */
export const openAiEvents = fc.tuple(head, words, fc.nat(7)).map(([rest, said, kind]): unknown => {
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

/** The same of Anthropic's. */
export const anthropicEvents = fc.tuple(words, fc.nat(5)).map(([said, kind]): unknown => {
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
export const waysToWrite: readonly ((event: unknown) => string)[] = [
  (event) => JSON.stringify(event),
  (event) => JSON.stringify(event),
  (event) => JSON.stringify(event, null, 1).replaceAll("\n", ""),
  (event) => JSON.stringify(event).replaceAll("/", "\\/").replaceAll("a", "\\u0061"),
  (event) => JSON.stringify(event).replace('"content":', '"content":"twice","content":'),
  (event) => JSON.stringify(event).replace('"content":', '"content" :').replace(/}$/, ',"content":"a"}'),
  (event) => JSON.stringify(event).replace("\\n", "\n"),
  (event) => JSON.stringify(event).slice(0, -1),
]
