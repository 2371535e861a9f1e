// A model whose replies say what they used and what that cost: as the provider reports it, else estimated.
import type { Answer, Reply } from "../contracts/answer.ts"
import { Asking } from "../contracts/asking.ts"
import { type AskOptions, type Model, type ModelRequest, withAsk } from "../contracts/model.ts"
import type { ModelPrice } from "../contracts/price.ts"
import type { StopSignal } from "../contracts/stop-signal.ts"
import type { Usage } from "../contracts/usage.ts"
import { addCounts, countText } from "../tokens/counts.ts"
import { countMessage, countTools } from "../tokens/message-counts.ts"
import { estimate, familyOf, startingWeights } from "../tokens/weights.ts"
import { withCost } from "./prices.ts"

export function metered(model: Model, price: ModelPrice | undefined): Model {
  return withAsk(model, async (request, how) => {
    const seen = { chars: "" }
    const keep = (tell: (delta: string) => void) => (delta: string) => {
      seen.chars += delta
      tell(delta)
    }
    const signal = Asking.stopOf(how)
    const reply = await replyOf(model, request, new Asking(signal, keep(how.onText), keep(how.onReasoning)))
    const usage = usageOf(reply, request, { model: model.name, seen: seen.chars, signal })
    return usage === undefined ? reply : { ...reply, usage: withCost(usage, price) }
  })
}

/** A model that throws when it is aborted has used something all the same. */
async function replyOf(model: Model, request: ModelRequest, how: AskOptions): Promise<Reply> {
  try {
    return await model.ask(request, how)
  } catch (error) {
    if (!Asking.stopOf(how).aborted) throw error
    return { kind: "failure", error: { class: "aborted", code: "aborted", message: "The request was aborted." } }
  }
}

interface Seen {
  readonly signal: StopSignal
  readonly model: string
  /** The text and the thinking that came, whole or not. */
  readonly seen: string
}

function usageOf(reply: Reply, request: ModelRequest, { model, seen, signal }: Seen): Usage | undefined {
  const { usage } = reply
  if (reply.kind === "answer") return believed(usage, () => estimated(request, writtenIn(reply, seen), model))
  if (usage === undefined) return seen !== "" || signal.aborted ? estimated(request, seen, model) : undefined
  // A provider counts the output at the end, which did not come.
  const outputTokens = tokensOf(seen, model)
  return outputTokens <= usage.outputTokens ? usage : { ...usage, outputTokens, estimated: true }
}

/** No request has 0 tokens: a provider that reports so has not counted. */
function believed(usage: Usage | undefined, estimate: () => Usage): Usage {
  return usage === undefined || usage.inputTokens + usage.outputTokens === 0 ? { ...usage, ...estimate() } : usage
}

function writtenIn({ text, calls }: Answer, seen: string): string {
  return (seen || text) + (calls.length === 0 ? "" : JSON.stringify(calls))
}

/** A failure without a word of an answer costs nothing: the provider refused it. A cancelled request was under way. */
function estimated({ system, messages, tools }: ModelRequest, seen: string, model: string): Usage {
  const counts = messages.reduce((sum, message) => addCounts(sum, countMessage(message)), countText(system))
  const inputTokens = estimate(addCounts(counts, countTools(tools)), startingWeights(familyOf(model)))
  return { inputTokens, outputTokens: tokensOf(seen, model), estimated: true }
}

function tokensOf(text: string, model: string): number {
  return text === "" ? 0 : estimate(countText(text), startingWeights(familyOf(model)))
}
