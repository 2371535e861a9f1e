// Adapts any AI SDK LanguageModel to a Pawl Model, for vendors that speak neither of the two wire formats built in.
import type { LanguageModelV4, LanguageModelV4CallOptions } from "@ai-sdk/provider"
import { defined } from "../base/defined.ts"
import type { Failure, ModelError, Reply } from "../contracts/answer.ts"
import type { JsonObject } from "../contracts/json.ts"
import type { AiSdkModel, AnswerForms, AskOptions, Media, Model, ModelRequest } from "../contracts/model.ts"
import type { RateNews } from "../contracts/rates.ts"
import { errorFrom } from "./ai-sdk/failures.ts"
import { toPrompt, toTools } from "./ai-sdk/prompt.ts"
import { type Part, PartReader } from "./ai-sdk/read-parts.ts"
import { takesOf, windowOf } from "./catalogue.ts"
import { ABORTED, cutShort, failure, type Peer, tooSlow, unreadableAnswer } from "./wire/failures.ts"
import { changesOf, withOwnNames } from "./wire/fit/fit-tools.ts"
import { rulesFor } from "./wire/fit/rules.ts"
import { defaultLimits, type Limits } from "./wire/limits.ts"
import { wireName } from "./wire/names.ts"
import { rateNews } from "./wire/rate-news.ts"

/** How an AI SDK model is named and asked. */
export interface BridgeOptions {
  /** The model's name in the log. Default: `provider:model`. */
  readonly name?: string
  /** The maximum number of tokens in an answer. */
  readonly maxOutputTokens?: number
  /** How many tokens a request and its answer may have together; overrides the catalogue. */
  readonly window?: number
  /** Media the model accepts besides text; overrides the catalogue. */
  readonly takes?: readonly Media[]
  /** Passed to the SDK unchanged. */
  readonly providerOptions?: Readonly<Record<string, JsonObject>>
  /** Headers sent with every request. */
  readonly headers?: Readonly<Record<string, string>>
  /** Deadlines and limits. `connectMs` does not apply, because the SDK opens its own connections. */
  readonly limits?: Partial<Limits>
}

/**
 * Turns any AI SDK language model into a Pawl model, with options of its own. Without options it is not needed:
 * `createAgent({ model: anthropic("claude-sonnet-4-5") })` takes the model as it is.
 *
 * @example
 * ```ts
 * import { createAnthropic } from "@ai-sdk/anthropic"
 * import { createAgent } from "@pawl/agent"
 * import { fromAiSdk } from "@pawl/agent/ai-sdk"
 *
 * const model = fromAiSdk(createAnthropic()("claude-sonnet-4-5"), { maxOutputTokens: 2000 })
 * const agent = await createAgent({ model })
 * ```
 */
export function fromAiSdk(model: AiSdkModel, options: BridgeOptions = {}): Model {
  const peer: Peer = { provider: model.provider, model: model.modelId }
  const limits: Limits = { ...defaultLimits, ...options.limits }
  const spec = `${model.provider}:${model.modelId}`
  const { name = spec, window = windowOf(spec), takes = takesOf(spec) } = options
  return {
    name,
    answerForms: FORMS,
    ...defined({ window, takes }),
    sentOtherwise: (tool) => changesOf(tool, rulesFor(model.provider)),
    ask: (request, how) => new Bridging({ model, options, peer, limits, how }).ask(request),
  }
}

/** The SDK asks its provider for what it can enforce, and ignores the rest: the prompt explains the schema too. */
const FORMS: AnswerForms = { alone: "format", withTools: "tool", explained: true }

function choiceOf({ toolChoice }: ModelRequest) {
  if (typeof toolChoice === "object") return { type: "tool", toolName: wireName(toolChoice.tool) }
  return { type: toolChoice ?? "auto" }
}

function formatOf(schema: JsonObject) {
  return { type: "json", name: "answer", schema }
}

interface Setup {
  readonly model: AiSdkModel
  readonly options: BridgeOptions
  readonly peer: Peer
  readonly limits: Limits
  readonly how: AskOptions
}

