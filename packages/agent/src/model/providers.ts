// "provider:name" -> a Model. A provider is a row of data: where it is, where its key is, what it cannot do.
import { PawlError } from "../contracts/error.ts"
import type { JsonObject } from "../contracts/json.ts"
import type { Model } from "../contracts/model.ts"
import { anthropicMessages } from "./wire/anthropic.ts"
import type { Environment } from "./wire/connections.ts"
import type { Limits } from "./wire/limits.ts"
import { openAiChat } from "./wire/openai-chat.ts"
import type { WireOptions } from "./wire/wire-model.ts"

export interface ModelOptions {
  /** Where keys, base URLs and proxies are named; `process.env` unless you say otherwise. */
  readonly env?: Environment
  readonly baseUrl?: string
  readonly apiKey?: string
  readonly maxTokens?: number
  readonly stream?: boolean
  readonly limits?: Partial<Limits>
  readonly headers?: Readonly<Record<string, string>>
  /** Further fields of the request: `{ temperature: 0 }`. */
  readonly extra?: JsonObject
}

interface Provider {
  readonly format: "openai-chat" | "anthropic-messages"
  readonly baseUrl: string
  readonly urlName?: string
  /** The first that is set counts. None listed: no key is needed. */
  readonly keyNames: readonly string[]
  /** Runs here or on the own network: a key is sent if there is one. */
  readonly keyOptional?: true
  readonly quirks?: Pick<Parameters<typeof openAiChat>[0], "maxTokensField" | "usageInStream">
}

const PROVIDERS: Readonly<Record<string, Provider>> = {
  openai: {
    ...chat("https://api.openai.com/v1", "OPENAI"),
    quirks: { maxTokensField: "max_completion_tokens" },
  },
  anthropic: {
    format: "anthropic-messages",
    baseUrl: "https://api.anthropic.com",
    urlName: "ANTHROPIC_BASE_URL",
    keyNames: ["ANTHROPIC_API_KEY"],
  },
  openrouter: chat("https://openrouter.ai/api/v1", "OPENROUTER"),
  groq: chat("https://api.groq.com/openai/v1", "GROQ"),
  deepseek: chat("https://api.deepseek.com/v1", "DEEPSEEK"),
  mistral: { ...chat("https://api.mistral.ai/v1", "MISTRAL"), quirks: { usageInStream: false } },
  together: chat("https://api.together.xyz/v1", "TOGETHER"),
  xai: chat("https://api.x.ai/v1", "XAI"),
  gemini: {
    ...chat("https://generativelanguage.googleapis.com/v1beta/openai", "GEMINI"),
    keyNames: ["GEMINI_API_KEY", "GOOGLE_API_KEY"],
  },
  ollama: { ...local("http://127.0.0.1:11434/v1", "OLLAMA"), urlName: "OLLAMA_HOST" },
  lmstudio: local("http://127.0.0.1:1234/v1", "LMSTUDIO"),
  vllm: local("http://127.0.0.1:8000/v1", "VLLM"),
  llamacpp: local("http://127.0.0.1:8080/v1", "LLAMACPP"),
}

export const providerNames: readonly string[] = Object.keys(PROVIDERS)

/** A name may hold colons and slashes: "ollama:qwen3:8b", "openrouter:meta/llama". */
export function modelFrom(spec: string, options: ModelOptions = {}): Model {
  const colon = spec.indexOf(":")
  const [providerName, model] = [spec.slice(0, Math.max(0, colon)), spec.slice(colon + 1)]
  const provider = Object.hasOwn(PROVIDERS, providerName) ? PROVIDERS[providerName] : undefined
  if (provider === undefined || model === "") throw unknown(spec)
  const env = options.env ?? process.env
  const { env: _env, apiKey: _key, baseUrl: _url, ...rest } = options
  const key = keyFrom(spec, provider, options, env)
  const wire: WireOptions & Pick<ModelOptions, "maxTokens"> = {
    ...rest,
    env,
    model,
    name: spec,
    provider: providerName,
    baseUrl: baseUrlFrom(provider, options, env),
    ...(key !== undefined && { apiKey: key }),
    ...(provider.keyNames[0] !== undefined && { keyName: provider.keyNames[0] }),
    ...(provider.urlName !== undefined && { urlName: provider.urlName }),
  }
  return provider.format === "anthropic-messages"
    ? anthropicMessages(wire)
    : openAiChat({ ...wire, ...provider.quirks })
}

function chat(baseUrl: string, prefix: string): Provider {
  return { format: "openai-chat", baseUrl, urlName: `${prefix}_BASE_URL`, keyNames: [`${prefix}_API_KEY`] }
}

function local(baseUrl: string, prefix: string): Provider {
  return { ...chat(baseUrl, prefix), keyOptional: true }
}

function unknown(spec: string): PawlError {
  return new PawlError(
    "config-invalid",
    `"${spec}" names no model. Expected provider:name, as in "openai:gpt-5" or "ollama:qwen3:8b"; providers: ${providerNames.join(", ")}.`,
  )
}

function keyFrom(spec: string, provider: Provider, options: ModelOptions, env: Environment): string | undefined {
  const found =
    options.apiKey ?? provider.keyNames.map((name) => env[name]).find((key) => key !== undefined && key !== "")
  const key = found?.trim()
  if (key !== undefined && /[^\x21-\x7e]/.test(key)) {
    const message = `The key for "${spec}" holds a space or a character no key can hold. Set ${provider.keyNames[0]} again.`
    throw new PawlError("config-invalid", message)
  }
  if (key !== undefined || provider.keyOptional) return key
  throw new PawlError(
    "config-invalid",
    `Model "${spec}" needs a key, and ${provider.keyNames.join(" or ")} is not set. Set it, or choose a model that runs here, such as "ollama:qwen3:8b".`,
  )
}

function baseUrlFrom(provider: Provider, options: ModelOptions, env: Environment): string {
  const named = provider.urlName === undefined ? undefined : env[provider.urlName]?.trim()
  const given = options.baseUrl ?? (named === "" ? undefined : named)
  if (given === undefined) return provider.baseUrl
  const url = options.baseUrl === undefined && provider.urlName === "OLLAMA_HOST" ? fromHost(given) : given
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return url
  const where = options.baseUrl === undefined ? provider.urlName : "baseUrl"
  throw new PawlError("config-invalid", `${where} is "${given}", which is no http or https address.`)
}

/** Ollama's own spelling: a host, a port, or both; and the address it listens on, which nobody can call. */
function fromHost(host: string): string {
  const spelled = /^https?:\/\//.test(host) ? host : `http://${host.startsWith(":") ? `127.0.0.1${host}` : host}`
  if (!URL.canParse(spelled)) return host
  const url = new URL(spelled)
  if (url.hostname === "0.0.0.0" || url.hostname === "[::]") url.hostname = "127.0.0.1"
  if (url.port === "" && !/^https?:\/\//.test(host)) url.port = "11434"
  return `${url.origin}${/\/v1\/?$/.test(url.pathname) ? url.pathname : `${url.pathname.replace(/\/+$/, "")}/v1`}`
}
