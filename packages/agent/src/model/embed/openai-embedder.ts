// Vectors from an OpenAI-compatible endpoint (`/v1/embeddings`; Ollama has it too), over the connections of model calls.
import type { Embedder } from "../../contracts/tool-index.ts"
import { wireFetch } from "../wire/wire-fetch.ts"

export interface OpenAiEmbedderOptions {
  readonly name: string
  /** As in "https://api.openai.com/v1". */
  readonly baseUrl: string
  readonly model: string
  readonly apiKey?: string
}

/** Many texts at once take their time; a question has a shorter limit of its own. */
const TIMEOUT_MS = 60_000

export function openAiEmbedder({ name, baseUrl, model, apiKey }: OpenAiEmbedderOptions): Embedder {
  const url = `${baseUrl.replace(/\/+$/, "")}/embeddings`
  const headers = {
    "content-type": "application/json",
    ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
  }
  return {
    name,
    async embed(texts, { signal } = {}) {
      const limits = [AbortSignal.timeout(TIMEOUT_MS), ...(signal === undefined ? [] : [signal])]
      const body = JSON.stringify({ model, input: texts, encoding_format: "float" })
      const response = await wireFetch(url, { method: "POST", headers, body, signal: AbortSignal.any(limits) })
      if (!response.ok) throw new TypeError(`${url} answered ${response.status} where vectors were expected.`)
      return readVectors(await response.json(), texts.length, url)
    },
  }
}

/** In the order of the texts, whatever order they came in. */
function readVectors(body: unknown, many: number, url: string): readonly Float32Array[] {
  const data = (body as { readonly data?: unknown } | null)?.data
  const rows = Array.isArray(data)
    ? (data as readonly { readonly index?: unknown; readonly embedding?: unknown }[])
    : []
  const vectors: (Float32Array | undefined)[] = Array.from({ length: many })
  rows.forEach((row, place) => {
    const isVector = Array.isArray(row?.embedding) && row.embedding.every((each) => typeof each === "number")
    if (isVector)
      vectors[typeof row.index === "number" ? row.index : place] = Float32Array.from(row.embedding as number[])
  })
  const found = vectors.filter((vector) => vector !== undefined)
  if (found.length !== many) throw new TypeError(`${url} answered with ${found.length} vectors for ${many} texts.`)
  return found
}
