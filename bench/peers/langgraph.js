// LangGraph as a contender: its prebuilt agent without a checkpointer, messages streamed.
import { tool } from "@langchain/core/tools"
import { createReactAgent } from "@langchain/langgraph/prebuilt"
import { ChatOpenAI } from "@langchain/openai"
import { LOOK, PROMPT, SYSTEM } from "../loop/look.ts"

export function prepare(baseURL) {
  const { name, description, parameters: schema, run } = LOOK
  const llm = new ChatOpenAI({ model: "bench", apiKey: "none", configuration: { baseURL } })
  const agent = createReactAgent({ llm, tools: [tool(run, { name, description, schema })], prompt: SYSTEM })
  const session = async () => {
    const input = { messages: [{ role: "user", content: PROMPT }] }
    for await (const _message of await agent.stream(input, { streamMode: "messages", recursionLimit: 3000 }));
  }
  return { session, close: () => undefined }
}
