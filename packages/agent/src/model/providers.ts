// Creates a Model from "provider:name". Checks the name, key and address at once; the provider's codec, and no other,
// loads in the background.
import { defined } from "../base/defined.ts"
import { PawlError } from "../contracts/error.ts"
import type { JsonObject } from "../contracts/json.ts"
import { type Names, refuseUnknown } from "../contracts/known-options.ts"
import { type FitTool, type Media, type Model, sentCharsOf } from "../contracts/model.ts"
import { BY_TOOL } from "./answer-forms.ts"
import { answersByTool, takesOf, windowOf } from "./catalogue.ts"
import { rememberKey } from "./model-keys.ts"
import { addressOf, checkedAddress, keyOf, type Provider, readModelName } from "./provider-table.ts"
import { rateKeyFrom } from "./rates/rate-key.ts"
import type { Environment } from "./wire/connections.ts"
import type { Limits } from "./wire/limits.ts"
import type { WireOptions } from "./wire/wire-model.ts"

/** How a model is reached and asked. What is left out comes from the environment, or from the provider's row. */
export interface ModelOptions {
  /** The key. Unless given, the environment holds it: `ANTHROPIC_API_KEY` and the like. */
  readonly apiKey?: string
  /** The address of the provider or of a proxy in front of it: "http://127.0.0.1:8080/v1". */
  readonly baseUrl?: string
  /** Headers sent with every request, beside those that the provider needs. */
  readonly headers?: Readonly<Record<string, string>>
  /** How much answers vary; 0 for the least. It takes precedence over the profile's. */
  readonly temperature?: number
  /** The maximum number of tokens in an answer. */
  readonly maxTokens?: number
  /** The model's name in the log and in `prices`, where two models of an agent would have the same. Default: as given. */
  readonly name?: string
  /** Holds keys, base URLs and proxies. Default: `process.env`. */
  readonly env?: Environment
  /** How many tokens a request and its answer may have together; overrides the catalogue. */
  readonly window?: number
  /** Media the model accepts besides text; overrides the catalogue. */
  readonly takes?: readonly Media[]
  /** False: the answer comes in one piece. */
  readonly stream?: boolean
  /** Deadlines and limits of a request. */
  readonly limits?: Partial<Limits>
  /** Additional fields of the request, as the provider names them: `{ seed: 7 }`. */
  readonly extra?: JsonObject
}

/**
 * Makes a model from "provider:name", with a key, an address, headers or a temperature of its own. An agent that is
 * given it keeps its key out of the log.
 *
 * @example
 * ```ts
 * import { createAgent, modelFrom } from "@pawl/agent"
 *
 * const careful = modelFrom("openai:gpt-5", {
 *   apiKey: "key-of-this-customer",
 *   baseUrl: "https://proxy.example/v1",
 *   headers: { "x-team": "support" },
 *   temperature: 0,
 * })
 * const agent = await createAgent({ model: [careful, "ollama:qwen3:8b"] })
 * ```
 */
export function modelFrom(spec: string, options: ModelOptions = {}): Model {
  if (typeof spec !== "string")
    throw new PawlError("config-invalid", `modelFrom got no text but ${String(spec)}. ${INSTEAD}`)
  refuseUnknown("modelFrom", options, OPTIONS, { code: "config-invalid", instead: INSTEAD })
  const { provider, model } = readModelName(spec)
  const {
    env = process.env,
    apiKey,
    baseUrl,
    window = windowOf(spec),
    takes = takesOf(spec),
    name = spec,
    ...given
  } = options
  const { temperature, extra, ...rest } = given
  const key = keyOf(provider, env, apiKey)
  const address = baseUrl === undefined ? addressOf(provider, env) : checkedAddress(baseUrl, "baseUrl")
  const asking = loadedLater(provider, {
    ...rest,
    ...((temperature ?? extra) !== undefined && { extra: { ...defined({ temperature }), ...extra } }),
    env,
    model,
    name,
    provider: provider.name,
    baseUrl: address,
    urlName: provider.urlName,
    ...defined({ apiKey: key }),
    ...(provider.keyNames[0] !== undefined && { keyName: provider.keyNames[0] }),
  })
  const made: Model = {
    name,
    ...(provider.answerSchema && { takesAnswerSchema: true }),
    answerForms: answersByTool(spec) ? BY_TOOL : provider.answerForms,
    ...defined({ window, takes }),
    rateKey: rateKeyFrom(spec, address, key),
    ...asking,
  }
  return rememberKey(made, key)
}

type Wire = WireOptions & Pick<ModelOptions, "maxTokens">

/** Loads the codec while the rest of the agent is built. A request that comes earlier waits for it. */
const INSTEAD = 'Write modelFrom("openai:gpt-5", { apiKey }).'
const OPTIONS: Names<ModelOptions> = {
  apiKey: true,
  baseUrl: true,
  headers: true,
  temperature: true,
  maxTokens: true,
  name: true,
  env: true,
  window: true,
  takes: true,
  stream: true,
  limits: true,
  extra: true,
}

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
    ask(request, how) {
      if (loaded !== undefined) return loaded.ask(request, how)
      return loading.then((model) => {
        loaded = model
        return model.ask(request, how)
      })
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
