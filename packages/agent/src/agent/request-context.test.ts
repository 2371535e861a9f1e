import { describe, expect, it } from "vitest"
import { UNKNOWN_WINDOW } from "../context/fitting.ts"
import type { Model } from "../contracts/model.ts"
import { ownProfile } from "../profiles/own-profile.ts"
import { tool } from "../tools/tool.ts"
import { createAgent } from "./create-agent.ts"
import type { AgentOptions } from "./options.ts"
import { fittingOf, repositoryBytes } from "./request-context.ts"

const model = (name: string, window?: number): Model => ({
  name,
  ...(window !== undefined && { window }),
  ask: () => Promise.reject(new Error("Not asked here.")),
})

describe("the window of each model", () => {
  it.each([
    { name: "the model's own", given: model("a", 8192), declared: undefined, window: 8192 },
    { name: "the declared one, which takes precedence", given: model("a", 8192), declared: 2048, window: 2048 },
    { name: "the default, when none is known", given: model("a"), declared: undefined, window: UNKNOWN_WINDOW },
  ])("is $name", ({ given, declared, window }) => {
    expect(fittingOf([given], declared).models).toEqual([{ name: "a", window }])
  })
})

describe("the share of a repository's instructions that is shown", () => {
  it.each([
    { name: "32 kB at most", models: [model("a", 1_000_000)], declared: undefined, bytes: 32_768 },
    { name: "an eighth of a small window", models: [model("a", 8192)], declared: undefined, bytes: 4096 },
    { name: "an eighth of the declared window", models: [model("a", 1_000_000)], declared: 4096, bytes: 2048 },
    {
      name: "an eighth of the smallest window of a chain",
      models: [model("a", 200_000), model("b", 8192)],
      declared: undefined,
      bytes: 4096,
    },
  ])("is $name", ({ models, declared, bytes }) => {
    expect(repositoryBytes(fittingOf(models, declared))).toBe(bytes)
  })
})

describe("the prompt's text about calls", () => {
  const requestsIn = async (options: Pick<AgentOptions, "dialect" | "profile">) => {
    let system = ""
    const listening: Model = {
      name: "listening",
      ask: async (request) => {
        system = request.system
        return {
          kind: "answer",
          text: '{"type":"FinalResponse","answer":"Hi."}',
          reasoning: [],
          calls: [],
          problems: [],
          stop: "end",
        }
      },
    }
    const look = tool({ name: "look", description: "", input: { type: "object" }, effect: "read", run: () => "" })
    await using agent = await createAgent({ model: listening, tools: [look], ...options })
    await (await agent.open()).ask("Hello")
    return system
  }

  it.each<[Pick<AgentOptions, "dialect" | "profile">, boolean]>([
    [{}, true],
    [{ dialect: "xml" }, true],
    [{ dialect: "structured" }, false],
    [{ profile: "terminal", dialect: "structured" }, false],
    [{ profile: ownProfile({ name: "own", dialect: "structured" })() }, false],
    [{ profile: ownProfile({ name: "own", dialect: "structured" })(), dialect: "native" }, true],
  ])("with %j invites several calls in one answer: %s", async (options, isInvited) => {
    expect((await requestsIn(options)).includes("into one answer")).toBe(isInvited)
  })
})
