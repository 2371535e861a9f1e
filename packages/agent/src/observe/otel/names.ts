// The names of OpenTelemetry's conventions for generative AI that are used here, and how ours map to them.
import type { Stop } from "../../contracts/answer.ts"

export const GEN_AI = {
  operation: "gen_ai.operation.name",
  provider: "gen_ai.provider.name",
  model: "gen_ai.request.model",
  finishReasons: "gen_ai.response.finish_reasons",
  inputTokens: "gen_ai.usage.input_tokens",
  outputTokens: "gen_ai.usage.output_tokens",
  cacheReadTokens: "gen_ai.usage.cache_read.input_tokens",
  cacheWriteTokens: "gen_ai.usage.cache_creation.input_tokens",
  tokenType: "gen_ai.token.type",
  conversation: "gen_ai.conversation.id",
  agent: "gen_ai.agent.name",
  tool: "gen_ai.tool.name",
  toolType: "gen_ai.tool.type",
  toolCall: "gen_ai.tool.call.id",
  toolArguments: "gen_ai.tool.call.arguments",
  toolResult: "gen_ai.tool.call.result",
  inputMessages: "gen_ai.input.messages",
  outputMessages: "gen_ai.output.messages",
  error: "error.type",
} as const

const FINISH: Readonly<Record<Stop, string>> = {
  end: "stop",
  "tool-calls": "tool_calls",
  "max-tokens": "length",
  refused: "content_filter",
  other: "other",
}

export function finishReason(stop: Stop): string {
  return FINISH[stop]
}

/** Providers for which the conventions define a name. */
const PROVIDERS: Readonly<Record<string, string>> = {
  gemini: "gcp.gemini",
  mistral: "mistral_ai",
  xai: "x_ai",
}

/** "mistral:large" -> "mistral_ai" and "large". A name without a provider gets the provider "pawl". */
export function readModel(name: string): { readonly provider: string; readonly model: string } {
  const colon = name.indexOf(":")
  if (colon <= 0) return { provider: "pawl", model: name }
  const provider = name.slice(0, colon)
  return {
    provider: Object.hasOwn(PROVIDERS, provider) ? (PROVIDERS[provider] ?? provider) : provider,
    model: name.slice(colon + 1),
  }
}
