// The words for profiles, and the parts of a model's name.
import { PROFILE_LINES } from "@pawl/agent/profiles"
import { expect, it } from "vitest"
import { aboutProfile, partsOf } from "./profiles.ts"

it("every profile that comes with Pawl has words of its own; all others are the operator's", () => {
  const keys = Object.keys(PROFILE_LINES).map(aboutProfile)
  expect(new Set(keys).size).toBe(keys.length)
  expect(keys).not.toContain("settings.profile_own")
  for (const name of ["mine", "constructor", ""]) expect(aboutProfile(name)).toBe("settings.profile_own")
})

it.each([
  ["openai:gpt-5", { provider: "openai", name: "gpt-5" }],
  ["ollama:qwen3:8b", { provider: "ollama", name: "qwen3:8b" }],
  ["scripted", { name: "scripted" }],
  [":odd", { name: ":odd" }],
])("the parts of %s", (model, parts) => {
  expect(partsOf(model)).toEqual(parts)
})
