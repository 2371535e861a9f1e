// Parses the Anthropic messages stream, event by event. A whole message (no streaming) is a stream of one event.
import { isObject } from "../../base/is-object.ts"
import type { Stop } from "../../contracts/answer.ts"
import type { Json, JsonObject } from "../../contracts/json.ts"
import type { Usage } from "../../contracts/usage.ts"
import {
  type AnswerSoFar,
  type CallSoFar,
  listIn,
  numberIn,
  objectIn,
  type ProviderError,
  stringIn,
  type Thought,
} from "./answer-so-far.ts"
import type { Words } from "./event-reader.ts"
import { readError } from "./provider-error.ts"

export function stepAnthropic(before: AnswerSoFar, event: Json): AnswerSoFar {
  // What follows the end of the message is no part of it, also where it arrives in the same packet.
  if (!isObject(event) || before.done) return withoutDeltas(before)
  const delta = objectIn(event, "delta")
  if (delta?.type === "text_delta") {
    // Nearly every event is one of these, so the state is copied once and not twice.
    const textDelta = stringIn(delta, "text")
    return { ...before, text: before.text + textDelta, textDelta, reasoningDelta: "" }
  }
  const soFar = withoutDeltas(before)
  switch (event.type) {
    case "content_block_delta":
      return addDelta(soFar, numberIn(event, "index"), delta)
    case "content_block_start":
      return startBlock(soFar, numberIn(event, "index"), objectIn(event, "content_block"))
    case "message_start":
      return startMessage(soFar, objectIn(event, "message"))
    case "message_delta":
      return {
        ...soFar,
        stop: stopFor(stringIn(delta, "stop_reason")) ?? soFar.stop,
        usage: usageOf(objectIn(event, "usage"), soFar.usage),
      }
    case "message_stop":
      return { ...soFar, done: true }
    case "message":
      return wholeMessage(soFar, event)
    default: {
      // "ping" and unknown event types change nothing.
      const error = readError(event)
      return error === undefined ? soFar : { ...soFar, error }
    }
  }
}

/** The words of a delta: text, thinking, or a piece of a call's arguments. */
export function anthropicWords(event: Json): Words | undefined {
  const holder = isObject(event) ? objectIn(event, "delta") : undefined
  const field = WORDS[stringIn(holder, "type")]
  return holder === undefined || field === undefined || stringIn(holder, field) === "" ? undefined : { holder, field }
}

const WORDS: Readonly<Record<string, string>> = {
  text_delta: "text",
  thinking_delta: "thinking",
  input_json_delta: "partial_json",
}

/**
 * A gateway may send the start of a message twice: the second one says nothing new. The start of another message after
 * some content means that something in between asked again, and put two answers into one stream: neither is whole.
 */
function startMessage(soFar: AnswerSoFar, message: JsonObject | undefined): AnswerSoFar {
  const id = stringIn(message, "id")
  const isSame = soFar.message !== undefined && (id === "" || soFar.message === "" || id === soFar.message)
  if (isSame) return soFar
  if (soFar.message !== undefined && hasContent(soFar)) return { ...soFar, error: SPLICED }
  const stop = stopFor(stringIn(message, "stop_reason"))
  return { ...withBlocks(soFar, message), message: id, stop, usage: usageOf(objectIn(message, "usage"), undefined) }
}

const SPLICED: ProviderError = {
  type: "stream-spliced",
  message: "a second answer began in the middle of the first",
}

function hasContent({ text, thoughts, calls }: AnswerSoFar): boolean {
  return text !== "" || thoughts.length > 0 || calls.length > 0
}

/** Clears the deltas of the last event, which have been emitted. */
function withoutDeltas(soFar: AnswerSoFar): AnswerSoFar {
  return soFar.textDelta === "" && soFar.reasoningDelta === "" ? soFar : { ...soFar, textDelta: "", reasoningDelta: "" }
}

function addDelta(soFar: AnswerSoFar, index: number, delta: JsonObject | undefined): AnswerSoFar {
  switch (delta?.type) {
    case "input_json_delta":
      return addArguments(soFar, index, stringIn(delta, "partial_json"))
    case "thinking_delta": {
      const text = stringIn(delta, "thinking")
      const thoughts = changeThought(soFar, index, (thought) => ({ ...thought, text: thought.text + text }))
      return { ...soFar, thoughts, reasoningDelta: text }
    }
    case "signature_delta": {
      const signature = stringIn(delta, "signature")
      const sign = (thought: Thought) => ({ ...thought, signature: (thought.signature ?? "") + signature })
      return { ...soFar, thoughts: changeThought(soFar, index, sign) }
    }
    default:
      return soFar
  }
}

