// The OpenAI chat completions codec. Each history message is encoded only once: its JSON is cached.
import { defined } from "../../base/defined.ts"
import { wellFormedJson, wholeText } from "../../base/well-formed.ts"
import type { ModelError } from "../../contracts/answer.ts"
import type { JsonObject } from "../../contracts/json.ts"
import type { Message } from "../../contracts/message.ts"
import type { Model, ModelRequest, ToolDefinition } from "../../contracts/model.ts"
import { closedAnswer, isStrict } from "./fit/closed-answer.ts"
import { fitAnswer } from "./fit/fit-schema.ts"
import { fitTools } from "./fit/fit-tools.ts"
import { rulesFor, type SchemaRules } from "./fit/rules.ts"
import { type Body, bodyWriter } from "./kept-messages.ts"
import { wireName } from "./names.ts"
import { once } from "./once.ts"
import { picturesAfter, toOpenAiMessage } from "./openai-messages.ts"
import { readOpenAi } from "./openai-reader.ts"
import { fieldsJson, samplingFields } from "./sampling.ts"
import { type Codec, type WireOptions, wireModel } from "./wire-model.ts"

export interface OpenAiChatOptions extends WireOptions {
  readonly maxTokens?: number
  /** OpenAI's reasoning models accept only `max_completion_tokens`. */
  readonly maxTokensField?: "max_tokens" | "max_completion_tokens"
  /** Requests the token usage of a streamed answer. A few endpoints refuse this option. */
  readonly usageInStream?: boolean
}

export function openAiChat(options: OpenAiChatOptions): Model {
  return wireModel(options, codecOf(options))
}

function codecOf(options: OpenAiChatOptions): Codec {
  const { stream = true } = options
  const format = `openai-chat/${options.provider ?? new URL(options.baseUrl).host}`
  return {
    format: { name: format, read: readOpenAi },
    isStreamed: stream,
    path: "/chat/completions",
    headers: options.apiKey === undefined ? {} : { authorization: `Bearer ${options.apiKey}` },
    encode: openAiEncoder(options, format),
    rules: rulesFor(options.provider),
    // Some endpoints refuse to stream.
    ...(stream && {
      otherwise: ({ error }) => (refusesStream(error) ? codecOf({ ...options, stream: false }) : undefined),
    }),
  }
}

function refusesStream({ class: kind, message }: ModelError): boolean {
  return kind === "invalid-request" && NO_STREAM.test(message)
}

const NO_STREAM = /\bstream(?:ing|_options)?\b[^.]*\b(?:not|un)\s?(?:support|allow|permit|recogni|known|available)/i

/** The messages come last, so that each request starts with the whole previous one. */
export function openAiEncoder(options: OpenAiChatOptions, format: string): (request: ModelRequest) => Body {
  const { model, stream = true, usageInStream = true, maxTokens, maxTokensField = "max_tokens" } = options
  const head: JsonObject = {
    model,
    stream,
    ...(stream && usageInStream && { stream_options: { include_usage: true } }),
    ...(maxTokens !== undefined && { [maxTokensField]: maxTokens }),
    ...options.extra,
  }
  const opening = JSON.stringify(head).slice(0, -1)
  const body = bodyWriter({
    write: messageWriter(format),
    add: (before, json, { role }) => ({ json: before === "" ? json : `,${json}`, role }),
    close: () => "]}",
  })
  const rules = rulesFor(options.provider)
  const tools = new WeakMap<readonly ToolDefinition[], string>()
  const answers = new WeakMap<JsonObject, JsonObject>()
  const typed = new WeakMap<JsonObject, JsonObject>()
  const held = ({ answerSchema, isTyped }: ModelRequest) => {
    if (answerSchema === undefined) return NOTHING
    if (isTyped === true) return once(typed, answerSchema, (schema) => typedFormat(schema, rules))
    return once(answers, answerSchema, (schema) => answerFormat(schema, rules))
  }
  const beforeMessages = (request: ModelRequest) => {
    const fields = fieldsJson({ ...samplingFields(request, options.extra), ...held(request), ...choiceField(request) })
    const offered = once(tools, request.tools, (given) => toolsJson(given, rules))
    const first = systemJson(request.system)
    const separator = first === "" || request.messages.length === 0 ? "" : ","
    return `${opening}${fields}${offered},"messages":[${first}${separator}`
  }
  let last: { readonly request: Around; readonly json: string } | undefined
  return (request) => {
    if (last === undefined || !isSameAround(last.request, request))
      last = { request: aroundOf(request), json: beforeMessages(request) }
    return body(last.json, request)
  }
}

const NOTHING: JsonObject = {}

/** What a request has around its messages. It is the same in most requests, and is written once. */
interface Around
  extends Pick<ModelRequest, "system" | "tools" | "sampling" | "answerSchema" | "isTyped" | "toolChoice"> {
  readonly isEmpty: boolean
}

/** Without the messages, so that they are not kept. */
function aroundOf({ system, tools, sampling, answerSchema, isTyped, toolChoice, messages }: ModelRequest): Around {
  return { system, tools, ...defined({ sampling, answerSchema, isTyped, toolChoice }), isEmpty: messages.length === 0 }
}

function isSameAround(around: Around, request: ModelRequest): boolean {
  return (
    around.system === request.system &&
    around.tools === request.tools &&
    around.sampling === request.sampling &&
    around.answerSchema === request.answerSchema &&
    around.isTyped === request.isTyped &&
    around.toolChoice === request.toolChoice &&
    around.isEmpty === (request.messages.length === 0)
  )
}

function systemJson(system: string): string {
  return system.trim() === "" ? "" : `{"role":"system","content":${JSON.stringify(wholeText(system))}}`
}

/**
 * The last result carries its neighbours' images. Its JSON can be kept, because a request always shows all results of an
 * answer at once.
 */
function messageWriter(format: string): (request: ModelRequest, at: number) => string {
  return ({ messages, blobs }, at) => {
    // An old log may hold half characters.
    const json = wellFormedJson(toOpenAiMessage(messages[at] as Message, blobs, format)) // It is within bounds.
    const pictures = blobs.size === 0 ? undefined : picturesAfter(messages, at, blobs)
    return pictures === undefined ? json : `${json},${wellFormedJson(pictures)}`
  }
}

function answerFormat(answerSchema: JsonObject, rules: SchemaRules): JsonObject {
  const schema = fitAnswer(answerSchema, rules)
  return { response_format: { type: "json_schema", json_schema: { name: "answer", schema } } }
}

/** Strict where the schema allows it: the provider then keeps to it without exception. */
function typedFormat(answerSchema: JsonObject, rules: SchemaRules): JsonObject {
  const schema = closedAnswer(fitAnswer(answerSchema, rules))
  const strict = isStrict(schema) ? { strict: true } : {}
  return { response_format: { type: "json_schema", json_schema: { name: "answer", ...strict, schema } } }
}

function choiceField({ toolChoice, tools }: ModelRequest): JsonObject {
  if (toolChoice === undefined || tools.length === 0) return {}
  const named = typeof toolChoice === "object"
  return { tool_choice: named ? { type: "function", function: { name: wireName(toolChoice.tool) } } : toolChoice }
}

function toolsJson(tools: readonly ToolDefinition[], rules: SchemaRules): string {
  if (tools.length === 0) return ""
  const definitions = fitTools(tools, rules).map(({ schema, ...tool }) => ({
    type: "function",
    function: { ...tool, ...defined({ parameters: schema }) },
  }))
  return `,"tools":${JSON.stringify(definitions)}`
}
