// familyOf and estimate: model names to families, and estimates that err on the high side.
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { countBytes, countText, noCounts } from "./counts.ts"
import { estimate, familyOf, startingWeights } from "./weights.ts"

const FAMILIES = [
  ...["gpt", "gpt-4", "llama", "llama-2", "mistral", "claude", "claude-5", "gemini", "qwen", "deepseek", "other"],
  "an unknown family",
]

describe("startingWeights", () => {
  it.each(FAMILIES.slice(0, -1))("makes those of %s once", (family) => {
    expect(startingWeights(family)).toBe(startingWeights(family))
    expect(startingWeights(family).family).toBe(family)
  })

  it("keeps nothing for a name that a log invents", () => {
    const { family: _, ...other } = startingWeights("other")
    expect(startingWeights("an unknown family")).toEqual({ family: "an unknown family", ...other })
  })
})

describe("familyOf", () => {
  it.each([
    ["anthropic:claude-sonnet-4-5", "claude"],
    ["anthropic:claude-sonnet-4-20250514", "claude"],
    ["anthropic:claude-3-7-sonnet-latest", "claude"],
    ["anthropic:claude-opus-4-7", "claude-5"],
    ["anthropic:claude-haiku-5-5", "claude-5"],
    ["openrouter:anthropic/claude-3.5-sonnet", "claude"],
    ["openai:gpt-5", "gpt"],
    ["openai:gpt-4o-mini", "gpt"],
    ["openai:gpt-4.1", "gpt"],
    ["openai:chatgpt-4o-latest", "gpt"],
    ["openai:o3-mini", "gpt"],
    ["openrouter:openai/o1", "gpt"],
    ["openai:my-deployment", "gpt"],
    ["groq:openai/gpt-oss-20b", "gpt"],
    ["openai:gpt-4-turbo", "gpt-4"],
    ["openai:gpt-4", "gpt-4"],
    ["openai:gpt-3.5-turbo", "gpt-4"],
    ["ollama:qwen3:8b", "qwen"],
    ["ollama:llama3.2", "llama"],
    ["together:meta-llama/Llama-3.3-70B-Instruct-Turbo", "llama"],
    ["groq:deepseek-r1-distill-llama-70b", "llama"],
    ["groq:deepseek-r1-distill-qwen-32b", "qwen"],
    ["ollama:codellama:13b", "llama-2"],
    ["ollama:llama2", "llama-2"],
    ["mistral:codestral-latest", "mistral"],
    ["ollama:mixtral:8x7b", "mistral"],
    ["gemini:gemini-2.5-pro", "gemini"],
    ["ollama:gemma3", "gemini"],
    ["deepseek:deepseek-chat", "deepseek"],
    ["xai:grok-4", "other"],
    ["ollama:phi4", "other"],
    ["llamacpp:default", "other"],
    ["scripted", "other"],
    ["", "other"],
  ])("maps %s to %s", (model, family) => expect(familyOf(model)).toBe(family))
})

describe("an estimate", () => {
  it.each(FAMILIES)("with the weights of %s is a whole number, and at least 1 for any text", (family) => {
    const weights = startingWeights(family)
    expect(estimate(noCounts, weights)).toBe(0)
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const tokens = estimate(countText(text), weights)
        expect(Number.isInteger(tokens)).toBe(true)
        expect(tokens).toBeGreaterThanOrEqual(text === "" ? 0 : 1)
      }),
    )
  })

  it.each(FAMILIES)("of bytes with the weights of %s exceeds that of prose or code of the same length", (family) => {
    const weights = startingWeights(family)
    const prose = "It was late when the last of them went home, and the house was quiet again. ".repeat(20)
    const code = "  const found = rows.filter((row) => row.id === id).map(toItem)\n".repeat(20)
    for (const text of [prose, code])
      expect(estimate(countBytes(text.length), weights)).toBeGreaterThan(estimate(countText(text), weights))
  })

  it("adds known token counts unchanged", () => {
    expect(estimate({ ...noCounts, fixed: 1200 }, startingWeights("gpt"))).toBe(1200)
  })

  it("for an unknown model is rather too high than too low", () => {
    const text = "Every tokenizer has its own idea of where a word ends, and of what 2,048 bytes are."
    const known = ["gpt", "gpt-4", "llama"].map((family) => estimate(countText(text), startingWeights(family)))
    expect(estimate(countText(text), startingWeights("other"))).toBeGreaterThan(Math.max(...known))
  })
})