function addText(soFar: AnswerSoFar, text: string): AnswerSoFar {
  return text === "" ? soFar : { ...soFar, text: soFar.text + text, textDelta: soFar.textDelta + text }
}

function startBlock(soFar: AnswerSoFar, index: number, block: JsonObject | undefined): AnswerSoFar {
  switch (block?.type) {
    case "text":
      return addText(soFar, stringIn(block, "text"))
    case "thinking": {
      const [text, signature] = [stringIn(block, "thinking"), stringIn(block, "signature")]
      const thought = { index, text, ...(signature !== "" && { signature }) }
      const reasoningDelta = soFar.reasoningDelta + text
      return { ...soFar, thoughts: [...soFar.thoughts, thought], reasoningDelta }
    }
    case "redacted_thinking": {
      const thought = { index, text: "", redacted: stringIn(block, "data") }
      return { ...soFar, thoughts: [...soFar.thoughts, thought] }
    }
    case "tool_use": {
      // A block that begins again with the same id is the same call, sent again from its beginning.
      const input = block.input
      const given = isObject(input) && Object.keys(input).length > 0 ? JSON.stringify(input) : ""
      const call: CallSoFar = { index, id: stringIn(block, "id"), name: stringIn(block, "name"), arguments: given }
      return { ...soFar, calls: [...soFar.calls.filter(({ id }) => id === "" || id !== call.id), call] }
    }
    default:
      return soFar
  }
}

function addArguments(soFar: AnswerSoFar, index: number, json: string): AnswerSoFar {
  const at = soFar.calls.findLastIndex((call) => call.index === index)
  const call = soFar.calls[at]
  if (call === undefined || json === "") return soFar
  return { ...soFar, calls: soFar.calls.with(at, { ...call, arguments: call.arguments + json }) }
}

function changeThought(soFar: AnswerSoFar, index: number, change: (thought: Thought) => Thought): readonly Thought[] {
  const at = soFar.thoughts.findLastIndex((thought) => thought.index === index)
  const thought = soFar.thoughts[at]
  return thought === undefined
    ? [...soFar.thoughts, change({ index, text: "" })]
    : soFar.thoughts.with(at, change(thought))
}

function wholeMessage(soFar: AnswerSoFar, message: JsonObject): AnswerSoFar {
  const stop = stopFor(stringIn(message, "stop_reason"))
  return { ...withBlocks(soFar, message), stop, usage: usageOf(objectIn(message, "usage"), undefined), done: true }
}

/** The content that a message already has: all of it without streaming, seldom some of it when it starts. */
function withBlocks(soFar: AnswerSoFar, message: JsonObject | undefined): AnswerSoFar {
  return listIn(message, "content").reduce<AnswerSoFar>(
    (sofar, block, index) => (isObject(block) ? startBlock(sofar, index, block) : sofar),
    soFar,
  )
}

const STOPS: Readonly<Record<string, Stop>> = {
  end_turn: "end",
  stop_sequence: "end",
  tool_use: "tool-calls",
  max_tokens: "max-tokens",
  model_context_window_exceeded: "max-tokens",
  refusal: "refused",
}

function stopFor(reason: string): Stop | undefined {
  return reason === "" ? undefined : (STOPS[reason] ?? "other")
}

/**
 * Anthropic reports cached tokens separately from `input_tokens`; Pawl's `inputTokens` covers everything that was sent.
 * The closing event repeats the counts or reports only the output; in that case the counts of the opening event stay.
 */
function usageOf(usage: JsonObject | undefined, before: Usage | undefined): Usage | undefined {
  if (usage === undefined) return before
  const outputTokens = numberIn(usage, "output_tokens")
  if (before !== undefined && numberIn(usage, "input_tokens") === 0) return { ...before, outputTokens }
  const read = numberIn(usage, "cache_read_input_tokens") || (before?.cacheReadTokens ?? 0)
  const written = numberIn(usage, "cache_creation_input_tokens") || (before?.cacheWriteTokens ?? 0)
  return {
    inputTokens: numberIn(usage, "input_tokens") + read + written,
    outputTokens,
    ...(read > 0 && { cacheReadTokens: read }),
    ...(written > 0 && { cacheWriteTokens: written }),
  }
}
