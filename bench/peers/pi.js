// pi's agent library as a contender: an Agent with one tool, prompted once.
import { Agent } from "@earendil-works/pi-agent-core"
import { createModels, createProvider } from "@earendil-works/pi-ai"
import { openAICompletionsApi } from "@earendil-works/pi-ai/api/openai-completions.lazy"
import { LOOK, PROMPT, SYSTEM } from "../loop/look.ts"

export function prepare(baseUrl) {
  const model = {
    id: "bench",
    name: "bench",
    api: "openai-completions",
    provider: "bench",
    baseUrl,
    reasoning: false,
    input: ["text"],
    cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
    contextWindow: 100_000_000,
    maxTokens: 32_000,
  }
  const auth = { apiKey: { name: "bench", resolve: async () => ({ auth: { apiKey: "none" } }) } }
  const models = createModels()
  models.setProvider(
    createProvider({ id: "bench", name: "bench", baseUrl, auth, models: [model], api: openAICompletionsApi() }),
  )
  const { run, ...described } = LOOK
  const execute = async (_id, input) => ({ content: [{ type: "text", text: run(input) }], details: undefined })
  const look = { ...described, label: "Look", execute }
  const session = async () => {
    const initialState = { systemPrompt: SYSTEM, model, tools: [look] }
    const agent = new Agent({ initialState, streamFn: models.streamSimple.bind(models) })
    agent.subscribe(() => {})
    await agent.prompt(PROMPT)
    const last = agent.state.messages.at(-1)
    if (last?.stopReason !== "stop") throw new Error(`The turn ended with ${last?.stopReason}: ${last?.errorMessage}`)
  }
  return { session, close: () => undefined }
}
