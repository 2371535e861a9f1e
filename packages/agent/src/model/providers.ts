// "provider:name" -> a Model. Names, keys and addresses are checked at once; the provider's codec is loaded meanwhile, and
// no other.
import { defined } from "../base/defined.ts"
import type { JsonObject } from "../contracts/json.ts"
import { type FitTool, type Media, type Model, sentCharsOf } from "../contracts/model.ts"
import { takesOf, windowOf } from "./catalogue.ts"
import { addressOf, checkedAddress, keyOf, type Provider, readModelName } from "./provider-table.ts"
import type { Environment } from "./wire/connections.ts"
import type { Limits } from "./wire/limits.ts"
import type { WireOptions } from "./wire/wire-model.ts"

export interface ModelOptions {
  /** Where keys, base URLs and proxies are named; `process.env` unless you say otherwise. */
  readonly env?: Environment
  readonly baseUrl?: string
  readonly apiKey?: string
  readonly maxTokens?: number
  /** How many tokens a request and its answer may have together; wins over what the catalogue says. */
  readonly window?: number
  /** What it can be shown besides text; wins over what the catalogue says. */
  readonly takes?: readonly Media[]
  readonly stream?: boolean
  readonly limits?: Partial<Limits>
  readonly headers?: Readonly<Record<string, string>>
  /** Further fields of the request: `{ temperature: 0 }`. */
  readonly extra?: JsonObject
}

export function modelFrom(spec: string, options: ModelOptions = {}): Model {
  const { provider, model } = readModelName(spec)
  const { env = process.env, apiKey, baseUrl, window = windowOf(spec), takes = takesOf(spec), ...rest } = options
  const key = keyOf(provider, env, apiKey)
  const asking = loadedLater(provider, {
    ...rest,
    env,
    model,
    name: spec,
    provider: provider.name,
    baseUrl: baseUrl === undefined ? addressOf(provider, env) : checkedAddress(baseUrl, "baseUrl"),
    urlName: provider.urlName,
    ...defined({ apiKey: key }),
    ...(provider.keyNames[0] !== undefined && { keyName: provider.keyNames[0] }),
  })
  return {
    name: spec,
    ...(provider.answerSchema && { takesAnswerSchema: true }),
    ...defined({ window, takes }),
    ...asking,
  }
}

type Wire = WireOptions & Pick<ModelOptions, "maxTokens">

/** The codec comes while the rest of the agent is made; a first question that is faster waits for it. */
function loadedLater(
  provider: Provider,
  wire: Wire,
): Pick<Model, "ask" | "sentOtherwise" | "toolFitting" | "sentChars"> {
  const loading = load(provider, wire)
  // Whoever asks first hears of it.
  loading.catch(() => {})
  let loaded: Model | undefined
  return {
    sentOtherwise: (tool) => loaded?.sentOtherwise?.(tool) ?? [],
    toolFitting: async () => (await loading).toolFitting?.() ?? asItIs,
    sentChars: async (request) => sentCharsOf(await loading, request),
    async ask(request, how) {
      loaded ??= await loading
      return loaded.ask(request, how)
    },
  }
}

const asItIs: FitTool = ({ description, inputSchema }) => ({ description, inputSchema, names: new Map() })

async function load(provider: Provider, wire: Wire): Promise<Model> {
  if (provider.format === "anthropic-messages") return (await import("./wire/anthropic.ts")).anthropicMessages(wire)
  const model = (await import("./wire/openai-chat.ts")).openAiChat({ ...wire, ...provider.quirks })
  if (provider.thinksInText !== true) return model
  const [{ native }, { speaking }] = await Promise.all([
    import("./dialects/native.ts"),
    import("./dialects/speaking.ts"),
  ])
  return speaking(model, native())
}
