// Creates a Model from "provider:name". Checks the name, key and address at once; the provider's codec, and no other,
// loads in the background.
import { defined } from "../base/defined.ts"
import type { JsonObject } from "../contracts/json.ts"
import { type FitTool, type Media, type Model, sentCharsOf } from "../contracts/model.ts"
import { takesOf, windowOf } from "./catalogue.ts"
import { addressOf, checkedAddress, keyOf, type Provider, readModelName } from "./provider-table.ts"
import type { Environment } from "./wire/connections.ts"
import type { Limits } from "./wire/limits.ts"
import type { WireOptions } from "./wire/wire-model.ts"

export interface ModelOptions {
  /** Holds keys, base URLs and proxies. Default: `process.env`. */
  readonly env?: Environment
  readonly baseUrl?: string
  readonly apiKey?: string
  readonly maxTokens?: number
  /** How many tokens a request and its answer may have together; overrides the catalogue. */
  readonly window?: number
  /** Media the model accepts besides text; overrides the catalogue. */
  readonly takes?: readonly Media[]
  readonly stream?: boolean
  readonly limits?: Partial<Limits>
  readonly headers?: Readonly<Record<string, string>>
  /** Additional fields of the request: `{ temperature: 0 }`. */
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

/** Loads the codec while the rest of the agent is built. A request that comes earlier waits for it. */
function loadedLater(
  provider: Provider,
  wire: Wire,
): Pick<Model, "ask" | "sentOtherwise" | "toolFitting" | "sentChars"> {
  const loading = load(provider, wire)
  // The first request reports a failed load; this handler only avoids an unhandled rejection.
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
