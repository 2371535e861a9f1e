// Encoders whose bodies are read as text.
import type { ModelRequest } from "../../../contracts/model.ts"
import { type AnthropicOptions, anthropicEncoder } from "../anthropic.ts"
import type { Body } from "../kept-messages.ts"
import { type OpenAiChatOptions, openAiEncoder } from "../openai-chat.ts"

export function openAiText(options: OpenAiChatOptions, format: string): (request: ModelRequest) => string {
  return written(openAiEncoder(options, format))
}

export function anthropicText(options: AnthropicOptions): (request: ModelRequest) => string {
  return written(anthropicEncoder(options))
}

function written(encode: (request: ModelRequest) => Body): (request: ModelRequest) => string {
  return (request) => {
    const body = encode(request)
    const text = body.bytes.toString()
    body.done()
    return text
  }
}
