// The catalogue's results for model names as users write them.
import { describe, expect, it } from "vitest"
import { fromAiSdk } from "./ai-sdk.ts"
import { takesOf, windowOf } from "./catalogue.ts"
import { modelFrom } from "./providers.ts"

const ALL = ["image", "pdf"]
const IMAGES = ["image"]

describe("the catalogue", () => {
  it.each([
    ["anthropic:claude-sonnet-4-5", 200_000, ALL],
    ["anthropic:claude-3-7-sonnet-20250219", 200_000, ALL],
    ["anthropic:claude-opus-5-5", 1_000_000, ALL],
    ["openrouter:anthropic/claude-sonnet-5.5", 1_000_000, ALL],
    ["anthropic:claude-2.1", 100_000, []],
    ["openai:gpt-4o-mini", 128_000, ALL],
    ["openai:gpt-4.1-nano", 1_047_576, ALL],
    ["openai:gpt-4-turbo", 128_000, IMAGES],
    ["openai:gpt-4", 8192, []],
    ["openai:gpt-4-32k", 32_768, []],
    ["openai:gpt-3.5-turbo", 16_385, []],
    ["openai:gpt-5", 272_000, ALL],
    ["openai:gpt-5-chat-latest", 128_000, ALL],
    ["openai:gpt-5.4", 922_000, ALL],
    ["openai:gpt-5.4-mini", 272_000, ALL],
    ["openai:o3", 200_000, ALL],
    ["openai:o4-mini", 200_000, ALL],
    ["openai:o3-mini", 200_000, []],
    ["openai:o1-mini", 128_000, []],
    ["groq:openai/gpt-oss-120b", 131_072, []],
    ["google.generative-ai:gemini-2.5-pro", 1_048_576, ALL],
    ["groq:llama-3.3-70b-versatile", 131_072, []],
    ["groq:meta-llama/llama-4-scout-17b-16e-instruct", 131_072, IMAGES],
    ["together:meta-llama/Meta-Llama-3.1-8B-Instruct-Turbo", 131_072, []],
    ["together:meta-llama/Llama-3-8b-chat-hf", 8192, []],
    ["together:meta-llama/Llama-2-70b-chat-hf", 4096, []],
    ["openrouter:qwen/qwen3-coder", 262_144, []],
    ["openrouter:qwen/qwen3-32b", 32_768, []],
    ["openrouter:qwen/qwen2.5-vl-72b-instruct", 32_768, IMAGES],
    ["deepseek:deepseek-chat", 131_072, []],
    ["groq:deepseek-r1-distill-llama-70b", 131_072, []],
    ["mistral:mistral-large-latest", 131_072, IMAGES],
    ["mistral:open-mixtral-8x22b", 65_536, []],
    ["xai:grok-4", 256_000, IMAGES],
  ])("knows %s", (spec, window, takes) => {
    expect(windowOf(spec)).toBe(window)
    expect(takesOf(spec)).toEqual(takes)
  })

  it.each(["ollama:llama3.1:8b", "lmstudio:qwen3-coder", "vllm:my-own", "llamacpp:any"])(
    "uses the default window of a local server instead of the model's: %s",
    (spec) => expect(windowOf(spec)).toBe(8192),
  )

  it("uses the model's window for cloud models of a local provider", () => {
    expect(windowOf("ollama:gpt-oss:120b-cloud")).toBe(131_072)
  })

  it("offers no PDFs where the provider's format has none", () => {
    expect(takesOf("gemini:gemini-2.5-flash")).toEqual(IMAGES)
    expect(takesOf("ollama:gemma3:4b")).toEqual(IMAGES)
  })

  it.each(["openai:my-deployment", "together:some/thing", "fake", "", ":", "scripted:model"])(
    "does not know %j",
    (spec) => {
      expect(windowOf(spec)).toBeUndefined()
      expect(takesOf(spec)).toBeUndefined()
    },
  )

  it("does not match a provider's own name as a model", () => {
    expect(windowOf("llamafile:x")).toBeUndefined()
    expect(windowOf("mistral:x")).toBeUndefined()
  })
})

describe("a model", () => {
  const env = { OPENAI_API_KEY: "k" }

  it("has the window and media from the catalogue", () => {
    expect(modelFrom("openai:gpt-4o", { env })).toMatchObject({ window: 128_000, takes: ALL })
    expect(fromAiSdk(sdkModel("claude-sonnet-4-5"))).toMatchObject({ window: 200_000, takes: ALL })
  })

  it("has neither window nor media if the catalogue does not know it", () => {
    for (const model of [modelFrom("openai:my-deployment", { env }), fromAiSdk(sdkModel("mine"))]) {
      expect(model).not.toHaveProperty("window")
      expect(model).not.toHaveProperty("takes")
    }
  })

  it("has the window and media that its user declared instead", () => {
    const declared = { window: 4000, takes: [] }
    expect(modelFrom("openai:gpt-4o", { env, ...declared })).toMatchObject(declared)
    expect(fromAiSdk(sdkModel("claude-sonnet-4-5"), declared)).toMatchObject(declared)
  })
})

function sdkModel(modelId: string): Parameters<typeof fromAiSdk>[0] {
  // Before a request, only its name is used.
  return { specificationVersion: "v4", provider: "vendor", modelId } as Parameters<typeof fromAiSdk>[0]
}
