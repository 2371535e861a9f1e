// The AI SDK as a contender: streamText with tools, until the model stops asking for them.
import { createOpenAICompatible } from "@ai-sdk/openai-compatible"
import { isStepCount, jsonSchema, streamText, tool } from "ai"
import { LOOK, PROMPT, SYSTEM } from "../loop/look.ts"

export function prepare(baseURL) {
  const model = createOpenAICompatible({ name: "bench", baseURL, apiKey: "none", includeUsage: true })("bench")
  const { description, parameters, run } = LOOK
  const look = tool({ description, inputSchema: jsonSchema(parameters), execute: run })
  const session = async () => {
    const result = streamText({
      model,
      system: SYSTEM,
      prompt: PROMPT,
      tools: { look },
      stopWhen: isStepCount(1000),
      onError: ({ error }) => {
        throw error
      },
    })
    for await (const _text of result.textStream);
    const reason = await result.finishReason
    if (reason !== "stop") throw new Error(`The turn ended with ${reason}.`)
  }
  return { session, close: () => undefined }
}
