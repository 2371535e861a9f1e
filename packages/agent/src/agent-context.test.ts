import { describe, expect, it } from "vitest"
import { fittingOf, repositoryBytes } from "./agent-context.ts"
import { UNKNOWN_WINDOW } from "./context/fitting.ts"
import type { Model } from "./contracts/model.ts"

const model = (name: string, window?: number): Model => ({
  name,
  ...(window !== undefined && { window }),
  ask: () => Promise.reject(new Error("Nobody asks.")),
})

describe("the window of each model", () => {
  it.each([
    { name: "what its maker says", given: model("a", 8192), declared: undefined, window: 8192 },
    { name: "what the user declares, which always wins", given: model("a", 8192), declared: 2048, window: 2048 },
    { name: "a usual one, when nobody says", given: model("a"), declared: undefined, window: UNKNOWN_WINDOW },
  ])("is $name", ({ given, declared, window }) => {
    expect(fittingOf([given], declared).models).toEqual([{ name: "a", window }])
  })
})

describe("what is shown of a repository's instructions", () => {
  it.each([
    { name: "32 kB at most", models: [model("a", 1_000_000)], declared: undefined, bytes: 32_768 },
    { name: "an eighth of a small window", models: [model("a", 8192)], declared: undefined, bytes: 4096 },
    { name: "an eighth of what was declared", models: [model("a", 1_000_000)], declared: 4096, bytes: 2048 },
    {
      name: "what the smallest of a chain can take",
      models: [model("a", 200_000), model("b", 8192)],
      declared: undefined,
      bytes: 4096,
    },
  ])("is $name", ({ models, declared, bytes }) => {
    expect(repositoryBytes(fittingOf(models, declared))).toBe(bytes)
  })
})
