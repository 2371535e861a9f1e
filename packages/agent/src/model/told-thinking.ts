// A model whose thinking is told while it comes, and neither kept nor sent back: what a provider keeps apart is treated like what
// stands between tags in the text.
import type { Reasoning } from "../contracts/message.ts"
import { type Model, withAsk } from "../contracts/model.ts"

export interface TellingHow {
  /** Calls are the provider's own: then it may refuse the next request without what it signed. */
  readonly isNative: boolean
}

export function toldThinking(model: Model, { isNative }: TellingHow): Model {
  return withAsk(model, async (request, how) => {
    let heard = 0
    const onReasoning = (delta: string) => {
      heard += delta.length
      how.onReasoning(delta)
    }
    const reply = await model.ask(request, { ...how, onReasoning })
    // Adapters are other people's code: what they return is looked at by whoever asked.
    if (reply?.kind !== "answer" || !Array.isArray(reply.reasoning)) return reply
    const reasoning: readonly Reasoning[] = reply.reasoning
    const thoughts = reasoning.map(({ text }) => text).join("")
    // Some tell nothing until the end.
    if (thoughts.length > heard) how.onReasoning(thoughts.slice(heard))
    return { ...reply, reasoning: isNative ? reasoning.filter(isSigned) : [] }
  })
}

function isSigned({ signature, redacted, opaque }: Reasoning): boolean {
  return signature !== undefined || redacted !== undefined || opaque !== undefined
}
