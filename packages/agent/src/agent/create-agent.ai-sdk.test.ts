// Models of the AI SDK, passed as their providers make them, and models of `modelFrom`, against a real server.
import { createAnthropic } from "@ai-sdk/anthropic"
import { createOpenAICompatible } from "@ai-sdk/openai-compatible"
import type { LanguageModelV3, LanguageModelV4 } from "@ai-sdk/provider"
import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from "vitest"
import type { AiSdkModel, AnyModel, Model } from "../contracts/model.ts"
import { modelFrom } from "../model/providers.ts"
import { call } from "../model/scripted.ts"
import { type ModelServer, modelServer } from "../testing/model-server.ts"
import { tool } from "../tools/tool.ts"
import { createAgent } from "./create-agent.ts"

let server: ModelServer
beforeAll(async () => {
  server = await modelServer({
    script: ({ results }) => results[0]?.text ?? { calls: [call("find_order", { order: 42 })] },
  })
})
afterAll(() => server.close())

const apiKey = "sk-test-0123456789abcdef"
const findOrder = tool({
  name: "find_order",
  description: "Finds an order.",
  input: { type: "object", properties: { order: { type: "integer" } }, required: ["order"] },
  effect: "read",
  run: ({ order }) => `Order ${order} is on its way.`,
})

const openAi = () => createOpenAICompatible({ name: "served", baseURL: server.openai, apiKey }).chatModel("small")
const gone: Model = {
  name: "gone",
  ask: async () => ({ kind: "failure", error: { class: "config", code: "model-missing", message: "It is gone." } }),
}

describe("a model of the AI SDK", () => {
  it.each<readonly [string, () => AnyModel | readonly AnyModel[], string]>([
    [
      "of one provider",
      () => createAnthropic({ baseURL: server.anthropic, apiKey })("large"),
      "anthropic.messages:large",
    ],
    ["of another provider", openAi, "served.chat:small"],
    ["as the next of a chain", () => [gone, openAi()], "served.chat:small"],
  ])("is taken as it is: %s", async (_, make, name) => {
    await using agent = await createAgent({ model: make(), tools: [findOrder] })
    const session = await agent.open()
    expect(await session.ask("Where is order 42?")).toMatchObject({ text: "Order 42 is on its way." })
    const asked = (await session.facts()).flatMap((fact) => (fact.type === "model-asked" ? [fact.model] : []))
    expect(asked.at(-1)).toBe(name)
  })

  it("has the type of the SDK's own contracts, and no older one", () => {
    expectTypeOf<LanguageModelV3>().toExtend<AiSdkModel>()
    expectTypeOf<LanguageModelV4>().toExtend<AiSdkModel>()
    expectTypeOf<{ specificationVersion: "v2" }>().not.toExtend<AnyModel>()
  })
})

describe("a model of modelFrom", () => {
  it("is asked with its key, address, headers and temperature", async () => {
    const model = modelFrom("openai:small", {
      apiKey,
      baseUrl: server.openai,
      headers: { "x-team": "support" },
      temperature: 0.2,
      extra: { seed: 7 },
    })
    await using agent = await createAgent({ model, tools: [findOrder] })
    expect((await (await agent.open()).ask("Where is order 42?")).text).toBe("Order 42 is on its way.")
    const { headers, body } = server.requests.at(-1) ?? {}
    expect(headers).toMatchObject({ authorization: `Bearer ${apiKey}`, "x-team": "support" })
    expect(body).toMatchObject({ model: "small", temperature: 0.2, seed: 7 })
  })

  it("keeps its key out of the log", async () => {
    const plainKey = "customer-key-without-a-known-form"
    const model = modelFrom("openai:small", { apiKey: plainKey, baseUrl: server.openai })
    await using agent = await createAgent({ model, tools: [{ ...findOrder, run: () => `The key is ${plainKey}.` }] })
    const session = await agent.open()
    await session.ask("Where is order 42?")
    const log = JSON.stringify(await session.facts())
    expect(log).toContain("The key is ")
    expect(log).not.toContain(plainKey)
  })
})
