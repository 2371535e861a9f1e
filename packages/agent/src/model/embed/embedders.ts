// "provider:name" or "local" -> an Embedder. Names, keys and addresses are checked at once; nothing is asked yet.
import { defined } from "../../base/defined.ts"
import { PawlError } from "../../contracts/error.ts"
import type { Embedder } from "../../contracts/tool-index.ts"
import { addressOf, keyOf, readModelName } from "../provider-table.ts"
import type { Environment } from "../wire/connections.ts"
import { localEmbedder } from "./local-embedder.ts"
import { openAiEmbedder } from "./openai-embedder.ts"

/** As in "openai:text-embedding-3-small" or "ollama:nomic-embed-text". */
export async function embedderFrom(spec: string, env: Environment = process.env): Promise<Embedder> {
  if (spec === "local") return localEmbedder()
  const { provider, model } = readModelName(spec)
  if (provider.format !== "openai-chat") {
    const message = `Provider "${provider.name}" has no embeddings. Use another, as in "ollama:nomic-embed-text", or "local".`
    throw new PawlError("config-invalid", message)
  }
  const apiKey = keyOf(provider, env)
  return openAiEmbedder({
    name: spec,
    baseUrl: addressOf(provider, env),
    model,
    ...defined({ apiKey }),
  })
}
