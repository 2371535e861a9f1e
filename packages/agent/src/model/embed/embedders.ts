// Creates an Embedder from "provider:name". Checks the name, key and address at once and sends nothing yet.
import { defined } from "../../base/defined.ts"
import { PawlError } from "../../contracts/error.ts"
import type { Embedder } from "../../contracts/tool-index.ts"
import { addressOf, keyOf, readModelName } from "../provider-table.ts"
import type { Environment } from "../wire/connections.ts"
import { ollamaEmbedder } from "./ollama-embedder.ts"
import { openAiEmbedder } from "./openai-embedder.ts"

/** `spec`: for example "openai:text-embedding-3-small" or "ollama:nomic-embed-text". */
export async function embedderFrom(spec: string, env: Environment = process.env): Promise<Embedder> {
  if (spec === "local") {
    const message = `The embedder "local" was removed. Use "ollama:nomic-embed-text" to embed on this machine, or another "provider:name"; without an embedder, tools are found by words.`
    throw new PawlError("config-invalid", message)
  }
  const { provider, model } = readModelName(spec)
  if (provider.format !== "openai-chat") {
    const message = `Provider "${provider.name}" offers no embeddings. Use another provider, for example "ollama:nomic-embed-text".`
    throw new PawlError("config-invalid", message)
  }
  const apiKey = keyOf(provider, env)
  const where = { name: spec, baseUrl: addressOf(provider, env), model, ...defined({ apiKey }) }
  if (provider.name === "ollama") return ollamaEmbedder(where)
  return openAiEmbedder({ ...where, urlName: provider.urlName, ...defined({ keyName: provider.keyNames[0] }) })
}
