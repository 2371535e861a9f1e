// Embeds through Ollama's own endpoint (`/api/embed`): it truncates texts that are too long for the model, and its
// errors name a missing model.
import { defined } from "../../base/defined.ts"
import type { Embedder } from "../../contracts/tool-index.ts"
import { askForVectors, type VectorServer } from "./ask-for-vectors.ts"

export interface OllamaEmbedderOptions {
  readonly name: string
  /** For example "http://127.0.0.1:11434", with or without "/v1". */
  readonly baseUrl: string
  readonly model: string
  readonly apiKey?: string
  readonly timeoutMs?: number
}

export function ollamaEmbedder({ name, baseUrl, model, apiKey, timeoutMs }: OllamaEmbedderOptions): Embedder {
  const server: VectorServer = {
    url: `${baseUrl.replace(/\/+$/, "").replace(/\/v1$/, "")}/api/embed`,
    body: (texts) => ({ model, input: texts, truncate: true }),
    read: rowsOf,
    advice: (status) => adviceFor(model, status),
    ...defined({ apiKey, timeoutMs }),
  }
  return { name, embed: (texts, { signal } = {}) => askForVectors(server, texts, signal) }
}

function rowsOf(answer: unknown): readonly unknown[] {
  const rows = (answer as { readonly embeddings?: unknown } | null | undefined)?.embeddings
  return Array.isArray(rows) ? rows : []
}

function adviceFor(model: string, status: number | undefined): string {
  if (status === undefined) return "Start Ollama (ollama serve), or set OLLAMA_HOST to its address."
  if (status === 404) return `Fetch the model: ollama pull ${model}`
  if (status >= 500) return "Try again later."
  return `Check that "${model}" is a model that makes embeddings, such as nomic-embed-text.`
}
