// Embeds through an OpenAI-compatible endpoint (`/v1/embeddings`), over the same connections as model calls.
import { defined } from "../../base/defined.ts"
import type { Embedder } from "../../contracts/tool-index.ts"
import { askForVectors, type VectorServer } from "./ask-for-vectors.ts"

export interface OpenAiEmbedderOptions {
  readonly name: string
  /** For example "https://api.openai.com/v1". */
  readonly baseUrl: string
  readonly model: string
  readonly apiKey?: string
  /** The variables that address and key come from, named in error messages. */
  readonly urlName?: string
  readonly keyName?: string
  readonly timeoutMs?: number
}

export function openAiEmbedder(options: OpenAiEmbedderOptions): Embedder {
  const { name, baseUrl, model, apiKey, timeoutMs } = options
  const server: VectorServer = {
    url: `${baseUrl.replace(/\/+$/, "")}/embeddings`,
    body: (texts) => ({ model, input: texts, encoding_format: "float" }),
    read: rowsInOrder,
    advice: (status) => adviceFor(options, status),
    ...defined({ apiKey, timeoutMs }),
  }
  return { name, embed: (texts, { signal } = {}) => askForVectors(server, texts, signal) }
}

/** Vectors in the order of the texts, whatever order the server returned them in. */
function rowsInOrder(answer: unknown): readonly unknown[] {
  const data = (answer as { readonly data?: unknown } | null | undefined)?.data
  if (!Array.isArray(data)) return []
  const rows: unknown[] = Array.from({ length: data.length })
  for (const [place, row] of data.entries()) {
    const { index = place, embedding } = (row ?? {}) as { readonly index?: unknown; readonly embedding?: unknown }
    if (typeof index === "number" && index in rows) rows[index] = embedding
  }
  return rows
}

function adviceFor({ model, urlName, keyName }: OpenAiEmbedderOptions, status: number | undefined): string {
  const address = urlName === undefined ? "the address" : urlName
  if (status === undefined) return `Check that the server runs, and check ${address}.`
  if (status === 401 || status === 403) return `Check the key${keyName === undefined ? "" : ` in ${keyName}`}.`
  if (status === 404) return `Check that the server offers embeddings with the model "${model}", and check ${address}.`
  if (status === 429 || status >= 500) return "Try again later."
  return `Check that "${model}" is a model that makes embeddings.`
}
