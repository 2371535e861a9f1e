// Parses OpenAI chat completions, chunk by chunk: OpenAI's own, and the variants of Ollama, vLLM, llama.cpp,
// OpenRouter, Mistral, Gemini and others. A whole completion (no streaming) is a stream of one event.
import { isObject } from "../../base/is-object.ts"
import type { Writable } from "../../base/writable.ts"
import type { Stop } from "../../contracts/answer.ts"
import type { Json, JsonObject } from "../../contracts/json.ts"
import type { Usage } from "../../contracts/usage.ts"
import { type AnswerSoFar, type CallSoFar, DONE } from "./answer-so-far.ts"
import type { Words } from "./event-reader.ts"
import { listIn, numberIn, stringIn } from "./fields.ts"
import { readError } from "./provider-error.ts"

export function readOpenAi(answer: AnswerSoFar, event: Json): Words | undefined {
  if (event === DONE) answer.finish()
  if (!isObject(event)) return undefined
  answer.error = readError(event)
  if (answer.error !== undefined) return undefined
  const { usage, choices } = event
  if (usage !== undefined && usage !== null) answer.usage = usageOf(usage) ?? answer.usage
  const choice = Array.isArray(choices) ? choices[0] : undefined
  if (!isObject(choice)) return undefined
  const { delta, message, finish_reason: finish } = choice
  if (typeof finish === "string" && finish !== "") answer.stopWith(STOPS[finish] ?? "other")
  if (isObject(delta)) return readPiece(answer, delta)
  if (!isObject(message)) return undefined
  // A message in one piece is the whole answer.
  answer.finish()
  return readPiece(answer, message)
}

/** Thinking is told before the text that comes with it. */
function readPiece(answer: AnswerSoFar, piece: JsonObject): Words | undefined {
  const { content, refusal, reasoning_content: thought, tool_calls: calls } = piece
  let words: Words | undefined
  const field = typeof thought === "string" && thought !== "" ? "reasoning_content" : "reasoning"
  const thinking = piece[field]
  if (typeof thinking === "string" && thinking !== "") {
    words = { holder: piece, field, to: answer.thoughtAt(0) }
    answer.add(thinking, words.to)
  }
  if (Array.isArray(content)) addParts(answer, content)
  else if (typeof content === "string" && content !== "") {
    words = { holder: piece, field: "content", to: answer }
    answer.add(content, answer)
  } else if (typeof refusal === "string" && refusal !== "") {
    answer.add(refusal, answer)
    answer.stopWith("refused")
  }
  if (Array.isArray(calls)) for (const call of calls) words = readCall(answer, call) ?? words
  return words
}

/** Mistral's thinking models send their content in parts. */
function addParts(answer: AnswerSoFar, parts: readonly Json[]): void {
  const objects = parts.filter(isObject)
  const thoughts = objects.flatMap((part) => listIn(part, "thinking").filter(isObject))
  const thinking = thoughts.map((part) => stringIn(part, "text")).join("")
  if (thinking !== "") answer.add(thinking, answer.thoughtAt(0))
  answer.add(objects.map((part) => stringIn(part, "text")).join(""), answer)
}

function readCall(answer: AnswerSoFar, piece: Json): Words | undefined {
  if (!isObject(piece)) return undefined
  const { index, function: spelled, extra_content: extra } = piece
  const holder = isObject(spelled) ? spelled : NOTHING
  const { arguments: args } = holder
  const id = typeof piece.id === "string" ? piece.id : ""
  const name = typeof holder.name === "string" ? holder.name : ""
  const known = callFor(answer.calls, index, id, name)
  const call = known ?? answer.beginCall({ index: 0, id, name, arguments: "" })
  if (typeof index === "number") call.index = index
  if (call.id === "") call.id = id
  if (call.name === "") answer.nameCall(call, name)
  if (extra !== undefined && extra !== null) call.extra = extra
  if (isObject(args)) answer.add(JSON.stringify(args), call)
  if (typeof args !== "string" || args === "") return undefined
  answer.add(args, call)
  return { holder, field: "arguments", to: call }
}

const NOTHING: JsonObject = {}

/**
 * The call that a piece goes on with; undefined for a new one. By index. Some endpoints send none, or the same for all: then
 * a new id, or else a name, begins the next call. Others send a new id with every piece: a piece at a known index that names
 * no tool goes on with the call there.
 */
function callFor(
  calls: readonly CallSoFar[],
  index: Json | undefined,
  id: string,
  name: string,
): CallSoFar | undefined {
  if (typeof index !== "number" && id === "") return name === "" ? calls.at(-1) : undefined
  for (let at = calls.length - 1; at >= 0; at--) {
    const call = calls[at] as CallSoFar // Within the list.
    if (typeof index !== "number" ? call.id === id : call.index === index && !isOther(call, id, name)) return call
  }
  return undefined
}

/** Whether a piece with this id and name begins another call at the same index. */
function isOther(call: CallSoFar, id: string, name: string): boolean {
  return name !== "" && (differs(id, call.id) || differs(name, call.name))
}

function differs(given: string, known: string): boolean {
  return given !== "" && known !== "" && given !== known
}

const STOPS: Readonly<Record<string, Stop>> = {
  stop: "end",
  eos: "end",
  tool_calls: "tool-calls",
  function_call: "tool-calls",
  length: "max-tokens",
  content_filter: "refused",
}

/** `inputTokens` covers everything that was sent, including the part read from the cache. */
function usageOf(usage: Json): Usage | undefined {
  if (!isObject(usage)) return undefined
  const details = isObject(usage.prompt_tokens_details) ? usage.prompt_tokens_details : undefined
  const read = numberIn(details, "cached_tokens") || numberIn(usage, "prompt_cache_hit_tokens")
  const written = numberIn(details, "cache_write_tokens")
  const costUsd = numberIn(usage, "cost")
  const counted: Writable<Usage> = {
    inputTokens: numberIn(usage, "prompt_tokens"),
    outputTokens: numberIn(usage, "completion_tokens"),
  }
  if (read > 0) counted.cacheReadTokens = read
  if (written > 0) counted.cacheWriteTokens = written
  if (costUsd > 0) counted.costUsd = costUsd
  return counted
}
