import { describe, expect, it } from "vitest"
import { keyProblem } from "./name-keys.ts"

const own = ["small", "acme:large"]

describe("a key of a table by the names of models", () => {
  it.each(["openai:gpt-5", "openai:*", "*", "open*", "acme:anything", "ollama:qwen3:8b", "small", "sma*"])(
    "%s may fit",
    (key) => expect(keyProblem(key, own)).toBeUndefined(),
  )

  it.each([
    ["gpt-5", "openai:gpt-5"],
    ["gpt-5*", "openai:gpt-5*"],
    ["claude-sonnet-4-5", "anthropic:claude-sonnet-4-5"],
    ["openai/gpt-5", "openai:gpt-5"],
    ["openai", "openai:*"],
    ["large", "acme:large"],
    ["tiny", "provider:tiny"],
    ["*-large", "*"],
    ["acme:*rge", "acme:large"],
    ["openai:*-5", "openai:gpt-5"],
    ["acme:*-tiny", "acme:*"],
    ["openai:gpt-**", "openai:gpt-*"],
  ])("%s fits no model: write %s", (key, instead) => {
    expect(keyProblem(key, own)).toContain(`fits no model; write "${instead}" (`)
  })
})
