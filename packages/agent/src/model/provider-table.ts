// @pawl/agent/providers: the table of providers. Each row is data: the provider's address, the variables for its key, and what
// it does not support. Nothing here sends a request.
import { PawlError } from "../contracts/error.ts"
import type { AnswerForms } from "../contracts/model.ts"
import { ALONE_BY_FORMAT, BY_FORMAT, BY_TOOL, UNSEEN } from "./answer-forms.ts"
import { meantBy } from "./meant-name.ts"
import type { Environment } from "./wire/connections.ts"

/** A provider, as a row of data. */
export interface Provider {
  /** The part before the colon in `provider:name`. */
  readonly name: string
  /** The provider's wire format. */
  readonly format: "openai-chat" | "anthropic-messages"
  /** The default address. */
  readonly baseUrl: string
  /** The environment variable that overrides the address. */
  readonly urlName: string
  /** Environment variables that may hold the key; the first one that is set counts. */
  readonly keyNames: readonly string[]
  /** The provider runs on this machine or the local network: a key is sent if there is one, and none is required. */
  readonly keyOptional?: true
  /** The provider can restrict answers to a JSON Schema (`response_format`). */
  readonly answerSchema?: true
  /** How its models are made to answer with JSON that fits a schema; the catalogue may know better for a model. */
  readonly answerForms: AnswerForms
  /** Its models may write their thinking into the answer's text, between <think> and </think>. */
  readonly thinksInText?: true
  /** How the provider differs from its wire format. */
  readonly quirks?: {
    readonly maxTokensField?: "max_tokens" | "max_completion_tokens"
    readonly usageInStream?: boolean
  }
}

/** All providers that a model name can start with. */
export const providers: readonly Provider[] = [
  {
    ...chat("openai", "https://api.openai.com/v1"),
    answerSchema: true,
    answerForms: BY_FORMAT,
    quirks: { maxTokensField: "max_completion_tokens" },
  },
  {
    ...chat("anthropic", "https://api.anthropic.com"),
    format: "anthropic-messages",
    answerForms: { ...BY_FORMAT, closed: true },
  },
  { ...chat("openrouter", "https://openrouter.ai/api/v1"), thinksInText: true },
  { ...chat("groq", "https://api.groq.com/openai/v1"), thinksInText: true },
  { ...chat("deepseek", "https://api.deepseek.com/v1"), thinksInText: true },
  { ...chat("mistral", "https://api.mistral.ai/v1"), answerForms: ALONE_BY_FORMAT, quirks: { usageInStream: false } },
  { ...chat("together", "https://api.together.xyz/v1"), thinksInText: true },
  { ...chat("xai", "https://api.x.ai/v1"), answerForms: ALONE_BY_FORMAT },
  {
    ...chat("gemini", "https://generativelanguage.googleapis.com/v1beta/openai"),
    keyNames: ["GEMINI_API_KEY", "GOOGLE_API_KEY"],
    answerForms: ALONE_BY_FORMAT,
  },
  { ...local("ollama", "http://127.0.0.1:11434/v1"), urlName: "OLLAMA_HOST", answerSchema: true },
  { ...local("lmstudio", "http://127.0.0.1:1234/v1"), answerSchema: true },
  { ...local("vllm", "http://127.0.0.1:8000/v1"), answerSchema: true },
  { ...local("llamacpp", "http://127.0.0.1:8080/v1"), answerSchema: true },
]

/**
 * Splits a model name at its first colon. The model's part may hold colons and slashes: "ollama:qwen3:8b",
 * "openrouter:meta/llama".
 *
 * @example
 * ```ts
 * import { keyOf, readModelName } from "@pawl/agent/providers"
 *
 * const { provider, model } = readModelName("ollama:qwen3:8b")
 * console.log(provider.name, model, keyOf(provider, process.env) ?? "no key")
 * ```
 */
export function readModelName(spec: string): { readonly provider: Provider; readonly model: string } {
  const colon = spec.indexOf(":")
  const [name, model] = [spec.slice(0, Math.max(0, colon)), spec.slice(colon + 1)]
  const provider = providers.find((each) => each.name === name)
  if (provider !== undefined && model !== "") return { provider, model }
  const names = providers.map((each) => each.name)
  const meant = meantBy(spec, names)
  throw new PawlError(
    "config-invalid",
    `"${spec}" names no model. Expected provider:name, as in "openai:gpt-5" or "ollama:qwen3:8b"; providers: ${names.join(", ")}.${meant === undefined ? "" : ` Write "${meant}".`}`,
  )
}

/**
 * The key, or undefined where none is required. Throws an error that names the variable to set if the key is missing or
 * invalid.
 */
export function keyOf(provider: Provider, env: Environment, given?: string): string | undefined {
  const found = given ?? provider.keyNames.map((name) => env[name]).find((key) => key !== undefined && key !== "")
  const key = found?.trim() || undefined
  if (key !== undefined && /[^\x21-\x7e]/.test(key)) {
    const message = `The key for "${provider.name}" contains a space or another character that keys cannot contain. Set ${provider.keyNames[0]} to the key alone.`
    throw new PawlError("config-invalid", message)
  }
  if (key !== undefined || provider.keyOptional) return key
  const names = provider.keyNames.join(" or ")
  throw new PawlError(
    "config-invalid",
    `Provider "${provider.name}" needs a key, and ${names} is not set. Set it, or choose a model that runs here, such as "ollama:qwen3:8b".`,
  )
}

/** The provider's address: from its variable if that is set, else from its row. */
export function addressOf(provider: Provider, env: Environment): string {
  const named = env[provider.urlName]?.trim() ?? ""
  if (named === "") return provider.baseUrl
  return checkedAddress(provider.urlName === "OLLAMA_HOST" ? fromHost(named) : named, provider.urlName)
}

/** Returns the address if it is http or https, and throws otherwise. `where`: the setting it came from, for the message. */
export function checkedAddress(url: string, where: string): string {
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return url
  throw new PawlError(
    "config-invalid",
    `${where} is "${url}", which is not an http or https address. Expected one like "http://127.0.0.1:8080/v1".`,
  )
}

/**
 * Parses `OLLAMA_HOST`: a host, a port, or both. Ollama also uses it as its listen address; 0.0.0.0 and [::] cannot be
 * called, so they become 127.0.0.1.
 */
function fromHost(host: string): string {
  const spelled = /^https?:\/\//.test(host) ? host : `http://${host.startsWith(":") ? `127.0.0.1${host}` : host}`
  if (!URL.canParse(spelled)) return host
  const url = new URL(spelled)
  if (url.hostname === "0.0.0.0" || url.hostname === "[::]") url.hostname = "127.0.0.1"
  if (url.port === "" && !/^https?:\/\//.test(host)) url.port = "11434"
  return `${url.origin}${/\/v1\/?$/.test(url.pathname) ? url.pathname : `${url.pathname.replace(/\/+$/, "")}/v1`}`
}

function chat(name: string, baseUrl: string): Provider {
  const prefix = name.toUpperCase()
  const names = { urlName: `${prefix}_BASE_URL`, keyNames: [`${prefix}_API_KEY`] }
  return { name, format: "openai-chat", baseUrl, ...names, answerForms: BY_TOOL }
}

function local(name: string, baseUrl: string): Provider {
  return { ...chat(name, baseUrl), keyOptional: true, thinksInText: true, answerForms: UNSEEN }
}
