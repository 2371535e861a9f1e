// The OpenAI chat completions codec. Each history message is encoded only once: its JSON is cached.
import { defined } from "../../base/defined.ts"
import { wellFormedJson, wholeText } from "../../base/well-formed.ts"
import type { JsonObject } from "../../contracts/json.ts"
import { type Model, type ModelRequest, sentCharsOf, type ToolDefinition } from "../../contracts/model.ts"
import { closedAnswer, isStrict } from "./fit/closed-answer.ts"
import { fitAnswer } from "./fit/fit-schema.ts"
import { fitTools } from "./fit/fit-tools.ts"
import { rulesFor, type SchemaRules } from "./fit/rules.ts"
import { type Body, bodyWriter } from "./kept-messages.ts"
import { wireName } from "./names.ts"
import { once } from "./once.ts"
import { openAiMessagesAt } from "./openai-messages.ts"
import { readOpenAi } from "./openai-reader.ts"
import { fieldsJson, samplingFields } from "./sampling.ts"
import { type WireOptions, wireModel } from "./wire-model.ts"

export interface OpenAiChatOptions extends WireOptions {
  readonly maxTokens?: number
  /** OpenAI's reasoning models accept only `max_completion_tokens`. */
  readonly maxTokensField?: "max_tokens" | "max_completion_tokens"
  /** Requests the token usage of a streamed answer. A few endpoints refuse this option. */
  readonly usageInStream?: boolean
}

export function openAiChat(options: OpenAiChatOptions): Model {
  const { stream = true } = options
  return stream ? streamingIfPossible(oneWay(options), () => oneWay({ ...options, stream: false })) : oneWay(options)
}

/** Some endpoints refuse to stream. The request is then repeated without streaming, and so are all later ones. */
function streamingIfPossible(streaming: Model, inOnePiece: () => Model): Model {
  let chosen = streaming
  return {
    name: streaming.name,
    ...defined({ sentOtherwise: streaming.sentOtherwise, toolFitting: streaming.toolFitting }),
    sentChars: (request) => sentCharsOf(chosen, request),
    async ask(request, how) {
      const reply = await chosen.ask(request, how)
      if (chosen !== streaming || reply.kind === "answer" || reply.error.class !== "invalid-request") return reply
      if (!NO_STREAM.test(reply.error.message)) return reply
      chosen = inOnePiece()
      return chosen.ask(request, how)
    },
  }
}

const NO_STREAM = /\bstream(?:ing|_options)?\b[^.]*\b(?:not|un)\s?(?:support|allow|permit|recogni|known|available)/i

function oneWay(options: OpenAiChatOptions): Model {
  const format = `openai-chat/${options.provider ?? new URL(options.baseUrl).host}`
  const encode = openAiEncoder(options, format)
  return wireModel(options, {
    format: { name: format, read: readOpenAi },
    path: "/chat/completions",
    headers: options.apiKey === undefined ? {} : { authorization: `Bearer ${options.apiKey}` },
    encode,
    rules: rulesFor(options.provider),
  })
}

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
    write: (request, at) => messageJson(request, at, format),
    add: (before, json, { role }) => ({ json: before === "" ? json : `,${json}`, role }),
    close: () => "]}",
  })
  const systemJson = systemWriter()
  const tools = new WeakMap<readonly ToolDefinition[], string>()
  const answers = new WeakMap<JsonObject, JsonObject>()
  const rules = rulesFor(options.provider)
  const typed = new WeakMap<JsonObject, JsonObject>()
  const held = ({ answerSchema, isTyped }: ModelRequest) => {
    if (answerSchema === undefined) return NOTHING
    if (isTyped === true) return once(typed, answerSchema, (schema) => typedFormat(schema, rules))
    return once(answers, answerSchema, (schema) => answerFormat(schema, rules))
  }
  return (request) => {
    const fields = isPlain(request)
      ? ""
      : fieldsJson({ ...samplingFields(request, options.extra), ...held(request), ...choiceField(request) })
    const offered = once(tools, request.tools, (given) => toolsJson(given, rules))
    const first = systemJson(request.system)
    const separator = first === "" || request.messages.length === 0 ? "" : ","
    return body(`${opening}${fields}${offered},"messages":[${first}${separator}`, request)
  }
}

const NOTHING: JsonObject = {}

/** Most requests ask for nothing beside an answer. */
function isPlain({ sampling, answerSchema, toolChoice }: ModelRequest): boolean {
  return sampling === undefined && answerSchema === undefined && toolChoice === undefined
}

/** The prompt is the same in most requests, and is written once. */
function systemWriter(): (system: string) => string {
  let last = { system: "", json: "" }
  return (system) => {
    if (last.system === system) return last.json
    const isEmpty = system.trim() === ""
    last = { system, json: isEmpty ? "" : `{"role":"system","content":${JSON.stringify(wholeText(system))}}` }
    return last.json
  }
}

/**
 * The last result carries its neighbours' images. Its JSON can be kept, because a request always shows all results of an
 * answer at once.
 */
function messageJson({ messages, blobs }: ModelRequest, at: number, format: string): string {
  // An old log may hold half characters.
  return openAiMessagesAt(messages, at, { blobs, format }).map(wellFormedJson).join(",")
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
