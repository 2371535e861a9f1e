// Converts a ModelRequest into the prompt and tools of an AI SDK call.
import type {
  LanguageModelV4FilePart,
  LanguageModelV4FunctionTool,
  LanguageModelV4Message,
  LanguageModelV4Prompt,
  LanguageModelV4ReasoningPart,
  LanguageModelV4ToolResultPart,
} from "@ai-sdk/provider"
import { isObject } from "../../base/is-object.ts"
import { wellFormed } from "../../base/well-formed.ts"
import { fullText } from "../../contracts/content.ts"
import { assertNever } from "../../contracts/error.ts"
import type { JsonObject } from "../../contracts/json.ts"
import type { AssistantMessage, Message, Reasoning, ToolMessage } from "../../contracts/message.ts"
import type { ModelRequest, ToolDefinition } from "../../contracts/model.ts"
import { fitTools } from "../wire/fit/fit-tools.ts"
import type { SchemaRules } from "../wire/fit/rules.ts"
import { givenArguments, wireName } from "../wire/names.ts"
import { fileNameOf, hasMedia, type ShownMedia, shownParts } from "../wire/pictures.ts"
import { bridgeFormat } from "./format.ts"

export interface Target {
  readonly provider: string
  readonly version: "v3" | "v4"
}

type Blobs = ModelRequest["blobs"]

export function toPrompt({ system, messages, blobs }: ModelRequest, target: Target): LanguageModelV4Prompt {
  const head: LanguageModelV4Prompt = system === "" ? [] : [{ role: "system", content: system }]
  return wellFormed([...head, ...messages.map((message) => encode(message, blobs, target))])
}

export function toTools(tools: readonly ToolDefinition[], rules: SchemaRules): LanguageModelV4FunctionTool[] {
  return fitTools(tools, rules).map(({ schema = NOTHING, ...tool }) => ({
    type: "function",
    ...tool,
    // Any JSON Schema is JSON, but the SDK's type for it is narrower than real schemas.
    inputSchema: schema as LanguageModelV4FunctionTool["inputSchema"],
  }))
}

/** For a tool without parameters. The SDK omits the schema itself where a provider requires that. */
const NOTHING: JsonObject = { type: "object", properties: {} }

function encode(message: Message, blobs: Blobs, target: Target): LanguageModelV4Message {
  switch (message.role) {
    case "user":
      return {
        role: "user",
        content: shownParts(message.parts, blobs).map((shown) =>
          shown.kind === "text" ? { type: "text", text: shown.text } : filePart(shown, target),
        ),
      }
    case "tool":
      return { role: "tool", content: [toolResult(message, blobs, target)] }
    case "assistant":
      return { role: "assistant", content: assistantContent(message, target) }
    default:
      return assertNever(message)
  }
}

function filePart(shown: ShownMedia, { version }: Target): LanguageModelV4FilePart {
  const { base64, mime, kind } = shown
  const named = kind === "pdf" ? { filename: fileNameOf(shown) } : {}
  const part = { type: "file", data: { type: "data", data: base64 }, mediaType: mime, ...named } as const
  // Version 3 takes the base64 data without a wrapper.
  return version === "v4" ? part : ({ ...part, data: base64 } as unknown as LanguageModelV4FilePart)
}

function toolResult(message: ToolMessage, blobs: Blobs, target: Target): LanguageModelV4ToolResultPart {
  const { call, name, parts, failed } = message
  const head = { type: "tool-result", toolCallId: call, toolName: wireName(name) } as const
  if (!hasMedia(parts, blobs)) {
    return { ...head, output: { type: failed ? "error-text" : "text", value: fullText(parts, blobs) } }
  }
  const value = shownParts(parts, blobs).map((shown) => {
    if (shown.kind === "text") return { type: "text", text: shown.text } as const
    if (target.version === "v4") return filePart(shown, target)
    const media = { data: shown.base64, mediaType: shown.mime }
    return shown.kind === "pdf"
      ? { type: "file-data", ...media, filename: fileNameOf(shown) }
      : { type: "image-data", ...media }
  })
  const output = { type: "content", value } as LanguageModelV4ToolResultPart["output"] // Version 3 names its parts differently.
  return { ...head, output }
}

type AssistantContent = Extract<LanguageModelV4Message, { role: "assistant" }>["content"]

function assistantContent({ text, reasoning, calls }: AssistantMessage, target: Target): AssistantContent {
  const attached = reasoning.find((each) => isObject(opaqueOf(each, target)?.calls))
  const extras = attached === undefined ? undefined : (opaqueOf(attached, target)?.calls as JsonObject)
  return [
    ...reasoning.flatMap((each): readonly LanguageModelV4ReasoningPart[] => {
      const options = optionsFor(each, target)
      return options === undefined ? [] : [{ type: "reasoning", text: each.text, providerOptions: options }]
    }),
    ...(text.trim() === "" ? [] : [{ type: "text", text } as const]),
    ...calls.map((call, at) => {
      const extra = extras?.[at]
      const input = givenArguments(call)
      const part = { type: "tool-call", toolCallId: call.id, toolName: wireName(call.name), input } as const
      return { ...part, ...(isObject(extra) && { providerOptions: extra as Options }) }
    }),
  ]
}

type Options = NonNullable<LanguageModelV4ReasoningPart["providerOptions"]>

/** Thinking is sent back only to the provider it came from, with what that provider attached to it. */
function optionsFor(reasoning: Reasoning, target: Target): Options | undefined {
  const metadata = opaqueOf(reasoning, target)?.reasoning
  if (isObject(metadata)) return metadata as Options
  if (!target.provider.startsWith("anthropic")) return undefined
  if (reasoning.redacted !== undefined) return { anthropic: { redactedData: reasoning.redacted } }
  return reasoning.signature === undefined ? undefined : { anthropic: { signature: reasoning.signature } }
}

function opaqueOf({ opaque }: Reasoning, { provider }: Target): JsonObject | undefined {
  return opaque?.format === bridgeFormat(provider) && isObject(opaque.data) ? opaque.data : undefined
}
