// OpenAI Agents as a contender: a streamed run with its chat completions model; traces, which it would send away, are off.
import { Agent, OpenAIChatCompletionsModel, run, setTracingDisabled, tool } from "@openai/agents"
import OpenAI from "openai"
import { LOOK, PROMPT, SYSTEM } from "../loop/look.ts"

setTracingDisabled(true)

export function prepare(baseURL) {
  const { name, description, parameters } = LOOK
  const look = tool({
    name,
    description,
    parameters: { ...parameters, required: [], additionalProperties: true },
    strict: false,
    execute: LOOK.run,
  })
  const model = new OpenAIChatCompletionsModel(new OpenAI({ baseURL, apiKey: "none" }), "bench")
  const agent = new Agent({ name: "bench", instructions: SYSTEM, model, tools: [look] })
  const session = async () => {
    const streamed = await run(agent, PROMPT, { stream: true, maxTurns: 1000 })
    for await (const _event of streamed);
    await streamed.completed
    if (streamed.error) throw streamed.error
  }
  return { session, close: () => undefined }
}
