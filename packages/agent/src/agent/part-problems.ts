// What is wrong with a model, a store or an embedder that was passed to `createAgent`, and what to write instead. TypeScript reports most of
// it; plain JavaScript and packages of other versions do not.
import { isObject } from "../base/is-object.ts"

const SPECIFICATIONS: readonly unknown[] = ["v3", "v4"]

/** `where`: the option that holds the model. */
export function modelProblem(where: string, model: unknown): string | undefined {
  if (typeof model === "string") return undefined
  if (typeof model === "function")
    return `${where}: call the provider with a model's name, as in anthropic("claude-sonnet-4-5")`
  const { name, ask, specificationVersion: version, modelId, doStream } = fieldsOf(model)
  // The name is part of the fact of every request.
  if (typeof name === "string" && typeof ask === "function") return undefined
  if (version === undefined) return `${where}: pass a model, or "provider:name"`
  if (typeof doStream !== "function")
    return `${where}: "${modelId}" is no language model of the AI SDK; pass one, as in openai("gpt-5")`
  if (SPECIFICATIONS.includes(version)) return undefined
  return `${where}: "${modelId}" has version ${version} of the AI SDK's specification, and v3 or v4 is needed; update its package to one for AI SDK 6 or newer, or write "provider:name"`
}

/** A model, or a list that begins with one: the first problem. */
export function chainProblem(model: unknown): string | undefined {
  const models: readonly unknown[] = Array.isArray(model) && model.length > 0 ? model : [model]
  return models.map((each) => modelProblem("model", each)).find((each) => each !== undefined)
}

/** The models that a turn may be given: the first problem. */
export function modelsProblem(models: unknown): string | undefined {
  if (models === undefined) return undefined
  if (!Array.isArray(models)) return 'models: a list of models, or of "provider:name"'
  return models.map((each) => modelProblem("models", each)).find((each) => each !== undefined)
}

export function embedderProblem(embedder: unknown): string | undefined {
  if (embedder === undefined || typeof embedder === "string") return undefined
  const { name, embed, doEmbed } = fieldsOf(embedder)
  if (typeof name === "string" && typeof embed === "function") return undefined
  const isAiSdk = typeof doEmbed === "function" ? ", because models of the AI SDK are not taken here" : ""
  return `toolSearch.embedder: write "openai:text-embedding-3-small", or pass an object with name and embed${isAiSdk}`
}

/** A store, or the promise of one that `sqlite` returns. */
export function storeProblem(store: unknown): string | undefined {
  if (store === undefined) return undefined
  if (typeof store === "string") return `store: write sqlite(${JSON.stringify(store)}), with sqlite of "@pawl/agent"`
  const { log, sessions, then: isPromised } = fieldsOf(store)
  if (typeof isPromised === "function" || (isObject(log) && isObject(sessions))) return undefined
  return 'store: pass a store, as in sqlite("agent.db") or memory()'
}

export function hostProblem(host: unknown): string | undefined {
  if (host === undefined) return undefined
  const missing = ["wake", "poke", "evict", "serve"].filter((name) => typeof fieldsOf(host)[name] !== "function")
  return missing.length === 0 ? undefined : `host: pass an object that also has ${missing.join(", ")}`
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : {}
}
