// Parses the Anthropic messages stream, event by event. A whole message (no streaming) is a stream of one event.
import { isObject } from "../../base/is-object.ts"
import type { Stop } from "../../contracts/answer.ts"
import type { Json, JsonObject } from "../../contracts/json.ts"
import type { Usage } from "../../contracts/usage.ts"
import type { AnswerSoFar, CallSoFar, ProviderError } from "./answer-so-far.ts"
import type { Words } from "./event-reader.ts"
import { listIn, numberIn, objectIn, stringIn } from "./fields.ts"
import { readError } from "./provider-error.ts"

export function readAnthropic(answer: AnswerSoFar, event: Json): Words | undefined {
  // What follows the end of the message is no part of it, also where it arrives in the same packet.
  if (!isObject(event) || answer.done) return undefined
  const delta = objectIn(event, "delta")
  if (delta?.type === "text_delta") return addWords(answer, { holder: delta, field: "text", to: answer })
  switch (event.type) {
    case "content_block_delta":
      return readDelta(answer, numberIn(event, "index"), delta)
    case "content_block_start":
      beginBlock(answer, numberIn(event, "index"), objectIn(event, "content_block"))
      return undefined
    case "message_start":
      beginMessage(answer, objectIn(event, "message"))
      return undefined
    case "message_delta":
      answer.stopWith(stopFor(stringIn(delta, "stop_reason")) ?? answer.stop)
      answer.usage = usageOf(objectIn(event, "usage"), answer.usage)
      return undefined
    case "message_stop":
      answer.finish()
      return undefined
    case "message":
      readMessage(answer, event)
      answer.finish()
      return undefined
    default:
      // "ping" and unknown event types change nothing.
      answer.error = readError(event)
      return undefined
  }
}

/** Undefined if there are none: what is no text is never cut at. */
function addWords(answer: AnswerSoFar, words: Words): Words | undefined {
  const said = stringIn(words.holder, words.field)
  if (said === "") return undefined
  answer.add(said, words.to)
  return words
}

function readDelta(answer: AnswerSoFar, index: number, delta: JsonObject | undefined): Words | undefined {
  switch (delta?.type) {
    case "input_json_delta": {
      const to = answer.calls.findLast((call) => call.index === index)
      return to && addWords(answer, { holder: delta, field: "partial_json", to })
    }
    case "thinking_delta":
      return addWords(answer, { holder: delta, field: "thinking", to: answer.thoughtAt(index) })
    case "signature_delta": {
      const thought = answer.thoughtAt(index)
      thought.signature = (thought.signature ?? "") + stringIn(delta, "signature")
      return undefined
    }
    default:
      return undefined
  }
}

/**
 * A gateway may send the start of a message twice: the second one says nothing new. The start of another message after
 * some content means that something in between asked again, and put two answers into one stream: neither is whole.
 */
function beginMessage(answer: AnswerSoFar, message: JsonObject | undefined): void {
  const id = stringIn(message, "id")
  const isSame = answer.message !== undefined && (id === "" || answer.message === "" || id === answer.message)
  if (isSame) return
  if (answer.message !== undefined && hasContent(answer)) answer.error = SPLICED
  else {
    readMessage(answer, message)
    answer.message = id
  }
}

const SPLICED: ProviderError = {
  type: "stream-spliced",
  message: "a second answer began in the middle of the first",
}

function hasContent({ text, thoughts, calls }: AnswerSoFar): boolean {
  return text !== "" || thoughts.length > 0 || calls.length > 0
}

/**
 * What a message already has: all of it without streaming, seldom some of its content when it starts. All thinking is told
 * before the text.
 */
function readMessage(answer: AnswerSoFar, message: JsonObject | undefined): void {
  const blocks = listIn(message, "content")
  for (const isText of [false, true]) {
    for (const [index, block] of blocks.entries())
      if (isObject(block) && (block.type === "text") === isText) beginBlock(answer, index, block)
  }
  answer.stopWith(stopFor(stringIn(message, "stop_reason")))
  answer.usage = usageOf(objectIn(message, "usage"), undefined)
}

function beginBlock(answer: AnswerSoFar, index: number, block: JsonObject | undefined): void {
  switch (block?.type) {
    case "text":
      answer.add(stringIn(block, "text"), answer)
      break
    case "thinking": {
      const thought = answer.beginThought({ index, text: "" })
      answer.add(stringIn(block, "thinking"), thought)
      if (stringIn(block, "signature") !== "") thought.signature = stringIn(block, "signature")
      break
    }
    case "redacted_thinking":
      answer.beginThought({ index, text: "", redacted: stringIn(block, "data") })
      break
    case "tool_use":
      beginCall(answer, index, block)
      break
  }
}

/** A block that begins again with the same id is the same call, sent again from its beginning. */
function beginCall(answer: AnswerSoFar, index: number, block: JsonObject): void {
  const { input } = block
  const given = isObject(input) && Object.keys(input).length > 0 ? JSON.stringify(input) : ""
  const call: CallSoFar = { index, id: stringIn(block, "id"), name: stringIn(block, "name"), arguments: given }
  const known = call.id === "" ? undefined : answer.calls.find(({ id }) => id === call.id)
  if (known === undefined) answer.beginCall(call)
  else answer.beginAgain(known, call)
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
