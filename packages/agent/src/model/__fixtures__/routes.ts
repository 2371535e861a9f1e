// Every route to the same model server: both codecs, each with and without streaming, and the AI SDK bridge over two
// providers.
import { createAnthropic } from "@ai-sdk/anthropic"
import { createOpenAICompatible } from "@ai-sdk/openai-compatible"
import type { Model } from "../../contracts/model.ts"
import type { ModelServer } from "../../testing/model-server.ts"
import { fromAiSdk } from "../ai-sdk.ts"
import { modelFrom } from "../providers.ts"
import type { Limits } from "../wire/limits.ts"

export interface Route {
  readonly name: string
  readonly isStreaming: boolean
  readonly isBridge: boolean
  model(server: Pick<ModelServer, "openai" | "anthropic">, limits?: Partial<Limits>): Model
}

const apiKey = "sk-test-0123456789abcdef"

export const routes: readonly Route[] = [
  {
    name: "openai-chat",
    isStreaming: true,
    isBridge: false,
    model: (server, limits = {}) => modelFrom("openai:served", { apiKey, baseUrl: server.openai, limits }),
  },
  {
    name: "anthropic-messages",
    isStreaming: true,
    isBridge: false,
    model: (server, limits = {}) => modelFrom("anthropic:served", { apiKey, baseUrl: server.anthropic, limits }),
  },
  {
    name: "openai-chat without streaming",
    isStreaming: false,
    isBridge: false,
    model: (server, limits = {}) =>
      modelFrom("openai:served", { apiKey, baseUrl: server.openai, limits, stream: false }),
  },
  {
    name: "anthropic-messages without streaming",
    isStreaming: false,
    isBridge: false,
    model: (server, limits = {}) =>
      modelFrom("anthropic:served", { apiKey, baseUrl: server.anthropic, limits, stream: false }),
  },
  {
    name: "the bridge to openai-compatible",
    isStreaming: true,
    isBridge: true,
    model: (server, limits = {}) => {
      const provider = createOpenAICompatible({ name: "served", baseURL: server.openai, apiKey, includeUsage: true })
      return fromAiSdk(provider.chatModel("served"), { limits })
    },
  },
  {
    name: "the bridge to anthropic",
    isStreaming: true,
    isBridge: true,
    model: (server, limits = {}) =>
      fromAiSdk(createAnthropic({ baseURL: server.anthropic, apiKey })("served"), { limits, maxOutputTokens: 1000 }),
  },
]