/** One request. It returns on abort or at a deadline even if the SDK never does. */
class Bridging {
  readonly #setup: Setup
  readonly #reader: PartReader
  readonly #controller = new AbortController()
  #lastPartAt = performance.now()
  #begun = false
  #rate: RateNews | undefined

  constructor(setup: Setup) {
    this.#setup = setup
    this.#reader = new PartReader(setup.how, setup.model.provider)
  }

  async ask(request: ModelRequest): Promise<Reply> {
    const { signal } = this.#setup.how
    if (signal.aborted) return failure(ABORTED, "")
    let stop: (reply: Failure) => void = () => {}
    const stopped = new Promise<Failure>((resolve) => {
      stop = resolve
    })
    const onAbort = () => stop(this.#failed(ABORTED))
    signal.addEventListener("abort", onAbort)
    const { firstByteMs, silenceMs } = this.#setup.limits
    const timer = setInterval(
      () => {
        const late = this.#late()
        if (late !== undefined) stop(this.#failed(late))
      },
      Math.max(10, Math.min(1000, firstByteMs / 4, silenceMs / 4)),
    )
    try {
      return await Promise.race([this.#read(request), stopped])
    } finally {
      clearInterval(timer)
      signal.removeEventListener("abort", onAbort)
      this.#controller.abort()
    }
  }

  async #read(request: ModelRequest): Promise<Reply> {
    const { peer, limits } = this.#setup
    try {
      const stream = await this.#stream(request)
      for await (const part of stream) {
        this.#lastPartAt = performance.now()
        this.#begun = true
        this.#reader.take(part)
        if (this.#reader.failed !== undefined) return this.#explain(this.#reader.failed)
        if (this.#reader.size <= limits.answerBytes) continue
        const what = `more than ${limits.answerBytes} characters where an answer was expected`
        return this.#failed(unreadableAnswer(peer, "answer-too-large", what))
      }
      const answer = this.#reader.answer(request.tools)
      if (answer === undefined) return this.#failed(cutShort(peer))
      const named = withOwnNames(answer, request.known ?? request.tools, rulesFor(peer.provider))
      return this.#rate === undefined ? named : { ...named, rate: this.#rate }
    } catch (error) {
      return this.#explain(error)
    }
  }

  async #stream(request: ModelRequest): Promise<ReadableStream<Part>> {
    const { model, options } = this.#setup
    const { maxOutputTokens, headers, providerOptions } = options
    const tools = toTools(request.tools, rulesFor(model.provider))
    const call = {
      prompt: toPrompt(request, { provider: model.provider, version: model.specificationVersion }),
      abortSignal: this.#controller.signal,
      ...(tools.length > 0 && { tools, toolChoice: choiceOf(request) }),
      ...(request.answerSchema && request.isTyped && { responseFormat: formatOf(request.answerSchema) }),
      ...defined({ maxOutputTokens }),
      ...(headers !== undefined && { headers: { ...headers } }),
      ...defined({ providerOptions }),
    }
    // The prompt was written for the version that the model declares. The call options of v3 and v4 differ in nothing
    // else that Pawl uses.
    const v4 = model as unknown as LanguageModelV4
    const { stream, response } = await v4.doStream(call as LanguageModelV4CallOptions)
    this.#rate = rateNews(response?.headers ?? {}, Date.now())
    return stream
  }

  #late(): ModelError | undefined {
    const { peer, limits } = this.#setup
    const silentMs = performance.now() - this.#lastPartAt
    if (!this.#begun && silentMs > limits.firstByteMs)
      return tooSlow(peer, "first-byte-timeout", "no answer began", limits.firstByteMs)
    if (this.#begun && silentMs > limits.silenceMs)
      return tooSlow(peer, "silence-timeout", "nothing more of its answer came", limits.silenceMs)
    return undefined
  }

  #explain(error: unknown): Failure {
    const { error: known, retryAfterMs, rate } = errorFrom(error, this.#setup.peer)
    return { ...failure(known, this.#reader.text, defined({ retryAfterMs })), ...defined({ rate }) }
  }

  #failed(error: ModelError): Failure {
    return failure(error, this.#reader.text)
  }
}
