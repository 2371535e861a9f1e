// Publishes a model's thinking while it streams, then drops it: it is neither stored nor sent back. Thinking that a
// provider returns separately is treated like thinking between tags in the text.

import { Asking } from "../contracts/asking.ts"
import type { Reasoning } from "../contracts/message.ts"
import { type Model, withAsk } from "../contracts/model.ts"

export interface PublishedThinkingOptions {
  /** The calls are native. The provider may then refuse the next request unless the thinking it signed is sent back. */
  readonly isNative: boolean
}

export function withPublishedThinking(model: Model, { isNative }: PublishedThinkingOptions): Model {
  return withAsk(model, async (request, how) => {
    let streamed = 0
    const onReasoning = (delta: string) => {
      streamed += delta.length
      how.onReasoning(delta)
    }
    const reply = await model.ask(request, new Asking(Asking.stopOf(how), how.onText, onReasoning))
    // Adapters are third-party code. The caller validates their replies, so anything malformed passes through here.
    if (reply?.kind !== "answer" || !Array.isArray(reply.reasoning)) return reply
    const reasoning: readonly Reasoning[] = reply.reasoning
    const thoughts = reasoning.map(({ text }) => text).join("")
    // Some adapters stream no thinking and return it only with the answer.
    if (thoughts.length > streamed) how.onReasoning(thoughts.slice(streamed))
    return { ...reply, reasoning: isNative ? reasoning.filter(isSigned) : [] }
  })
}

function isSigned({ signature, redacted, opaque }: Reasoning): boolean {
  return signature !== undefined || redacted !== undefined || opaque !== undefined
}
