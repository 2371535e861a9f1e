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
export const openAiEvents = fc.tuple(head, words, fc.nat(15)).map(([rest, said, kind]): unknown => {
  const spelled = { arguments: said }
  const call = { index: 0, function: spelled }
  const deltas = [
    { content: said },
    { content: said, role: "assistant" },
    { reasoning_content: said, content: null },
    { reasoning: said, content: said },
    { tool_calls: [call] },
    { tool_calls: [call, call] },
    { content: [{ type: "text", text: said }] },
    { tool_calls: [{ ...call, id: "a" }] },
    { tool_calls: [{ index: 1, id: "b", function: { name: "look", ...spelled } }] },
    { tool_calls: [{ function: spelled }] },
    { tool_calls: [{ id: "c", function: spelled, extra_content: { signed: true } }] },
    { tool_calls: [{ ...call, function: { name: said, arguments: "{" } }] },
    { content: "both", tool_calls: [call] },
    { content: null, refusal: said },
    { tool_calls: [{ function: { name: "look", ...spelled } }] },
  ]
  return { ...rest, choices: kind === 15 ? said : [{ index: 0, delta: deltas[kind], finish_reason: null }] }
})

/** The same of Anthropic's. */
export const anthropicEvents = fc.tuple(words, fc.nat(10)).map(([said, kind]): unknown => {
  const block = (index: number, content_block: object) => ({ type: "content_block_start", index, content_block })
  const begun = [
    block(0, { type: "tool_use", id: "a", name: "look" }),
    block(1, { type: "tool_use", id: "b", name: "look", input: { said } }),
    block(0, { type: "thinking", thinking: said }),
    { type: "message_start", message: { id: said, content: [] } },
  ]
  const deltas = [
    { type: "text_delta", text: said },
    { text: said, type: "text_delta" },
    { type: "thinking_delta", thinking: said },
    { type: "input_json_delta", partial_json: said },
    { type: "signature_delta", signature: said },
    { type: "thinking_delta", thinking: null },
    said,
  ]
  return begun[kind - 7] ?? { type: "content_block_delta", index: said.length % 2, delta: deltas[kind] }
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
