// An embedder without a model: hashes words and their parts into a vector. Deterministic and fast.
import type { Embedder } from "../../packages/agent/src/contracts/tool-index.ts"
import { hash } from "./sizes.ts"

const SIZE = 512

export const toyEmbedder: Embedder = {
  name: "toy",
  embed: async (texts) => texts.map(vectorOf),
}

function vectorOf(text: string): Float32Array {
  const vector = new Float32Array(SIZE)
  for (const word of text.toLowerCase().match(/[a-z]{3,}/g) ?? []) {
    for (let place = 0; place + 3 <= word.length; place++) {
      const slot = hash(word.slice(place, place + 3)) % SIZE
      vector[slot] = (vector[slot] as number) + 1 // Within it.
    }
  }
  return vector
}
