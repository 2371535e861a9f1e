// Parses OpenAI chat completions, chunk by chunk: OpenAI's own, and the variants of Ollama, vLLM, llama.cpp,
// OpenRouter, Mistral, Gemini and others. A whole completion (no streaming) is a stream of one event.
import { isObject } from "../../base/is-object.ts"
import type { Stop } from "../../contracts/answer.ts"
import type { Json, JsonObject } from "../../contracts/json.ts"
import type { Usage } from "../../contracts/usage.ts"
import {
  type AnswerSoFar,
  type CallSoFar,
  DONE,
  listIn,
  numberIn,
  objectIn,
  stringIn,
  type Thought,
} from "./answer-so-far.ts"
import type { Words } from "./event-reader.ts"
import { readError } from "./provider-error.ts"

export function stepOpenAi(soFar: AnswerSoFar, event: Json): AnswerSoFar {
  if (event === DONE) return { ...soFar, textDelta: "", reasoningDelta: "", done: true }
  if (!isObject(event)) return { ...soFar, textDelta: "", reasoningDelta: "" }
  const error = readError(event)
  if (error !== undefined) return { ...soFar, textDelta: "", reasoningDelta: "", error }
  const { usage: used } = event
  const usage = used === undefined || used === null ? soFar.usage : (usageOf(used) ?? soFar.usage)
  const choice = listIn(event, "choices")[0]
  if (!isObject(choice)) return { ...soFar, textDelta: "", reasoningDelta: "", usage }
  const delta = objectIn(choice, "delta")
  const piece = delta ?? objectIn(choice, "message")
  const { text, reasoning, refused } = piece === undefined ? NOTHING : contentOf(piece)
  const finish = choice.finish_reason
  const asked = piece?.tool_calls
  return {
    text: text === "" ? soFar.text : soFar.text + text,
    textDelta: text,
    reasoningDelta: reasoning,
    thoughts: reasoning === "" ? soFar.thoughts : addThought(soFar.thoughts, reasoning),
    calls: Array.isArray(asked) ? asked.reduce<readonly CallSoFar[]>(addCall, soFar.calls) : soFar.calls,
    stop: typeof finish === "string" && finish !== "" ? stopFor(finish, refused) : refused ? "refused" : soFar.stop,
    usage,
    // A message in one piece is the whole answer.
    done: soFar.done || (delta === undefined && piece !== undefined),
    error: undefined,
  }
}

/** The words of a chunk: text, reasoning, or a piece of a call's arguments. */
export function openAiWords(event: Json): Words | undefined {
  const choice = isObject(event) ? listIn(event, "choices")[0] : undefined
  const delta = isObject(choice) ? objectIn(choice, "delta") : undefined
  if (delta === undefined) return undefined
  const piece = delta.tool_calls === undefined ? undefined : listIn(delta, "tool_calls")[0]
  const called = isObject(piece) ? objectIn(piece, "function") : undefined
  if (called !== undefined)
    return stringIn(called, "arguments") === "" ? undefined : { holder: called, field: "arguments" }
  for (const field of TEXTS) if (stringIn(delta, field) !== "") return { holder: delta, field }
  return undefined
}

const TEXTS = ["content", "reasoning_content", "reasoning"]

interface DeltaContent {
  readonly text: string
  readonly reasoning: string
  readonly refused: boolean
}

const NOTHING: DeltaContent = { text: "", reasoning: "", refused: false }

function contentOf(delta: JsonObject): DeltaContent {
  const { content, reasoning_content: thought, refusal } = delta
  const thinking = typeof thought === "string" && thought !== "" ? thought : delta.reasoning
  const reasoning = typeof thinking === "string" ? thinking : ""
  if (Array.isArray(content)) return contentOfParts(content, reasoning)
  if (typeof content === "string" && content !== "") return { text: content, reasoning, refused: false }
  const text = typeof refusal === "string" ? refusal : ""
  return { text, reasoning, refused: text !== "" }
}

/** Mistral's thinking models send their content in parts. */
function contentOfParts(parts: readonly Json[], reasoning: string): DeltaContent {
  const objects = parts.filter(isObject)
  const text = objects.map((part) => stringIn(part, "text")).join("")
  const thinking = objects.flatMap((part) => listIn(part, "thinking").filter(isObject))
  return { text, reasoning: reasoning + thinking.map((part) => stringIn(part, "text")).join(""), refused: false }
}

function addThought(thoughts: readonly Thought[], text: string): readonly Thought[] {
  return [{ index: 0, text: (thoughts[0]?.text ?? "") + text }]
}

function addCall(calls: readonly CallSoFar[], piece: Json): readonly CallSoFar[] {
  if (!isObject(piece)) return calls
  const { index } = piece
  const spelled = objectIn(piece, "function")
  const id = stringIn(piece, "id")
  const name = stringIn(spelled, "name")
  const given = spelled?.arguments
  const args = typeof given === "string" ? given : isObject(given) ? JSON.stringify(given) : ""
  const at = placeOf(calls, index, id, name)
  const known = calls[at]
  const extra = piece.extra_content ?? known?.extra
  const call: CallSoFar = {
    index: typeof index === "number" ? index : 0,
    id: known?.id || id,
    name: known?.name || name,
    arguments: known === undefined ? args : known.arguments + args,
  }
  const next = extra === undefined ? call : { ...call, extra }
  return known === undefined ? [...calls, next] : calls.with(at, next)
}

/**
 * By index. Some endpoints send none, or the same for all: then a new id, or else a name, begins the next call. Others
 * send a new id with every piece: a piece at a known index that names no tool goes on with the call there.
 */
function placeOf(calls: readonly CallSoFar[], index: Json | undefined, id: string, name: string): number {
  if (calls.length === 0) return 0
  if (typeof index !== "number" && id === "") return name === "" ? calls.length - 1 : calls.length
  const at = calls.findLastIndex((call) =>
    typeof index === "number" ? call.index === index && !isOther(call, id, name) : call.id === id,
  )
  return at < 0 ? calls.length : at
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

function stopFor(reason: string, refused: boolean): Stop {
  return refused ? "refused" : (STOPS[reason] ?? "other")
}

/** `inputTokens` covers everything that was sent, including the part read from the cache. */
function usageOf(usage: Json | undefined): Usage | undefined {
  if (!isObject(usage)) return undefined
  const details = objectIn(usage, "prompt_tokens_details")
  const read = numberIn(details, "cached_tokens") || numberIn(usage, "prompt_cache_hit_tokens")
  const written = numberIn(details, "cache_write_tokens")
  const cost = numberIn(usage, "cost")
  const counted = {
    inputTokens: numberIn(usage, "prompt_tokens"),
    outputTokens: numberIn(usage, "completion_tokens"),
  }
  if (read <= 0 && written <= 0 && cost <= 0) return counted
  return {
    ...counted,
    ...(read > 0 && { cacheReadTokens: read }),
    ...(written > 0 && { cacheWriteTokens: written }),
    ...(cost > 0 && { costUsd: cost }),
  }
}
